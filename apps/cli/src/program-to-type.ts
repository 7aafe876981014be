import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

/** Where the command line was started. */
export interface ProgramPlace {
  /** The repository's script; an installed package has none. */
  readonly launcher: string;
  readonly cwd: string;
  /** The variable PATH. */
  readonly path: string;
}

/** What to type to run the command line: `quoth` where the shell finds this very one, else `./quoth` in its folder or its whole path. */
export function programToType({ launcher, cwd, path }: ProgramPlace): string {
  if (!existsSync(launcher)) return 'quoth';
  const own = realpathSync(launcher);
  // The shell takes the first that can be run: a foreign one before ours hides it.
  const first = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, 'quoth'))
    .find(isProgram);
  if (first !== undefined && realpathSync(first) === own) return 'quoth';
  if (realpathSync(cwd) === dirname(own)) return './quoth';
  return /^[\w./+-]+$/.test(own) ? own : `'${own.replaceAll("'", "'\\''")}'`;
}

/** A hint with its commands as they can be typed here. */
export function typedHint(hint: string, program: string): string {
  return hint.replace(/(?<=^|["\s(])quoth (?=[a-z])/gm, () => `${program} `);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
