import { setTimeout as delay } from 'node:timers/promises';
import { type Client, QuothError } from '@quoth/client';
import { isAlive } from '@quoth/client/node';
import type { ApplicationState } from '@quoth/contract';
import { ask, canAsk } from './ask.ts';
import type { CliEnvironment } from './environment.ts';
import { shortId } from './short-id.ts';

/** How `quoth stop` treats work in hand. Without either it asks where there is a terminal, and stops where there is none. */
export interface StopFlags {
  readonly wait?: boolean;
  readonly now?: boolean;
}

const STEP_MS = 50;
const LOOK_MS = 500;
const LONGEST_STOP_MS = 15_000;

/** Ends the application. Answers with what was at work and goes on at the next start; undefined where the user changed their mind. */
export async function stopApplication(
  environment: CliEnvironment,
  client: Client,
  { wait = false, now = false }: StopFlags,
): Promise<ApplicationState['work'] | undefined> {
  let state = await client.getApplication();
  if (isBusy(state) && !wait && !now && canAsk(environment)) {
    environment.stderr.write(`${workInWords(state)}\n`);
    const answer = await ask(environment, 'Stop now, wait until it is done, or leave it? [s/w/L] ');
    if (/^w/i.test(answer)) wait = true;
    else if (!/^s/i.test(answer)) return undefined;
  }
  if (wait) {
    if (isBusy(state)) environment.stderr.write(`Waiting. ${workInWords(state)}\n`);
    while (isBusy(state)) {
      await delay(LOOK_MS, undefined, { signal: environment.signal });
      state = await client.getApplication();
    }
  }
  await client.stopApplication();
  await gone(state.pid);
  return state.work;
}

/** What is at work, a line each. */
export function workInWords({ work, queue }: ApplicationState): string {
  const others = queue.running + queue.waiting - work.length;
  return [
    ...work.map(({ recording_id: id, name, status, progress_percent: percent }) =>
      [
        `At work: ${name ?? 'a recording'}`,
        `(${shortId(id)}, ${status}${percent === null || status === 'pending' ? '' : `, ${percent} %`})`,
      ].join(' '),
    ),
    ...(others > 0 ? [`At work: ${others} that are not kept in the history; a stop loses them`] : []),
  ].join('\n');
}

function isBusy({ queue, work }: ApplicationState): boolean {
  return queue.running + queue.waiting + work.length > 0;
}

/** Waits for the process to be gone, so that a `start` right after does not meet its end. */
async function gone(pid: number): Promise<void> {
  for (let waited = 0; isAlive(pid); waited += STEP_MS) {
    if (waited > LONGEST_STOP_MS)
      throw new QuothError('TIMEOUT', {
        message: `Quoth (pid ${pid}) has not ended yet.`,
        hint: 'It is putting its work away; look again with "quoth status".',
      });
    await delay(STEP_MS);
  }
}
