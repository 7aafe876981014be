import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { actionVariable, type Message, say, systemCode } from '@quoth/contract';
import { spawn, withUsersUmask } from '@quoth/processes/programs';
import { waitOrAbort } from '../base/index.ts';
import { type ActionDelivery, type Deliver, type DeliveryOutcome, LimitedOutput } from './delivery.ts';

interface RunProgramOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dataFolder: string;
  /** Where programs start. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** Between the request to end and the end by force. */
const GRACE_MS = 2_000;
/** How long output is waited for once the program has ended: something that it left behind may hold it open forever. */
const LAST_OUTPUT_MS = 500;

type End =
  | { readonly kind: 'exit'; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'error'; readonly error: unknown };

/**
 * Runs a program without a shell: the text on its standard input, the rest in its environment, its output limited. At
 * the time limit it ends with everything that it started, and so it does when the signal aborts. What it leaves running
 * after ending well is its own affair.
 */
export function programRunner({ env, dataFolder, home, platform }: RunProgramOptions): Deliver<'program'> {
  return async (delivery, signal) => {
    signal.throwIfAborted();
    const { does, recording } = delivery;
    const [program = '', ...args] = does.command;
    const output = new LimitedOutput();
    let child: ChildProcess;
    try {
      child = withUsersUmask(() =>
        spawn(
          program.replace(/^~(?=[\\/])/, () => home),
          args,
          {
            cwd: home,
            env: programEnvironment(env, dataFolder, delivery),
            shell: false,
            // A group of its own, which can be ended as a whole.
            detached: platform !== 'win32',
            stdio: ['pipe', 'pipe', 'pipe'],
          },
        ),
      );
    } catch (error) {
      return failed(notStarted(error, program), '');
    }
    if (child.pid !== undefined && platform !== 'win32') delivery.onStarted?.(child.pid);
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const ended = new Promise<End>((resolve) => {
      child.once('exit', (code, signalName) => resolve({ kind: 'exit', code, signal: signalName }));
      child.once('error', (error) => resolve({ kind: 'error', error }));
    });
    child.stdout?.on('data', (chunk: Buffer) => output.add(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.add(chunk));
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => undefined);
    child.stdin?.end(recording.text);
    const limit = AbortSignal.timeout(does.timeout_seconds * 1_000);
    const end = await waitOrAbort(ended, AbortSignal.any([signal, limit])).catch(() => undefined);
    if (end === undefined) {
      await endGroup(child, ended, { env, platform });
      detach(child);
      signal.throwIfAborted();
      return failed(say('programTimedOut', { seconds: does.timeout_seconds }), output.text);
    }
    await Promise.race([closed, pause(LAST_OUTPUT_MS, undefined, { ref: false })]);
    detach(child);
    if (end.kind === 'error') return failed(notStarted(end.error, program), output.text);
    if (end.code === 0)
      return { ok: true, message: [say('programExited', { status: 0 })], output: output.text, retry: 'no' };
    const how =
      end.code === null
        ? say('programKilled', { signal: end.signal ?? '' })
        : say('programExited', { status: end.code });
    return failed(how, output.text);
  };
}

/** What a program did before it failed is not known, so that only its user can say whether it may be done again. */
function failed(message: Message, output: string): DeliveryOutcome {
  return { ok: false, message: [message], output, retry: 'no' };
}

/** Asks the group to end, then ends it. What has left the group by itself is not reached. */
async function endGroup(child: ChildProcess, ended: Promise<End>, on: System): Promise<void> {
  send(child, 'SIGTERM', on);
  await Promise.race([ended, pause(GRACE_MS, undefined, { ref: false })]);
  // The first process may have gone before its children.
  send(child, 'SIGKILL', on);
}

type System = Pick<RunProgramOptions, 'env' | 'platform'>;

function send({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL', { env, platform }: System): void {
  if (pid === undefined) return;
  if (platform === 'win32') {
    // Windows has no groups to signal: its own program follows the tree.
    const taskkill = join(env.SYSTEMROOT ?? env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    spawn(taskkill, ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', () => undefined);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // There is no one left.
  }
}

function detach(child: ChildProcess): void {
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  child.unref();
}

function notStarted(error: unknown, program: string): Message {
  switch (systemCode(error)) {
    case 'ENOENT':
      return say('programNotFound', { program });
    case 'EACCES':
    case 'EPERM':
      return say('programNotExecutable', { program });
    case 'ENOEXEC':
      return say('notAProgram', { program });
    case 'EINVAL':
      return say('programNeedsShell', { program });
    case 'E2BIG':
      return say('argumentsTooLong');
    default:
      return say('programNotStarted');
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a program of the user's may need of the environment: where things are, who one is, which language, and how to
 * show something on the screen. Nothing else: what holds keys and tokens is set there under names that no one can list,
 * so that only known names pass.
 */
const ALLOWED = [
  'HOME',
  'PATH',
  'USER',
  'LOGNAME',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'LC_TIME',
  'TZ',
  'TMPDIR',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'XDG_SESSION_TYPE',
  'DBUS_SESSION_BUS_ADDRESS',
  // Windows
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATHEXT',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

/**
 * The environment of an action's program: what it needs of ours, and about the recording everything but the text, which
 * is on its standard input.
 */
function programEnvironment(
  env: Environment,
  dataFolder: string,
  { runId, sequence, isTrial, recording }: ActionDelivery<'program'>,
): Record<string, string> {
  const ours = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && ALLOWED.includes(process.platform === 'win32' ? name.toUpperCase() : name)
      ? [[name, value]]
      : [],
  );
  const { id, dateMs, duration, mode, language, source } = recording;
  return {
    ...Object.fromEntries(ours),
    // So that `quoth` in it reaches this Quoth, and says on whose behalf it calls.
    QUOTH_HOME: dataFolder,
    [actionVariable]: runId,
    QUOTH_ACTION_SEQUENCE: String(sequence),
    ...(isTrial && { QUOTH_ACTION_TRIAL: '1' }),
    QUOTH_RECORDING_ID: id,
    QUOTH_RECORDING_DATE: new Date(dateMs).toISOString(),
    QUOTH_RECORDING_DURATION: String(duration),
    QUOTH_RECORDING_MODE: (mode ?? '').replaceAll('\0', ''),
    QUOTH_RECORDING_LANGUAGE: language ?? '',
    QUOTH_RECORDING_SOURCE: source,
  };
}

/**
 * Between the request to end and the end by force, as for a program at its time limit; and so long again for the system
 * to end it.
 */
const LOOK_MS = 20;

/**
 * Ends the process group that an attempt's program began, where Quoth was killed and the program lives on. Numbers of
 * processes are used again, so a group counts only if a process in it has this run in its environment, which is
 * reported on Linux alone: elsewhere nothing is ended. Without a number, because Quoth was killed before it was written
 * down, the run alone is looked for. Resolves when no one is left, or no one can be ended. Never rejects.
 */
export async function endLeftBehind(
  runId: string,
  known: number | undefined,
  platform: NodeJS.Platform,
  graceMs: number = GRACE_MS,
): Promise<void> {
  if (platform !== 'linux') return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const group = await groupOfRun(runId, known);
    if (group === undefined) return;
    try {
      process.kill(-group, signal);
    } catch {
      return;
    }
    const until = performance.now() + graceMs;
    while (performance.now() < until && (await groupOfRun(runId, group)) !== undefined) await pause(LOOK_MS);
  }
}

/** The group in which a process is of this run, or the known one if there is such a process in it. */
async function groupOfRun(runId: string, known: number | undefined): Promise<number | undefined> {
  const entry = `${actionVariable}=${runId}`;
  // A program may have started Quoth again.
  const own = await groupOf(String(process.pid));
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    const group = await groupOf(pid);
    if (group === undefined || group === own || (known !== undefined && group !== known)) continue;
    // Empty for one that has ended and was not collected yet, and closed to us for somebody else's.
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(entry)) return group;
  }
  return undefined;
}

/** proc(5): the name stands in brackets and may hold anything; behind it come state, parent and group. */
async function groupOf(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined ? undefined : Number(group);
}
