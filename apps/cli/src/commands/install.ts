import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { QuothError } from '@quoth/client';
import type { Command } from 'commander';
import type { CliEnvironment, Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { programToType } from '../program-to-type.ts';
import { printNotice } from '../terminal/print.ts';
import { completionScript, manualPage } from './completion.ts';

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
  'Type "quoth" from any folder. A shell that is already open completes it once it is opened again.';

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
    : `${folder} is not on your PATH yet. Add this line to ~/.profile (bash), ~/.zprofile (zsh), then log in again:\n  export PATH="$HOME/.local/bin:$PATH"\nIn fish, once: fish_add_path ~/.local/bin`;
}

function zshAdvice(files: readonly InstalledFile[]): string {
  const path = files.find(({ what }) => what === 'zsh completion')?.path ?? '';
  return `For zsh, add this to ~/.zshrc before compinit:\n  fpath=('${path.replace(/\/_quoth$/, '')}' $fpath)`;
}

function inTheWay(foreign: readonly InstalledFile[]): QuothError {
  return new QuothError('CONFLICT', {
    message: `Nothing was installed: there are files that "quoth install" did not write.\n${foreign.map(line).join('\n')}`,
    hint: 'Move them out of the way, then run "quoth install" again.',
  });
}

function line({ what, path }: InstalledFile): string {
  return `  ${what.padEnd(16)} ${path}`;
}

/** One file that an installation puts into the user's own folders. */
interface InstalledFile {
  readonly what: string;
  readonly path: string;
  /** A link to this, or a file with this text. */
  readonly content: { readonly link: string } | { readonly text: string };
}

/** In every text that we write, so that nothing else is ever overwritten or removed. */
const mark = 'Written by "quoth install"; "quoth uninstall" removes it.';

/** What is made of the command line for each place. */
interface InstallationParts {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly launcher: string;
  readonly bash: string;
  readonly zsh: string;
  readonly fish: string;
  readonly manualPage: string;
}

/** Where commands of the user's own lie: https://specifications.freedesktop.org/basedir-spec/latest/ */
function commandFolder(home: string): string {
  return join(home, '.local', 'bin');
}

/** The files of an installation: the places of the XDG specification, and in them those that each shell looks into. */
function installedFiles(parts: InstallationParts): InstalledFile[] {
  const { home, env } = parts;
  const data = folder(env.XDG_DATA_HOME) ?? join(home, '.local', 'share');
  const config = folder(env.XDG_CONFIG_HOME) ?? join(home, '.config');
  // The first line of a zsh completion has to name the command; what is autoloaded has to complete at its first call.
  const zsh = `${parts.zsh.replace('\n', `\n# ${mark}\n`)}[[ "\${funcstack[1]}" != _quoth ]] || _quoth "$@"\n`;
  const text = (what: string, path: string, written: string) => ({ what, path, content: { text: written } });
  return [
    { what: 'command', path: join(commandFolder(home), 'quoth'), content: { link: parts.launcher } },
    text('bash completion', join(data, 'bash-completion/completions/quoth'), `# ${mark}\n${parts.bash}`),
    text('zsh completion', join(data, 'zsh/site-functions/_quoth'), zsh),
    text('fish completion', join(config, 'fish/completions/quoth.fish'), `# ${mark}\n${parts.fish}`),
    text('man page', join(data, 'man/man1/quoth.1'), `.\\" ${mark}\n${parts.manualPage}`),
  ];
}

/** Whose the file at this path is: another version of ours counts as ours. Throws where that cannot be read. */
export function ownerOf({ path, content }: InstalledFile): 'none' | 'ours' | 'foreign' {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 'none';
  if ('link' in content)
    return found.isSymbolicLink() && readlinkSync(path) === content.link ? 'ours' : 'foreign';
  return found.isFile() && readFileSync(path, 'utf8').slice(0, 500).includes(mark) ? 'ours' : 'foreign';
}

/** Writes it whole or not at all. */
function putFile({ path, content }: InstalledFile): void {
  mkdirSync(dirname(path), { recursive: true });
  const half = `${path}.${process.pid}.new`;
  rmSync(half, { force: true });
  if ('link' in content) symlinkSync(content.link, half);
  else writeFileSync(half, content.text, { flag: 'wx' });
  renameSync(half, path);
}

/** Relative paths are to be ignored, the specification says. */
function folder(written: string | undefined): string | undefined {
  return written !== undefined && isAbsolute(written) ? written : undefined;
}
