import { setTimeout as delay } from 'node:timers/promises';
import { type Client, QuothError } from '@quoth/client';
import { isAlive, lockHolder, readControlSocketFile } from '@quoth/client/node';
import type { ApplicationState } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { ask, canAsk } from '../terminal/ask.ts';
import { printNote } from '../terminal/print.ts';
import { shortId } from '../terminal/wording.ts';

/** An application that stays after this command: the one that runs, no matter who started it, else a new one. */
export async function openToStay(
  environment: CliEnvironment,
  headless: boolean,
): Promise<{ client: Client; running: boolean }> {
  // An application that is just starting or stopping does not answer yet; `start` waits for it.
  const running = await openIfRunning(environment).catch(ignoreTimeout);
  const client = running ?? (await environment.start({ headless }));
  // Also for one that was just started: a command that came at the same moment may have been quicker.
  await client.keepApplication();
  return { client, running: running !== undefined };
}

/** The running application; undefined when none exists. Throws TIMEOUT where there is one that does not answer. */
export async function openIfRunning(environment: CliEnvironment): Promise<Client | undefined> {
  try {
    const client = await environment.open();
    await client.getApplication();
    return client;
  } catch (error) {
    if (error instanceof QuothError && error.code === 'NO_CONNECTION') return undefined;
    throw error;
  }
}

function ignoreTimeout(error: unknown): undefined {
  if (!(error instanceof QuothError) || error.code !== 'TIMEOUT') throw error;
}

/** How `quoth stop` treats unfinished work. Without either flag it asks on a terminal, and otherwise stops. */
export interface StopFlags {
  readonly wait?: boolean;
  readonly now?: boolean;
}

const STEP_MS = 50;
const LOOK_MS = 500;
/** The application ends by itself within ten seconds, unless it hangs. */
const MAX_STOP_MS = 15_000;
const MAX_KILL_MS = 5_000;

/** Work that a stop leaves unfinished. */
export interface Unfinished {
  /** It continues at the next start. */
  readonly work: ApplicationState['work'];
  /** How many transcriptions were not to be kept, and are lost. */
  readonly lost: number;
}

/** Stops the application. Returns the unfinished work; undefined if the user changed their mind. */
export async function stopApplication(
  environment: CliEnvironment,
  client: Client,
  { wait = false, now = false }: StopFlags,
): Promise<Unfinished | undefined> {
  let state = await client.getApplication();
  if (isBusy(state) && !wait && !now && canAsk(environment)) {
    printNote(environment, describeWork(state));
    const answer = await ask(environment, 'Stop now, wait until it is done, or leave it running? [s/w/L] ');
    if (/^w/i.test(answer)) wait = true;
    else if (!/^s/i.test(answer)) return undefined;
  }
  if (wait) {
    if (isBusy(state)) printNote(environment, `Waiting. ${describeWork(state)}`);
    while (isBusy(state)) {
      await delay(LOOK_MS, undefined, { signal: environment.signal });
      state = await client.getApplication();
    }
  }
  await client.stopApplication();
  await gone(environment, state.pid);
  return { work: state.work, lost: unkept(state) };
}

/** True if the application ran. Work in progress is finished first. */
export async function stopIfRunning(environment: CliEnvironment): Promise<boolean> {
  const client = await openIfRunning(environment);
  if (!client) return false;
  await stopApplication(environment, client, { wait: true });
  return true;
}

/** Ends an application that does not answer. False if none exists. */
export async function endUnanswering(environment: CliEnvironment): Promise<boolean> {
  const { dataFolder } = environment.config;
  const pid = (await lockHolder(dataFolder)) ?? (await readControlSocketFile(dataFolder))?.pid;
  if (pid === undefined || !isAlive(pid)) return false;
  process.kill(pid, 'SIGTERM');
  await gone(environment, pid);
  return true;
}

/** Work in progress, one job per line. */
export function describeWork({ work, queue }: ApplicationState): string {
  const others = unkept({ work, queue });
  return [
    ...work.map(({ recording_id: id, name, status, progress_percent: percent }) =>
      [
        `In progress: ${name ?? 'a recording'}`,
        `(${shortId(id)}, ${status}${percent === null || status === 'pending' ? '' : `, ${percent} %`})`,
      ].join(' '),
    ),
    ...(others > 0 ? [`In progress: ${others} not kept in the history; stopping now loses them`] : []),
  ].join('\n');
}

function unkept({ work, queue }: Pick<ApplicationState, 'work' | 'queue'>): number {
  return Math.max(0, queue.running + queue.waiting - work.length);
}

function isBusy({ queue, work }: ApplicationState): boolean {
  return queue.running + queue.waiting + work.length > 0;
}

/**
 * Waits until the process is gone, so that an immediate `start` does not find it still stopping; one that hangs is
 * ended by force.
 */
async function gone(environment: CliEnvironment, pid: number): Promise<void> {
  if (await isGone(pid, MAX_STOP_MS)) return;
  process.kill(pid, 'SIGKILL');
  if (!(await isGone(pid, MAX_KILL_MS)))
    throw new QuothError('TIMEOUT', {
      message: `Quoth (process ${pid}) cannot be ended.`,
      hint: 'It waits for a device or a network drive. Restart the computer if it does not end by itself.',
    });
  printNote(
    environment,
    'It did not end by itself and was killed; unfinished work continues at the next start.',
  );
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; isAlive(pid); waited += STEP_MS) {
    if (waited > withinMs) return false;
    await delay(STEP_MS);
  }
  return true;
}
