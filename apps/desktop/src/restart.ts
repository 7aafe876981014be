import { join } from 'node:path';
import { type Notice, type Said, say, withAdvice } from '@quoth/contract';
import { spawn, withUsersUmask } from '@quoth/processes/programs';

export { endProcess, keepFilesPrivate } from '@quoth/processes/programs';

/** Carries the times of earlier restarts from one process to the next. */
const VARIABLE = 'QUOTH_RESTARTED_AT';
/** This many restarts within this time mean that restarting does not help. */
const MAX_RESTARTS = 5;
const WITHIN_MS = 10 * 60_000;

/** When the application replaced itself, in milliseconds since 1970; read once at the start. */
export function readRestarts(env: Readonly<Record<string, string | undefined>>): readonly number[] {
  return (env[VARIABLE] ?? '')
    .split(',')
    .map(Number)
    .filter(Number.isSafeInteger)
    .filter((time) => time > 0);
}

/** The restarts to pass on if the application replaces itself now; undefined if it has done so too often recently. */
export function nextRestarts(before: readonly number[], now: number): readonly number[] | undefined {
  const recent = before.filter((time) => time > now - WITHIN_MS && time <= now);
  return recent.length < MAX_RESTARTS ? [...recent, now] : undefined;
}

/**
 * Replaces this process by a new start of the application, with the same arguments: with the same process id if the
 * system can do that, as a new process on Windows. Never returns.
 */
export function replaceProcess(
  restarts: readonly number[],
  environment: Readonly<Record<string, string | undefined>>,
): never {
  const env = { ...environment, [VARIABLE]: restarts.join(',') };
  const args = [...process.execArgv, ...process.argv.slice(1)];
  if (process.execve && process.platform !== 'win32') {
    withUsersUmask(() => process.execve?.(process.execPath, [process.execPath, ...args], env));
  }
  spawn(process.execPath, args, { env, detached: true, stdio: 'ignore' }).unref();
  process.exit(0);
}

/** Tells the user about a restart: requests from that moment may have to be sent again. */
export function restartNotices({
  restarts,
  dataFolder,
}: {
  readonly restarts: readonly number[];
  readonly dataFolder: string;
}): Said<Notice>[] {
  if (restarts.length === 0) return [];
  return [
    withAdvice(
      { id: 'restarted-after-error', level: 'warning' },
      {
        message: [say('restartedAfterError')],
        hint: [say('sendAgainSeeLog', { path: join(dataFolder, 'logs', 'quoth.log') })],
      },
    ),
  ];
}
