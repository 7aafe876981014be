import { spawn } from 'node:child_process';

/** Carries the times of earlier restarts from one process to the next. */
const VARIABLE = 'QUOTH_RESTARTED_AT';
/** So many restarts within this time mean that a restart does not help. */
const MOST_RESTARTS = 5;
const WITHIN_MS = 10 * 60_000;

/** When the application replaced itself, in milliseconds since 1970; read once at the start. */
export function readRestarts(env: Readonly<Record<string, string | undefined>>): readonly number[] {
  return (env[VARIABLE] ?? '')
    .split(',')
    .map(Number)
    .filter(Number.isSafeInteger)
    .filter((time) => time > 0);
}

/** The restarts to hand on when the application replaces itself now; undefined when it has done so too often of late. */
export function nextRestarts(before: readonly number[], now: number): readonly number[] | undefined {
  const recent = before.filter((time) => time > now - WITHIN_MS && time <= now);
  return recent.length < MOST_RESTARTS ? [...recent, now] : undefined;
}

/**
 * Starts the application anew in the place of this process, with the same arguments: under the same process id where the system
 * can replace a process, as a new one on Windows. Never returns.
 */
export function replaceProcess(
  restarts: readonly number[],
  environment: Readonly<Record<string, string | undefined>>,
): never {
  const env = { ...environment, [VARIABLE]: restarts.join(',') };
  const args = [...process.execArgv, ...process.argv.slice(1)];
  if (process.execve && process.platform !== 'win32') {
    process.execve(process.execPath, [process.execPath, ...args], env);
  }
  spawn(process.execPath, args, { env, detached: true, stdio: 'ignore', windowsHide: true }).unref();
  process.exit(0);
}
