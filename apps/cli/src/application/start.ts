import { appendFileSync, closeSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, noAnswer, QuothError } from '@quoth/client';
import {
  controlSocketClient,
  isAlive,
  lockHolder,
  makeDataFolder,
  makeFolder,
  readControlSocketFile,
  unusableDataFolder,
} from '@quoth/client/node';
import { asAppError, say, startFailure } from '@quoth/contract';
import { openLog } from '@quoth/processes/open-log';
import { spawn } from '@quoth/processes/programs';
import type { Output } from '../environment.ts';
import type { CliConfig } from '../read-config.ts';

/** A busy machine may take half a minute to load the application; one that is really stuck is reported after this. */
const MAX_START_MS = 120_000;
/** An instance that has the data folder and answers nothing for so long hangs. */
const MAX_SILENCE_MS = 30_000;
const STEP_MS = 40;
/** What is said to a person who waits, and when. */
const waitingNotes: readonly (readonly [afterMs: number, text: string])[] = [
  [500, 'Starting Quoth…\n'],
  [15_000, 'Quoth is still starting: this machine is busy.\n'],
];
/** The application's exit code where another instance has the data folder (apps/desktop/src/main.ts). */
const RUNS_ALREADY = 3;

/**
 * Starts the application detached and waits until its control socket answers. Where another command starts it at the
 * same moment, or an instance is just ending, it waits for that one. Throws NO_CONNECTION with the application's last
 * line, or what is wrong with the data folder.
 */
export async function startApplication(
  config: CliConfig,
  flags: readonly string[],
  progress: Output,
  signal: AbortSignal,
): Promise<Client> {
  if (!existsSync(config.applicationMain)) throw cannotStart({ reason: 'its main file is missing' });
  const main = config.applicationMain;
  const begun = performance.now();
  let said = 0;
  let attempt = launch(config, main, flags);
  let retryAt = 0;
  while (performance.now() - begun < MAX_START_MS) {
    // Read before the listener: another instance may have won, and its listener is as good.
    const ended = attempt.ended();
    const client = await answeringApplication(config.dataFolder);
    if (client) return client;
    const now = performance.now() - begun;
    if (ended && ended.code !== RUNS_ALREADY) throw cannotStart(ended.failure());
    if (ended) {
      await refuseOtherVersion(config.dataFolder);
      const holder = now > MAX_SILENCE_MS ? await lockHolder(config.dataFolder) : undefined;
      if (holder !== undefined) throw noAnswer(holder);
    }
    if (ended && retryAt === 0) retryAt = now + RETRY_MS;
    else if (ended && now >= retryAt) {
      // The instance that had the data folder may have been on its way out.
      attempt = launch(config, main, flags);
      retryAt = 0;
    }
    const [afterMs, text] = waitingNotes[said] ?? [Number.POSITIVE_INFINITY, ''];
    if (now >= afterMs) {
      progress.write(text);
      said++;
    }
    await delay(STEP_MS, undefined, { signal });
  }
  const { reason, hint } = failureIn(logOf(config));
  throw cannotStart({ reason: `no answer within ${MAX_START_MS / 1000} s. ${reason}`, hint });
}

const RETRY_MS = 1_000;

interface Attempt {
  /** How the process ended; undefined while it lives. */
  ended(): { readonly code: number | undefined; readonly failure: () => Failure } | undefined;
}

function launch(config: CliConfig, main: string, flags: readonly string[]): Attempt {
  const log = logOf(config);
  const stderr = openStartLog(config);
  const child = spawn(process.execPath, [...applicationFlags, main, ...flags], {
    detached: true,
    stdio: ['ignore', 'ignore', stderr],
    env: { ...applicationEnvironment, ...config.env, ...proxySettings(config.env) },
  });
  closeSync(stderr);
  let ending: ReturnType<Attempt['ended']>;
  child.once('error', (error) => {
    ending = { code: undefined, failure: () => ({ reason: error.message }) };
  });
  child.once('exit', (code) => {
    ending ??= { code: code ?? undefined, failure: () => failureIn(log) };
  });
  child.unref();
  return { ended: () => ending };
}

function openStartLog(config: CliConfig): number {
  const { dataFolder } = config;
  makeDataFolder(dataFolder);
  try {
    makeFolder(join(dataFolder, 'logs'));
    return openLog(logOf(config), 'beginning');
  } catch (error) {
    throw unusableDataFolder(dataFolder, error);
  }
}

function logOf({ dataFolder }: CliConfig): string {
  return join(dataFolder, 'logs', 'start.log');
}

/** The application behind the listener, once it answers. */
export async function answeringApplication(dataFolder: string): Promise<Client | undefined> {
  const controlSocket = await readControlSocketFile(dataFolder);
  if (!controlSocket || !isAlive(controlSocket.pid)) return undefined;
  const client = controlSocketClient(controlSocket);
  try {
    await client.getApplication();
    return client;
  } catch (error) {
    if (error instanceof QuothError) return undefined;
    throw error;
  }
}

/**
 * An application of another version, started before this clone was updated, speaks another way and would be waited for
 * in vain.
 */
async function refuseOtherVersion(dataFolder: string): Promise<void> {
  const file = await readControlSocketFile(dataFolder);
  if (!file || !isAlive(file.pid)) return;
  try {
    await controlSocketClient(file).getApplication();
  } catch (error) {
    if (!(error instanceof QuothError) || !['UNAUTHORIZED', 'BAD_ANSWER', 'NOT_FOUND'].includes(error.code))
      return;
    throw new QuothError('NO_CONNECTION', {
      message: `Another version of Quoth is running (process ${file.pid}), and is not compatible with this one.`,
      hint: `Stop it, then try again: kill ${file.pid}`,
    });
  }
}

interface Failure {
  readonly reason: string;
  readonly hint?: string | undefined;
}

/** What the application wrote when it ended: its own reason and hint, else the last line with an error. */
function failureIn(path: string): Failure {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const reported = lines.findLastIndex((line) => line.startsWith(startFailure));
  if (reported >= 0)
    return { reason: lines[reported]?.slice(startFailure.length) ?? '', hint: lines[reported + 1] };
  return (
    refusalToWrite(path) ?? { reason: lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '' }
  );
}

/** Why the application could not have written its reason there, such as a full disk; undefined if it could. */
function refusalToWrite(path: string): Failure | undefined {
  const { size } = statSync(path);
  try {
    appendFileSync(path, Buffer.alloc(MORE_THAN_A_BLOCK));
    return undefined;
  } catch (error) {
    const { message, hint } = asAppError(error);
    return { reason: message, hint };
  } finally {
    truncateSync(path, size);
  }
}

/** Bytes: less may still fit into what the file has of the disk. */
const MORE_THAN_A_BLOCK = 65_536;

function cannotStart({ reason, hint }: Failure): QuothError {
  return new QuothError('NO_CONNECTION', {
    message: `Quoth could not be started${reason === '' ? '' : `: ${reason}`}`,
    hint: hint ?? say('runDoctor'),
  });
}

/**
 * How Node runs the application. The young generation of the heap stays small: what is loaded at the start is
 * short-lived, and V8 would grow it for that and keep it (9 MB more at rest with 8). With 2 it takes 2 MB less than
 * with 4, but collecting it costs a request an eighth of its time.
 */
export const applicationFlags: readonly string[] = [
  '--max-semi-space-size=4',
  // Collecting takes a third of a millisecond; helper threads would take longer while engines use every core.
  '--no-parallel-scavenge',
  '--disable-warning=ExperimentalWarning',
];

/**
 * The environment of the application beside the user's own. On Linux, glibc raises its limit for giving memory back
 * with each large block that is freed; with a fixed one (its default at first, 128 kB), what the start needed is given
 * back: 4 MB less at rest (measured). Other systems ignore it.
 */
const applicationEnvironment: Readonly<Record<string, string>> = {
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** This machine's own addresses. */
const OWN = ['127.0.0.1', 'localhost', '::1'];

/**
 * What makes Node's fetch ask the proxy that the environment names, as other programs do, but never for this machine
 * itself. Empty where no proxy is named, or where the user has decided about NODE_USE_ENV_PROXY.
 */
export function proxySettings(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const isNamed = [env.https_proxy, env.HTTPS_PROXY, env.http_proxy, env.HTTP_PROXY].some(Boolean);
  if (!isNamed || env.NODE_USE_ENV_PROXY !== undefined) return {};
  const without = [env.no_proxy || env.NO_PROXY || '', ...OWN].filter((name) => name !== '').join(',');
  return { NODE_USE_ENV_PROXY: '1', no_proxy: without, NO_PROXY: without };
}
