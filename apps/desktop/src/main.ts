import { setGlobalProxyFromEnv } from 'node:http';
import { join } from 'node:path';
import { AlreadyRunning, AppError, createLogger, openDataFolder, systemProxy } from '@quoth/core';
import { Application } from './application.ts';
import { readConfig } from './read-config.ts';

/** Exit codes: 0 ended as asked, 1 could not start, 3 runs already. */
const CANNOT_START = 1;
const RUNS_ALREADY = 3;
/** A clean stop that takes longer is cut off: the next start repairs what is left. */
const STOP_MS = 10_000;

// Whatever is written, only this user reads it.
process.umask(0o077);

const config = readConfig(process.argv.slice(2));
// Vendors and the models' hub are asked through the system's proxy, unless the user has decided otherwise; this machine never is.
const proxy = config.env.NODE_USE_ENV_PROXY === undefined ? systemProxy(config.env) : undefined;
if (proxy) setGlobalProxyFromEnv(proxy);

let application: Application | undefined;
let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(CANNOT_START), STOP_MS).unref();
  // One that is still starting is closed below, when it is whole: what it has opened by then would be left behind.
  if (!application) return;
  await application.close();
  process.exit(0);
}

process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

try {
  const folder = openDataFolder(config.dataFolder);
  const logger = createLogger({
    level: config.logLevel,
    destination: { file: join(folder.logs, 'quoth.log') },
  });
  // A promise that nobody waits for is a bug of ours, and no reason to leave the user without the application.
  process.on('unhandledRejection', (error) => logger.error({ error }, 'A rejection that nobody handled.'));
  process.on('uncaughtException', (error) => {
    logger.error({ error }, 'An error that nobody caught.');
    process.exitCode = CANNOT_START;
    void stop();
  });
  application = await Application.start(config, logger, () => void stop());
  if (stopping) {
    await application.close();
    process.exit(0);
  }
} catch (error) {
  const known = error instanceof AppError ? error : undefined;
  process.stderr.write(`${known?.message ?? (error instanceof Error ? error.message : String(error))}\n`);
  if (known?.hint !== undefined) process.stderr.write(`${known.hint}\n`);
  process.exit(error instanceof AlreadyRunning ? RUNS_ALREADY : CANNOT_START);
}
