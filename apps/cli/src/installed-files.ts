import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** One file that an installation puts into the user's own folders. */
export interface InstalledFile {
  readonly what: string;
  readonly path: string;
  /** A link to this, or a file with this text. */
  readonly content: { readonly link: string } | { readonly text: string };
}

/** In every text that we write, so that nothing else is ever overwritten or removed. */
const mark = 'Written by "quoth install"; "quoth uninstall" removes it.';

/** What is made of the command line for each place. */
export interface InstallationParts {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly launcher: string;
  readonly bash: string;
  readonly zsh: string;
  readonly fish: string;
  readonly manualPage: string;
}

/** Where commands of the user's own lie: https://specifications.freedesktop.org/basedir-spec/latest/ */
export function commandFolder(home: string): string {
  return join(home, '.local', 'bin');
}

/** The files of an installation: the places of the XDG specification, and in them those that each shell looks into. */
export function installedFiles(parts: InstallationParts): InstalledFile[] {
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
export function ownerOf({ path, content }: InstalledFile): 'nobody' | 'ours' | 'foreign' {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 'nobody';
  if ('link' in content)
    return found.isSymbolicLink() && readlinkSync(path) === content.link ? 'ours' : 'foreign';
  return found.isFile() && readFileSync(path, 'utf8').slice(0, 500).includes(mark) ? 'ours' : 'foreign';
}

/** Writes it whole or not at all. */
export function putFile({ path, content }: InstalledFile): void {
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
