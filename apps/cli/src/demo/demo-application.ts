import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { QuothError } from '@quoth/client';
import { createLoopbackTransport, type FoundServer, findServer } from '@quoth/client/node';
import { applicationFlags } from '../application-flags.ts';
import { applicationToStart } from '../built-application.ts';
import type { CliConfig } from '../read-config.ts';

const LONGEST_START_MS = 20_000;
const STEP_MS = 25;

/** The application of a demo: without a window, with the API on for this run only, ended with the demo. */
export interface DemoApplication {
  readonly server: FoundServer;
  /** Resolves when it ends by itself. */
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

/** Starts it on a data folder of its own and finds it as any client would: through the discovery file. Throws NO_CONNECTION. */
export async function startDemoApplication(
  config: CliConfig,
  dataFolder: string,
  signal: AbortSignal,
  env: Readonly<Record<string, string>> = {},
): Promise<DemoApplication> {
  const child = spawn(
    process.execPath,
    [...applicationFlags, await applicationToStart(config), '--headless', '--api'],
    {
      env: { ...config.env, QUOTH_HOME: dataFolder, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      // Ctrl-C is ours to handle: a clean stop, then the last words.
      detached: true,
    },
  );
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
  };
  try {
    return { server: await found(dataFolder, child, signal), ended, end };
  } catch (error) {
    await end();
    throw child.exitCode ? cannotStart(said.trim()) : error;
  }
}

async function found(dataFolder: string, child: ChildProcess, signal: AbortSignal): Promise<FoundServer> {
  const fetch = createLoopbackTransport();
  for (let waited = 0; waited < LONGEST_START_MS && child.exitCode === null; waited += STEP_MS) {
    try {
      const server = await findServer({ dataFolder, fetch });
      // A discovery file of an earlier run may name a server that still answers.
      if (server.discovery.pid === child.pid) return server;
    } catch (error) {
      if (!(error instanceof QuothError)) throw error;
    }
    await delay(STEP_MS, undefined, { signal });
  }
  throw cannotStart(`no answer within ${LONGEST_START_MS / 1000} s`);
}

function cannotStart(reason: string): QuothError {
  return new QuothError('NO_CONNECTION', {
    message: `The demo could not start: ${reason}`,
    hint: 'Run "quoth doctor" to see what is missing.',
  });
}
