import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { QuothError } from '@quoth/client';
import type { Command } from 'commander';
import { completionScript } from '../completion-script.ts';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { commandFolder, type InstalledFile, installedFiles, ownerOf, putFile } from '../installed-files.ts';
import { manualPage } from '../manual-page.ts';
import { printNotice } from '../print.ts';
import { programToType } from '../program-to-type.ts';
import type { Register } from '../register.ts';

/** `quoth install`: the command on the PATH, completion and the man page, in the user's own folders. If a foreign file is in the way, nothing is installed. */
export const install: Register = (command, environment) => {
  command.addHelpText('after', '\nExamples:\n  ./quoth install').action((options: { json?: boolean }) => {
    const files = filesOf(command, environment);
    const foreign = files.filter((file) => ownerOf(file) === 'foreign');
    if (foreign.length > 0) throw inTheWay(foreign);
    for (const file of files) putFile(file);
    const { launcher, cwd, env } = environment.config;
    const onPath = programToType({ launcher, cwd, path: env.PATH ?? '' }) === 'quoth';
    const body = { ok: true, on_path: onPath, files: files.map(({ what, path }) => ({ what, path })) };
    printNotice(environment, options.json, body, () =>
      ['Installed:', ...files.map(line), '', onPath ? ready : pathAdvice(environment), zshAdvice(files)].join(
        '\n',
      ),
    );
  });
};

const ready =
  'Type "quoth" from any folder. A shell that is already open completes it once it is opened anew.';

/** What `install` writes here. */
export function filesOf(command: Command, { config }: CliEnvironment): InstalledFile[] {
  const { launcher, platform, home, env } = config;
  if (platform === 'win32') throw new UsageError('"quoth install" is for Linux and macOS.');
  if (!existsSync(launcher))
    throw new UsageError('"quoth install" works in a clone; this Quoth is already installed.');
  const program = command.parent ?? command;
  const [bash, zsh, fish] = [
    completionScript('bash', program),
    completionScript('zsh', program),
    completionScript('fish', program),
  ];
  return installedFiles({ home, env, launcher, bash, zsh, fish, manualPage: manualPage(program) });
}

function pathAdvice({ config: { home, env } }: CliEnvironment): string {
  const folder = commandFolder(home);
  return (env.PATH ?? '').split(delimiter).includes(folder)
    ? `Another "quoth" comes first on your PATH: "type -a quoth" shows which. This one is ${folder}/quoth.`
    : `${folder} is not on your PATH yet. Add this line to ~/.profile (bash), ~/.zprofile (zsh), then log in anew:\n  export PATH="$HOME/.local/bin:$PATH"\nIn fish, once: fish_add_path ~/.local/bin`;
}

function zshAdvice(files: readonly InstalledFile[]): string {
  const path = files.find(({ what }) => what === 'zsh completion')?.path ?? '';
  return `For zsh, add this to ~/.zshrc before compinit:\n  fpath=('${path.replace(/\/_quoth$/, '')}' $fpath)`;
}

function inTheWay(foreign: readonly InstalledFile[]): QuothError {
  return new QuothError('INVALID_REQUEST', {
    message: `Nothing was installed: there are files that "quoth install" did not write.\n${foreign.map(line).join('\n')}`,
    hint: 'Move them out of the way, then run "quoth install" again.',
  });
}

function line({ what, path }: InstalledFile): string {
  return `  ${what.padEnd(16)} ${path}`;
}
