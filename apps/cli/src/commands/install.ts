import {
  cpSync,
  existsSync,
  globSync,
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
import { crc32 } from 'node:zlib';
import { QuothError } from '@quoth/client';
import { installation, root } from '@quoth/processes/places';
import { execFileSync } from '@quoth/processes/programs';
import type { Command } from 'commander';
import { stopIfRunning } from '../application/stop.ts';
import type { CliEnvironment, Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { manualPages } from '../manual-page/manual-page.ts';
import { programToType } from '../program-to-type.ts';
import { printNotice } from '../terminal/print.ts';
import { completionScript } from './completion.ts';

/**
 * `quoth install`: the command on the PATH, completion and the man page, in the user's own folders. If a foreign file
 * is in the way, nothing is installed.
 */
export const install: Register = (command, environment) => {
  command
    .addHelpText('after', '\nExamples:\n  ./quoth install')
    .action(async (options: { json?: boolean }) => {
      if (['deb', 'rpm', 'pacman', 'npm'].includes(installation()))
        throw new UsageError(`This Quoth is already installed, in ${root}.`);
      const files = await filesOf(command, environment);
      const foreign = files.filter((file) => ownerOf(file) === 'foreign');
      if (foreign.length > 0) throw blockedBy(foreign);
      if (installation() === 'tar') await putProgram(environment);
      for (const file of files) putFile(file);
      const { launcher, cwd, env } = environment.config;
      const onPath = programToType({ launcher, cwd, path: env.PATH ?? '' }) === 'quoth';
      const body = { ok: true, on_path: onPath, files: files.map(({ what, path }) => ({ what, path })) };
      printNotice(environment, options.json, body, () =>
        [
          'Installed:',
          ...files.map(line),
          '',
          onPath ? ready : pathAdvice(environment),
          zshAdvice(files),
        ].join('\n'),
      );
    });
};

const ready =
  'Type "quoth" from any folder. A shell that is already open completes it once it is opened again.';

/** What `install` writes here. */
export async function filesOf(command: Command, { config }: CliEnvironment): Promise<InstalledFile[]> {
  const { launcher, platform, home, env } = config;
  if (platform === 'win32') throw new UsageError('"quoth install" is for Linux and macOS.');
  const kind = installation();
  if (kind !== 'clone' && kind !== 'tar') return [];
  const program = command.parent ?? command;
  const [bash, zsh, fish] = [
    completionScript('bash', program),
    completionScript('zsh', program),
    completionScript('fish', program),
  ];
  const isClone = kind === 'clone';
  const files = installedFiles({
    ...{ home, env, bash, zsh, fish, manualPages: await manualPages(program) },
    launcher: isClone ? launcher : join(programFolder(home), 'quoth'),
  });
  return isClone ? files : [...files, ...desktopFiles(home, folder(env.XDG_DATA_HOME))];
}

/** Where the program of a tarball is put for one user. */
export function programFolder(home: string): string {
  return join(home, '.local', 'lib', 'quoth');
}

/**
 * Copies the unpacked tarball to its place; what was there is replaced once the copy is whole. A Quoth that runs from
 * there finishes what is in progress and is stopped for that moment: its files go.
 */
async function putProgram(environment: CliEnvironment): Promise<void> {
  const place = programFolder(environment.config.home);
  if (root === place) return;
  const [fresh, old] = [`${place}.${process.pid}.new`, `${place}.${process.pid}.old`];
  let wasRunning = false;
  try {
    mkdirSync(dirname(place), { recursive: true });
    cpSync(root, fresh, { recursive: true, verbatimSymlinks: true });
    if (existsSync(place)) {
      wasRunning = await stopIfRunning(environment);
      renameSync(place, old);
    }
    renameSync(fresh, place);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (existsSync(old) && !existsSync(place)) renameSync(old, place);
    if (wasRunning) startFrom(place);
    throw new QuothError('INTERNAL_ERROR', {
      message: `Nothing was installed: ${error instanceof Error ? error.message : String(error)}`,
      hint: `It needs 260 MB in ${dirname(place)}, which you must be able to write to.`,
    });
  }
  rmSync(old, { recursive: true, force: true });
  if (wasRunning) startFrom(place);
}

function startFrom(place: string): void {
  execFileSync(join(place, 'quoth'), ['start', '--headless'], { stdio: 'ignore' });
}

/**
 * Menu entry, icons and what software centres show, as the tarball brings them; the entry names the command by its
 * whole path.
 */
function desktopFiles(home: string, target = join(home, '.local', 'share')): InstalledFile[] {
  const share = join(root, 'share');
  const command = join(commandFolder(home), 'quoth');
  const named = /^[\w./+-]+$/.test(command) ? command : 'quoth';
  return globSync('{applications,icons,metainfo}/**/app.quoth.Quoth*', { cwd: share }).map((path) => {
    const bytes = readFileSync(join(share, path));
    const data = path.endsWith('.png')
      ? markedPicture(bytes)
      : path.endsWith('.desktop')
        ? `# ${mark}\n${bytes.toString().replaceAll(/\bquoth(?= (open|start|dictate|transcribe))|(?<=^TryExec=)quoth$/gm, named)}`
        : `${bytes}\n<!-- ${mark} -->\n`;
    return {
      what: path.startsWith('icons') ? 'icon' : 'menu entry',
      path: join(target, path),
      content: { data },
    };
  });
}

/** Header and first chunk of a PNG file: a comment may follow. */
const PNG_HEAD_BYTES = 33;

/** The picture with our mark as its comment, by which it is known as ours (PNG specification, section 11.3.4.3). */
function markedPicture(png: Buffer): Buffer {
  const chunk = Buffer.from(`tEXtComment\0${mark}`, 'latin1');
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  check.writeUInt32BE(crc32(chunk));
  return Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), length, chunk, check, png.subarray(PNG_HEAD_BYTES)]);
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

function blockedBy(foreign: readonly InstalledFile[]): QuothError {
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
  /** A link to this, or a file with these data, among them our mark. */
  readonly content: { readonly link: string } | { readonly data: string | Buffer };
}

/** In every file that we write, so that nothing else is ever overwritten or removed. */
const mark = 'Written by "quoth install"; "quoth uninstall" removes it.';

/** What is made of the command line for each place. */
interface InstallationParts {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly launcher: string;
  readonly bash: string;
  readonly zsh: string;
  readonly fish: string;
  readonly manualPages: Awaited<ReturnType<typeof manualPages>>;
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
  const text = (what: string, path: string, written: string) => ({ what, path, content: { data: written } });
  return [
    { what: 'command', path: join(commandFolder(home), 'quoth'), content: { link: parts.launcher } },
    text('bash completion', join(data, 'bash-completion/completions/quoth'), `# ${mark}\n${parts.bash}`),
    text('zsh completion', join(data, 'zsh/site-functions/_quoth'), zsh),
    text('fish completion', join(config, 'fish/completions/quoth.fish'), `# ${mark}\n${parts.fish}`),
    ...parts.manualPages.map((page) =>
      text('man page', join(data, 'man', page.path), `.\\" ${mark}\n${page.text}`),
    ),
  ];
}

/** Whose the file at this path is: another version of ours counts as ours. Throws where that cannot be read. */
export function ownerOf({ path, content }: InstalledFile): 'none' | 'ours' | 'foreign' {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 'none';
  if ('link' in content)
    return found.isSymbolicLink() && readlinkSync(path) === content.link ? 'ours' : 'foreign';
  return found.isFile() && readFileSync(path).includes(mark) ? 'ours' : 'foreign';
}

/** Writes it whole or not at all. */
function putFile({ path, content }: InstalledFile): void {
  mkdirSync(dirname(path), { recursive: true });
  const half = `${path}.${process.pid}.new`;
  rmSync(half, { force: true });
  if ('link' in content) symlinkSync(content.link, half);
  else writeFileSync(half, content.data, { flag: 'wx' });
  renameSync(half, path);
}

/** Relative paths are to be ignored, the specification says. */
function folder(written: string | undefined): string | undefined {
  return written !== undefined && isAbsolute(written) ? written : undefined;
}
