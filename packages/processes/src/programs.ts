import * as node from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { promisify } from 'node:util';

/*
 * Every program that the product starts is started here. On Windows, a console program whose parent has no console
 * opens one, in front of whatever the user was typing into: so none of them shows a window, unless `windowsHide: false`
 * says that its window is what it is started for. As Node's functions of these names, always called with options.
 */

export const spawn = ((program: string, args: readonly string[], options: node.SpawnOptions) =>
  node.spawn(program, args, { windowsHide: true, ...options })) as typeof node.spawn;

let usersUmask: number | undefined;

/** Files that this process makes are readable by its user alone from now on. */
export function keepFilesPrivate(): void {
  usersUmask ??= process.umask(0o077);
}

/**
 * What is started by this makes files as the user's programs do. Our own files need no umask for that moment: each is
 * made with its mode.
 */
export function withUsersUmask<Result>(start: () => Result): Result {
  if (usersUmask === undefined) return start();
  const own = process.umask(usersUmask);
  try {
    return start();
  } finally {
    process.umask(own);
  }
}

export const fork = ((main: string, args: readonly string[], options: node.ForkOptions) =>
  node.fork(main, args, { windowsHide: true, ...options })) as typeof node.fork;

export const execFileSync = ((
  program: string,
  args: readonly string[],
  options: node.ExecFileSyncOptions = {},
) => node.execFileSync(program, args, { windowsHide: true, ...options })) as typeof node.execFileSync;

type Printed = (error: node.ExecFileException | null, printed: string, complaints: string) => void;

export const execFile = Object.assign(
  (program: string, args: readonly string[], options: node.ExecFileOptions, done: Printed) =>
    node.execFile(program, args, { windowsHide: true, ...options }, done as never),
  {
    [promisify.custom]: (program: string, args: readonly string[], options: node.ExecFileOptions = {}) =>
      promisify(node.execFile)(program, args, { windowsHide: true, ...options }),
  },
) as unknown as typeof node.execFile;

/**
 * Starts a program that outlives this one, with its window shown. False if it cannot be started, or ends with an error
 * within the time: the system's opener answers at once, or is itself the browser and stays.
 */
export async function startApart(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  failsWithinMs: number,
): Promise<boolean> {
  const child = withUsersUmask(() =>
    spawn(program, args, { env, stdio: 'ignore', detached: true, windowsHide: false }),
  );
  const isStarted = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), failsWithinMs);
    const end = (result: boolean) => {
      clearTimeout(timer);
      resolve(result);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
  child.unref();
  return isStarted;
}

/**
 * Ends this process at once. `process.exit` waits for every thread, and one of them may be in a call of the system that
 * never returns: a pipe, a network drive, a keyring that asks.
 */
export function endProcess(code: number): never {
  // Node writes what it compiled when it exits by itself; the next start would have to compile it again.
  flushCompileCache();
  if (process.execve && process.platform !== 'win32') {
    process.execve('/bin/sh', ['sh', '-c', `exit ${code}`], {});
  }
  process.exit(code);
}

/** What opens an address in the user's own browser. */
export function openerOf(platform: NodeJS.Platform, address: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', address];
  // Not cmd: it opens a console, and takes an address apart at its &.
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}

/** Whether a file can be run by its path. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
