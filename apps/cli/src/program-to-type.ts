import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { isProgram } from '@quoth/processes/programs';

/** Every command, as it is typed. The launcher itself runs `gateway`. */
export const commandNames = [
  'demo',
  'start',
  'stop',
  'status',
  'autostart',
  'doctor',
  'api',
  'wyoming',
  'record',
  'dictate',
  'transcribe',
  'open',
  'watch',
  'rewrite',
  'models',
  'modes',
  'vocabulary',
  'recordings',
  'actions',
  'providers',
  'tokens',
  'settings',
  'backup',
  'restore',
  'mcp',
  'completion',
  'install',
  'uninstall',
  'gateway',
] as const;

export type CommandName = (typeof commandNames)[number];

/** Where the command line was started. */
interface ProgramPlace {
  /** The script beside the programs, on Windows `quoth.cmd`; some packages have none. */
  readonly launcher: string;
  readonly cwd: string;
  /** The variable PATH. */
  readonly path: string;
}

/**
 * What to type to run the command line: `quoth` where the shell finds this very one, else `./quoth` (`.\quoth` on
 * Windows) in its folder or its whole path.
 */
export function programToType({ launcher, cwd, path }: ProgramPlace): string {
  if (!existsSync(launcher)) return 'quoth';
  const own = realpathSync(launcher);
  // The shell takes the first that can be run: a foreign one before ours hides it.
  const first = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, basename(launcher)))
    .find(isProgram);
  if (first !== undefined && realpathSync(first) === own) return 'quoth';
  const isWindows = launcher.endsWith('.cmd');
  if (realpathSync(cwd) === dirname(own)) return isWindows ? '.\\quoth' : './quoth';
  if (isWindows) return own.includes(' ') ? `"${own}"` : own;
  return /^[\w./+-]+$/.test(own) ? own : `'${own.replaceAll("'", "'\\''")}'`;
}

const command = new RegExp(`(?<=^|["'\`\\s(])quoth (?=\\[|(?:${commandNames.join('|')})\\b)`, 'gm');

/**
 * A text of ours with its commands as they can be typed here. Only what is a command: somebody may well say "quoth the
 * raven".
 */
export function typedHint(text: string, program: string): string {
  return program === 'quoth' ? text : text.replace(command, () => `${program} `);
}
