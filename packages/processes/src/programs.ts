import * as node from 'node:child_process';
import { promisify } from 'node:util';

/*
 * Every program that the product starts is started here. On Windows, a console program whose parent has no console opens one, in front of
 * whatever the user was typing into: so none of them shows a window, unless `windowsHide: false` says that its window is what it is started for.
 * As Node's functions of these names, always called with options.
 */

export const spawn = ((program: string, args: readonly string[], options: node.SpawnOptions) =>
  node.spawn(program, args, { windowsHide: true, ...options })) as typeof node.spawn;

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
