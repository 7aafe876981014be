import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@quoth/contract';

export interface ProgramNameOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly language: Language;
}

/** More than any menu has. */
const MAX_ENTRIES = 2_000;

/**
 * What a program is called in menus, by the name that the platform gives its windows: on Linux as its desktop entry
 * says, else the same name as people write it. Never rejects.
 */
export async function programName(program: string, options: ProgramNameOptions): Promise<string> {
  const entry = options.platform === 'linux' ? await entryName(program, options) : undefined;
  return entry ?? readable(program);
}

async function entryName(program: string, { env, home, language }: ProgramNameOptions) {
  // A window may call itself anything, and is to name no other folder.
  if (!/^[\w-][\w.-]*$/.test(program)) return undefined;
  const own = env.XDG_DATA_HOME || join(home, '.local', 'share');
  const shared = (env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':');
  const folders = [own, ...shared].map((folder) => join(folder, 'applications'));
  for (const folder of folders)
    for (const name of new Set([program, program.toLowerCase()])) {
      const found = nameIn(await textOf(join(folder, `${name}.desktop`)), language);
      if (found !== undefined) return found;
    }
  // GNOME names a program by its command: gnome-text-editor, whose entry is org.gnome.TextEditor.
  for (const folder of folders) {
    const files = await readdir(folder).catch((): readonly string[] => []);
    const texts = files.slice(0, MAX_ENTRIES).filter((file) => file.endsWith('.desktop'));
    for (const text of await Promise.all(texts.map((file) => textOf(join(folder, file)))))
      if (commandIn(text) === program) return nameIn(text, language);
  }
  return undefined;
}

function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function commandIn(entry: string): string | undefined {
  const [, command = ''] = /^Exec=(\S+)(?:[ \t]+%\w)*[ \t]*$/m.exec(entry) ?? [];
  return command.slice(command.lastIndexOf('/') + 1);
}

/** The name that a desktop entry gives its program in this language. */
function nameIn(entry: string, language: Language): string | undefined {
  const [, group = ''] = entry.split(/^\[Desktop Entry\]$/m);
  const [lines = ''] = group.split(/^\[/m, 1);
  const named = (key: string) =>
    lines
      .split('\n')
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .trim();
  return named(`Name[${language.replace('-', '_')}]`) ?? named('Name');
}

/** `notepad.exe`, `com.apple.mail` and `gnome-terminal` as Notepad, Mail and Gnome terminal. */
function readable(program: string): string {
  const bare = program.replace(/\.exe$/i, '');
  const last = /^\w+(?:\.[\w-]+){2,}$/.test(bare) ? bare.slice(bare.lastIndexOf('.') + 1) : bare;
  const spaced = last.replace(/[-_]+/g, ' ').trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
