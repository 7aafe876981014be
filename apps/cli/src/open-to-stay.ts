import { type Client, QuothError } from '@quoth/client';
import type { CliEnvironment } from './environment.ts';

/** An application that stays after this command: the one that runs, whoever started it, else a new one. */
export async function openToStay(
  environment: CliEnvironment,
  headless: boolean,
): Promise<{ client: Client; running: boolean }> {
  // One that is just starting or stopping does not answer yet: a start waits for it.
  const running = await openIfRunning(environment).catch(ignoreTimeout);
  const client = running ?? (await environment.start({ headless }));
  // Also for one that was just started: a command that came at the same moment may have been quicker.
  await client.keepApplication();
  return { client, running: running !== undefined };
}

/** The running application; undefined when there is none. Throws TIMEOUT where there is one that does not answer. */
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
