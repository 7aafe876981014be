import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TestClipboard } from '@quoth/desktop/fixtures/test-clipboard.ts';
import { type MessageBus, sessionBus } from 'dbus-native';

const LOGS = '/tmp/logs';
export const runtime = '/run/user/0';
const START_MS = 60_000;

export type Environment = Readonly<Record<string, string>>;

process.on('uncaughtExceptionMonitor', () => {
  for (const name of existsSync(LOGS) ? readdirSync(LOGS) : []) console.error(`${name}: ${lastSaid(name)}`);
});

/** What a program said last, for a run that breaks off. */
export function lastSaid(log: string): string {
  const path = join(LOGS, log);
  return existsSync(path) ? readFileSync(path, 'utf8').slice(-1_500) : '';
}

/**
 * Buses and sound of a session in a desktop's tree; enter.sh has joined the tree's /tmp, /run and home folder with
 * ours.
 */
export async function startSession(
  desktop: string,
  more: Environment,
): Promise<{ readonly env: Environment; readonly bus: MessageBus; readonly systemBus: MessageBus }> {
  const address = (name: string) => `unix:path=${join(runtime, name)}`;
  // The system bus is empty: no login manager, no policies.
  const env = {
    HOME: '/tmp/home',
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
    XDG_RUNTIME_DIR: runtime,
    XDG_CURRENT_DESKTOP: desktop,
    XDG_SESSION_TYPE: 'wayland',
    DBUS_SESSION_BUS_ADDRESS: address('bus'),
    DBUS_SYSTEM_BUS_ADDRESS: address('system-bus'),
    ...more,
  };
  // The tree's own, so that what it starts by name are the tree's programs.
  for (const name of ['system-bus', 'bus'])
    inTree('dbus-daemon', ['--session', `--address=${address(name)}`, '--nofork', '--nopidfile'], env);
  for (const name of ['system-bus', 'bus']) await until(`the ${name}`, () => existsSync(join(runtime, name)));
  inTree('pipewire', [], env);
  inTree('wireplumber', [], env);
  const [bus, systemBus] = [address('bus'), address('system-bus')].map((busAddress) =>
    sessionBus({ busAddress }),
  ) as [MessageBus, MessageBus];
  await Promise.all([bus, systemBus].map((each) => each.invokeDbus({ member: 'GetId' })));
  return { env, bus, systemBus };
}

/**
 * The X server of programs, which the compositor starts when it is first asked: a shell may have one more for itself,
 * with cookies of its own, and KWin has none where no login has started it.
 */
export async function xServer(): Promise<Environment | undefined> {
  const cookies = readdirSync(runtime).filter((file) => file.startsWith('.mutter-Xwaylandauth.'));
  for (const socket of readdirSync('/tmp/.X11-unix').sort())
    for (const file of cookies.length > 0 ? cookies : [undefined]) {
      const DISPLAY = `:${socket.slice(1)}`;
      const shown = file === undefined ? { DISPLAY } : { DISPLAY, XAUTHORITY: join(runtime, file) };
      // The library looks for the cookies there.
      Object.assign(process.env, shown);
      const clipboard = await TestClipboard.at(DISPLAY).catch(() => undefined);
      clipboard?.close();
      if (clipboard) return shown;
    }
  return undefined;
}

const PORTAL = 'org.freedesktop.portal.Desktop';

/** Kills the portal; `back` resolves when the one that the bus starts in its place lends keyboards. */
export async function killPortal(bus: MessageBus): Promise<{ readonly back: () => Promise<unknown> }> {
  const whose = { member: 'GetConnectionUnixProcessID', signature: 's', body: [PORTAL] };
  process.kill(await bus.invokeDbus<number>(whose), 'SIGKILL');
  const ask = {
    destination: PORTAL,
    path: '/org/freedesktop/portal/desktop',
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    body: ['org.freedesktop.portal.RemoteDesktop', 'AvailableDeviceTypes'],
  };
  return { back: () => until('the portal', () => bus.invoke<number>(ask).catch(() => undefined)) };
}

/** Kills every program of this name on this desktop; the other ones have namespaces of their own. */
export function killProgram(name: string): void {
  const isMatch = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name;
    } catch {
      return false;
    }
  };
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && isMatch(entry)))
    process.kill(Number(pid), 'SIGKILL');
}

/** A program in the desktop's tree. */
export function inTree(program: string, args: readonly string[], env: Environment): ChildProcess {
  return started('chroot', [process.env.DESKTOP_TREE ?? '', program, ...args], env, program);
}

/** A program of this system. What it says is in a log of its name. */
export function started(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  name = program,
): ChildProcess {
  mkdirSync(LOGS, { recursive: true });
  const log = openSync(join(LOGS, `${basename(name)}.log`), 'a');
  return spawn(program, [...args], { env: { ...env }, stdio: ['ignore', log, log] });
}

/** The session's secret store, as after a login. */
export async function unlockKeyring(env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end('\n');
  await ended(child);
}

export function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.on('close', () => resolve()));
}

/** Waits until something is there. */
export async function until<Found>(
  what: string,
  find: () => Found | Promise<Found>,
  ms = START_MS,
): Promise<NonNullable<Found>> {
  const end = performance.now() + ms;
  for (;;) {
    const found = await find();
    if (found) return found;
    if (performance.now() > end) throw new Error(`It took too long: ${what}.`);
    await pause(50);
  }
}
