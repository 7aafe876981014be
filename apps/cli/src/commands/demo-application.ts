import type { ChildProcess } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { QuothError } from '@quoth/client';
import { createLoopbackTransport, type FoundServer, findServer, makeDataFolder } from '@quoth/client/node';
import { say } from '@quoth/contract';
import { root } from '@quoth/processes/places';
import { spawn } from '@quoth/processes/programs';
import { applicationFlags } from '../application/start.ts';
import type { CliConfig } from '../read-config.ts';

const MAX_START_MS = 20_000;
const STEP_MS = 25;

/** The application of a demo: without a window, with the API on for this run only, ended with the demo. */
interface DemoApplication {
  readonly server: FoundServer;
  /** Resolves when it ends by itself. */
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

/**
 * Starts it on a data folder of its own and finds it as any client would: through the discovery file. Throws
 * NO_CONNECTION.
 */
export async function startDemoApplication(
  config: CliConfig,
  dataFolder: string,
  signal: AbortSignal,
  env: Readonly<Record<string, string>> = {},
): Promise<DemoApplication> {
  const child = spawn(
    process.execPath,
    [...applicationFlags, config.applicationMain, '--headless', '--api'],
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
    return { server: await startedServer(dataFolder, child, signal), ended, end };
  } catch (error) {
    await end();
    throw child.exitCode ? cannotStart(said.trim()) : error;
  }
}

async function startedServer(
  dataFolder: string,
  child: ChildProcess,
  signal: AbortSignal,
): Promise<FoundServer> {
  const fetch = createLoopbackTransport();
  for (let waited = 0; waited < MAX_START_MS && child.exitCode === null; waited += STEP_MS) {
    try {
      const server = await findServer({ dataFolder, fetch });
      // A discovery file of an earlier run may name a server that still answers.
      if (server.discovery.pid === child.pid) return server;
    } catch (error) {
      if (!(error instanceof QuothError)) throw error;
    }
    await delay(STEP_MS, undefined, { signal });
  }
  throw cannotStart(`no answer within ${MAX_START_MS / 1000} s`);
}

function cannotStart(reason: string): QuothError {
  return new QuothError('NO_CONNECTION', {
    message: `The demo could not start: ${reason}`,
    hint: say('runDoctor'),
  });
}

/** A recording and the words that are known to be said in it. */
export interface DemoRecording {
  readonly path: string;
  readonly said: string;
}

const SAMPLES = join(root, 'apps', 'cli', 'samples');

/**
 * The recordings that come with Quoth. Their `transcription` file has the form that speech recognizers use: `<s> words
 * </s> (name)`.
 */
export function findSamples(): DemoRecording[] {
  const list = join(SAMPLES, 'transcription');
  if (!existsSync(list)) return [];
  return readFileSync(list, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const match = /^(?:<s>)?\s*(.*?)\s*(?:<\/s>)?\s*\(([^)]+)\)\s*$/.exec(line);
      if (!match) return [];
      const [, said = '', name = ''] = match;
      const path = join(SAMPLES, `${basename(name)}.wav`);
      return existsSync(path) ? [{ path, said }] : [];
    });
}

/**
 * Beside the user's own data, never among it. A folder that the user named is made as for the application itself, which
 * would later refuse one that is open to others and no longer empty. Throws NO_CONNECTION.
 */
export function demoFolder(dataFolder: string, quothHome: string | undefined): string {
  if (!quothHome) return join(dirname(dataFolder), `${basename(dataFolder)}-demo`);
  makeDataFolder(dataFolder);
  return join(dataFolder, 'demo');
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => addAbortListener(signal, () => resolve()));
}
