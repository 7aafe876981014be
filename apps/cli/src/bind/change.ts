import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Gsettings } from './gsettings.ts';

/** One thing that binding changes, as it is kept for the way back. */
export type Change =
  /** A file of our own. */
  | { readonly type: 'file'; readonly path: string; readonly content: string; readonly mode: number }
  /** Text at the end of a file that is the user's. */
  | { readonly type: 'addition'; readonly path: string; readonly text: string }
  | { readonly type: 'gnome'; readonly keys: string; readonly command: string };

/** What will be changed, for the user to read first. */
export function inWords(change: Change): string {
  switch (change.type) {
    case 'file':
      return `write ${change.path}`;
    case 'addition':
      return `add to ${change.path}: ${change.text.trim()}`;
    case 'gnome':
      return `set a custom shortcut of GNOME by gsettings: ${change.keys} runs ${change.command}`;
  }
}

export function apply(change: Change, gsettings: Gsettings): void {
  if (change.type === 'gnome') gsettings.bind(change.keys, change.command);
  else if (change.type === 'file') {
    mkdirSync(dirname(change.path), { recursive: true });
    replace(change.path, change.content, change.mode);
  } else {
    const { path, text } = change;
    // A config is often a link into a folder of settings: the link stays.
    const real = realpathSync(path);
    replace(real, readFileSync(real, 'utf8') + text, statSync(real).mode & 0o777);
  }
}

/** Takes a change back. Says what is left where somebody has changed it meanwhile. */
export function takeBack(change: Change, gsettings: Gsettings): string | undefined {
  if (change.type === 'gnome') {
    gsettings.unbind();
    return undefined;
  }
  if (!existsSync(change.path)) return undefined;
  const real = realpathSync(change.path);
  const now = readFileSync(real, 'utf8');
  if (change.type === 'file') {
    if (now !== change.content) return `${change.path} was changed meanwhile and is left as it is.`;
    rmSync(change.path);
    return undefined;
  }
  const at = now.lastIndexOf(change.text);
  if (at < 0)
    return now.includes(change.text.trim())
      ? `${change.path} was changed meanwhile: remove the line "${change.text.trim()}" yourself.`
      : undefined;
  replace(real, now.slice(0, at) + now.slice(at + change.text.length), statSync(real).mode & 0o777);
  return undefined;
}

/** The old content or the new one, also after a crash. */
export function replace(path: string, content: string, mode: number): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(temporary, 'wx', mode);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
