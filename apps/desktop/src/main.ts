import { closeSync, readdirSync, readFileSync } from 'node:fs';
import { setGlobalProxyFromEnv } from 'node:http';
import { join } from 'node:path';
import { failCurrentRequest } from '@quoth/api-server';
import { QuothError } from '@quoth/client';
import { makeDataFolder, unusableDataFolder } from '@quoth/client/node';
import { asAppError, startFailure, wordsFor } from '@quoth/contract';
import { AlreadyRunning, createLogger, type Logger, openDataFolder, systemProxy } from '@quoth/core';
import { Application } from './application.ts';
import { readConfig } from './read-config.ts';
import { endProcess, keepFilesPrivate, nextRestarts, replaceProcess } from './restart.ts';
import { UpgradeWatch } from './upgrade-watch.ts';

/** Exit codes: 0 stopped as requested, 1 could not start, 3 already running. */
const CANNOT_START = 1;
const RUNS_ALREADY = 3;
/** A clean stop that takes longer is cut off: the next start repairs what is left. */
const STOP_MS = 10_000;

keepFilesPrivate();

const config = readConfig(process.argv.slice(2));
// Vendors and the model hub are reached through the system's proxy, unless the user has decided otherwise; this machine
// never is.
const proxy = config.env.NODE_USE_ENV_PROXY === undefined ? systemProxy(config.env) : undefined;
if (proxy) setGlobalProxyFromEnv(proxy);

let application: Application | undefined;
let logger: Logger | undefined;
let stopping = false;

/** Closes the application. What could not be closed is logged; the next start repairs what is left. */
async function exitCode(): Promise<number> {
  try {
    await application?.close();
    return 0;
  } catch (error) {
    logger?.error({ error }, 'Closing failed.');
    return CANNOT_START;
  }
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => endProcess(CANNOT_START), STOP_MS);
  // An application that is still starting is closed below once it is complete; closing it now would leave parts open.
  if (!application) return;
  endProcess(await exitCode());
}

/**
 * The state after an uncaught error cannot be trusted: everything is closed, unfinished work goes back to the queue,
 * and the process is replaced.
 */
async function restart(): Promise<void> {
  if (stopping) return;
  stopping = true;
  const restarts = nextRestarts(config.restarts, Date.now());
  if (!application || !restarts) {
    logger?.error({ restarts: config.restarts.length }, 'Quoth ends: starting again does not help.');
    process.stderr.write(
      'Quoth ends because of an error of its own; its log in the data folder says more.\n',
    );
    setTimeout(() => endProcess(CANNOT_START), STOP_MS);
    await exitCode();
    endProcess(CANNOT_START);
  }
  logger?.info('Quoth starts again.');
  // If closing hangs, the process is replaced without it; the next start repairs the rest.
  setTimeout(() => replaceProcess(restarts, config.env), STOP_MS);
  await exitCode();
  replaceProcess(restarts, config.env);
}

/** A new start takes this one's place, with its windows: of another version, or with restored data. */
async function startAgain(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => replaceProcess(config.restarts, config.env), STOP_MS);
  await exitCode();
  replaceProcess(config.restarts, config.env);
}

/**
 * Nothing of the caller stays in use: a lock that it holds, a pipe that another program reads to its end, a folder that
 * is deleted or unmounted later. What Node opens by itself is marked to be closed in other programs; what was inherited
 * is not. Only Linux shows the mark.
 */
function leaveCaller(): void {
  process.chdir(config.dataFolder);
  if (process.platform !== 'linux') return;
  for (const open of readdirSync('/proc/self/fd')) {
    const descriptor = Number(open);
    if (descriptor > 2 && isInherited(descriptor)) closeSync(descriptor);
  }
}

function isInherited(descriptor: number): boolean {
  const CLOSE_ON_EXEC = 0o2000000;
  try {
    const facts = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    const flags = /^flags:\s+([0-7]+)$/m.exec(facts)?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The list itself was open while it was read.
    return false;
  }
}

/** Throws NO_CONNECTION with what is wrong with it. */
function usableDataFolder(path: string) {
  makeDataFolder(path);
  try {
    return openDataFolder(path);
  } catch (error) {
    throw unusableDataFolder(path, error);
  }
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());

try {
  const folder = usableDataFolder(config.dataFolder);
  leaveCaller();
  const log = createLogger({
    level: config.logLevel,
    destination: { file: join(folder.logs, 'quoth.log') },
  });
  logger = log;
  // A promise that no one waits for is a bug of ours, and no reason to leave the user without the application.
  process.on('unhandledRejection', (error) => {
    log.error({ error, requestId: failCurrentRequest(error) }, 'An unhandled rejection.');
  });
  process.on('uncaughtException', (error) => {
    log.error({ error, requestId: failCurrentRequest(error) }, 'An uncaught error.');
    void restart();
  });
  application = await Application.start(config, log, {
    stop: () => void stop(),
    restart: () => void startAgain(),
  });
  if (stopping) {
    endProcess(await exitCode());
  }
  const running = application;
  await new UpgradeWatch({
    main: process.argv[1] ?? '',
    isBusy: () => running.isBusy,
    onReady: () => void startAgain(),
    logger: log,
  }).start();
} catch (error) {
  // Of anything else only what the system or the database says is in words for the user: such an error has no cause.
  const asKnown = error instanceof QuothError ? error : asAppError(error);
  const known = asKnown === error || asKnown.cause === undefined ? asKnown : undefined;
  const reason = known?.message ?? (error instanceof Error ? error.message : String(error));
  process.stderr.write(`${startFailure}${reason}\n`);
  const hint = known && wordsFor('commandLine', known.advice);
  if (hint !== undefined) process.stderr.write(`${hint}\n`);
  process.exit(error instanceof AlreadyRunning ? RUNS_ALREADY : CANNOT_START);
}
