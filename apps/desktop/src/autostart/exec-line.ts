import type { LaunchCommand } from './autostart.ts';

/** The value of `Exec` in a desktop entry. */
export function execLine({ program, args, env }: LaunchCommand): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const words = variables.length > 0 ? ['env', ...variables, program, ...args] : [program, ...args];
  return words.map(quoted).join(' ');
}

/**
 * One argument in the syntax of `Exec`: quoted, its special characters escaped, and then escaped again as every string of the file is.
 * https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html
 */
function quoted(word: string): string {
  if (/^[\w./=:@+-]+$/.test(word)) return word;
  const argument = `"${word.replace(/["`$\\]/g, '\\$&')}"`;
  return argument.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('%', '%%');
}
