import { setTimeout as delay } from 'node:timers/promises';
import { type Client, QuothError } from '@quoth/client';
import { isAlive } from '@quoth/client/node';
import type { CliEnvironment } from './environment.ts';

/** An application that stays after this command: the one that runs, else a new one. One that was started for a single command makes way. */
export async function openToStay(
  environment: CliEnvironment,
  headless: boolean,
): Promise<{ client: Client; running: boolean }> {
  const client = await openIfRunning(environment);
  if (!client) return { client: await environment.start({ headless }), running: false };
  const state = await client.getApplication();
  if (!state.ends_when_idle) return { client, running: true };
  if (state.queue.running + state.queue.waiting > 0)
    throw new QuothError('RATE_LIMITED', {
      message: 'Another command is using Quoth, which ends by itself afterwards.',
      hint: 'Try again when that command is done.',
    });
  await endAndWait(client);
  return { client: await environment.start({ headless }), running: false };
}

/** The running application; undefined when there is none. */
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

const STEP_MS = 50;
const LONGEST_STOP_MS = 10_000;

/** Waits for the process to be gone, so that a `start` right after does not meet its end. */
export async function endAndWait(client: Client): Promise<unknown> {
  const { pid } = await client.getApplication();
  const body = await client.stopApplication();
  for (let waited = 0; isAlive(pid); waited += STEP_MS) {
    if (waited > LONGEST_STOP_MS)
      throw new QuothError('TIMEOUT', {
        message: `Quoth (pid ${pid}) has not ended yet.`,
        hint: 'It may be finishing a transcription; look again with "quoth status".',
      });
    await delay(STEP_MS);
  }
  return body;
}
