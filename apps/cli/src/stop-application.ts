import { setTimeout as delay } from 'node:timers/promises';
import { type Client, QuothError } from '@quoth/client';
import { isAlive } from '@quoth/client/node';
import type { ApplicationState } from '@quoth/contract';
import { ask, canAsk } from './ask.ts';
import type { CliEnvironment } from './environment.ts';
import { printNote } from './print.ts';
import { shortId } from './short-id.ts';

/** How `quoth stop` treats unfinished work. Without either flag it asks on a terminal, and otherwise stops. */
export interface StopFlags {
  readonly wait?: boolean;
  readonly now?: boolean;
}

const STEP_MS = 50;
const LOOK_MS = 500;
const LONGEST_STOP_MS = 15_000;

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
    printNote(environment, workInWords(state));
    const answer = await ask(environment, 'Stop now, wait until it is done, or leave it running? [s/w/L] ');
    if (/^w/i.test(answer)) wait = true;
    else if (!/^s/i.test(answer)) return undefined;
  }
  if (wait) {
    if (isBusy(state)) printNote(environment, `Waiting. ${workInWords(state)}`);
    while (isBusy(state)) {
      await delay(LOOK_MS, undefined, { signal: environment.signal });
      state = await client.getApplication();
    }
  }
  await client.stopApplication();
  await gone(state.pid);
  return { work: state.work, lost: unkept(state) };
}

/** Work in progress, one job per line. */
export function workInWords({ work, queue }: ApplicationState): string {
  const others = unkept({ work, queue });
  return [
    ...work.map(({ recording_id: id, name, status, progress_percent: percent }) =>
      [
        `At work: ${name ?? 'a recording'}`,
        `(${shortId(id)}, ${status}${percent === null || status === 'pending' ? '' : `, ${percent} %`})`,
      ].join(' '),
    ),
    ...(others > 0 ? [`At work: ${others} not kept in the history; stopping now loses them`] : []),
  ].join('\n');
}

function unkept({ work, queue }: Pick<ApplicationState, 'work' | 'queue'>): number {
  return Math.max(0, queue.running + queue.waiting - work.length);
}

function isBusy({ queue, work }: ApplicationState): boolean {
  return queue.running + queue.waiting + work.length > 0;
}

/** Waits until the process is gone, so that an immediate `start` does not find it still stopping. */
async function gone(pid: number): Promise<void> {
  for (let waited = 0; isAlive(pid); waited += STEP_MS) {
    if (waited > LONGEST_STOP_MS)
      throw new QuothError('TIMEOUT', {
        message: `Quoth (pid ${pid}) has not stopped yet.`,
        hint: 'It is saving its work; check again with "quoth status".',
      });
    await delay(STEP_MS);
  }
}
