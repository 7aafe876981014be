import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { execFileSync } from '@quoth/processes/programs';
import { UsageError } from '../exit-codes.ts';
import { comparableKeys, readConfig } from './keys.ts';

/** Desktops that have a list of custom shortcuts, which `gsettings` sets. */
type Customs = 'gnome' | 'cinnamon';

/** One thing that binding changes, as it is kept for the way back. */
export type BindingChange =
  /** A file of our own. */
  | { readonly type: 'file'; readonly path: string; readonly content: string; readonly mode: number }
  /** Text in a file that is the user's: at its end, or before these words at its end. */
  | { readonly type: 'addition'; readonly path: string; readonly text: string; readonly before?: string }
  | { readonly type: 'gnome'; readonly keys: string; readonly command: string }
  | { readonly type: 'cinnamon'; readonly keys: string; readonly command: string }
  | { readonly type: 'xfce'; readonly keys: string; readonly command: string };

/** What will be changed, for the user to read first. */
export function describeChange(change: BindingChange): string {
  switch (change.type) {
    case 'file':
      return `write ${change.path}`;
    case 'addition':
      return `add to ${change.path}, after a copy as ${backupOf(change.path)}: ${change.text.trim()}`;
    case 'gnome':
    case 'cinnamon':
      return `set a custom shortcut of the desktop by gsettings: ${change.keys} runs ${change.command}`;
    case 'xfce':
      return `set a shortcut of Xfce by xfconf-query: ${change.keys} runs ${change.command}`;
  }
}

export function apply(change: BindingChange, env: Environment): void {
  if (change.type === 'gnome' || change.type === 'cinnamon') bindCustom(change, env);
  else if (change.type === 'xfce')
    xfconf(env, '-p', xfceProperty(change.keys), '-n', '-t', 'string', '-s', change.command);
  else if (change.type === 'file') {
    mkdirSync(dirname(change.path), { recursive: true });
    replace(change.path, change.content, change.mode);
  } else {
    const { path, text, before } = change;
    // A config is often a link into a folder of settings: the link stays.
    const real = realpathSync(path);
    const now = readConfig(real);
    if (before !== undefined && !now.toString('latin1').trimEnd().endsWith(before))
      throw new UsageError(`${path} was changed meanwhile and does not end with ${before} any more.`);
    const at = before === undefined ? now.length : now.lastIndexOf(before);
    const added = Buffer.concat([now.subarray(0, at), Buffer.from(text), now.subarray(at)]);
    const mode = statSync(real).mode & 0o777;
    replace(backupOf(path), now, mode);
    replace(real, added, mode);
  }
}

/** A copy of the user's file as it was before. */
function backupOf(path: string): string {
  return `${path}.before-quoth`;
}

/** Takes a change back. Says what is left where somebody has changed it meanwhile. */
export function revert(change: BindingChange, env: Environment): string | undefined {
  if (change.type === 'gnome' || change.type === 'cinnamon') {
    unbindCustom(change.type, env);
    return undefined;
  }
  if (change.type === 'xfce') {
    const property = xfceProperty(change.keys);
    const isOurs = xfceShortcuts(env).some(([name, runs]) => name === property && runs === change.command);
    if (isOurs) xfconf(env, '-p', property, '-r');
    return undefined;
  }
  if (!existsSync(change.path)) return undefined;
  const real = realpathSync(change.path);
  const now = readConfig(real);
  if (change.type === 'file') {
    if (!now.equals(Buffer.from(change.content)))
      return `${change.path} was changed meanwhile and is left as it is.`;
    rmSync(change.path);
    return undefined;
  }
  const added = Buffer.from(change.text);
  const at = now.lastIndexOf(added);
  const copy = backupOf(change.path);
  // Where a kill came between the copy and the change, or between undoing that and deleting the copy.
  if (at < 0 && existsSync(copy) && readConfig(copy).equals(now)) rmSync(copy);
  if (at < 0)
    return now.includes(change.text.trim())
      ? `${change.path} was changed meanwhile: remove the line "${change.text.trim()}" yourself.`
      : undefined;
  const kept = Buffer.concat([now.subarray(0, at), now.subarray(at + added.length)]);
  replace(real, kept, statSync(real).mode & 0o777);
  rmSync(copy, { force: true });
  return undefined;
}

/** The old content or the new one, also after a crash. */
export function replace(path: string, content: string | Buffer, mode: number): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(temporary, 'wx', mode);
    try {
      // What is replaced keeps its mode, whatever the umask.
      if (existsSync(path)) fchmodSync(file, mode);
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

const MAX_MS = 10_000;

const MEDIA_KEYS = 'org.gnome.settings-daemon.plugins.media-keys';
const CINNAMON = 'org.cinnamon.desktop.keybindings';

/** Where each keeps custom shortcuts, and how. */
const customs = {
  gnome: {
    ...{ list: MEDIA_KEYS, key: 'custom-keybindings' },
    folder: '/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/',
    ours: '/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/quoth/',
    binding: (keys: string) => `'${keys}'`,
    /** Schemas with keys of the desktop's own. */
    schemas: [
      MEDIA_KEYS,
      'org.gnome.desktop.wm.keybindings',
      'org.gnome.shell.keybindings',
      'org.gnome.mutter.keybindings',
      'org.gnome.mutter.wayland.keybindings',
    ],
  },
  cinnamon: {
    ...{ list: CINNAMON, key: 'custom-list' },
    folder: '/org/cinnamon/desktop/keybindings/custom-keybindings/',
    // Its settings read the number in each name.
    ours: 'custom900',
    binding: (keys: string) => `['${keys}']`,
    schemas: [CINNAMON, `${CINNAMON}.wm`, `${CINNAMON}.media-keys`],
  },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The schema of one of them, by its name in the list. */
function schemaOf(desktop: Customs, name: string): string {
  const { list, folder } = customs[desktop];
  return `${list}.custom-keybinding:${name.startsWith('/') ? name : `${folder}${name}/`}`;
}

/** Which of the desktop's shortcuts has these keys already, besides ours; undefined where they are free. */
export function customHolderOf(desktop: Customs, keys: string, env: Environment): string | undefined {
  const { key: list, ours, schemas } = customs[desktop];
  const wanted = comparableKeys(keys);
  const has = (value: string) =>
    [...value.matchAll(/'([^']*)'/g)].some(([, one = '']) => comparableKeys(one) === wanted);
  for (const name of customNames(desktop, env))
    if (name !== ours && has(gsettings(env, 'get', schemaOf(desktop, name), 'binding')))
      return gsettings(env, 'get', schemaOf(desktop, name), 'name').trim();
  const known = new Set(gsettings(env, 'list-schemas').split('\n'));
  for (const schema of schemas.filter((one) => known.has(one)))
    for (const line of gsettings(env, 'list-recursively', schema).split('\n')) {
      const [, key = '', ...value] = line.split(' ');
      if (key !== list && has(value.join(' '))) return `${schema} ${key}`;
    }
  return undefined;
}

interface Custom {
  readonly type: Customs;
  readonly keys: string;
  readonly command: string;
}

function bindCustom({ type, keys, command }: Custom, env: Environment): void {
  const { ours, binding } = customs[type];
  const values = { name: "'Quoth dictation'", command: `'${command}'`, binding: binding(keys) };
  for (const [key, value] of Object.entries(values)) gsettings(env, 'set', schemaOf(type, ours), key, value);
  const names = customNames(type, env);
  if (!names.includes(ours)) setCustomNames(type, [...names, ours], env);
}

function unbindCustom(type: Customs, env: Environment): void {
  const { ours } = customs[type];
  const names = customNames(type, env);
  const left = names.filter((name) => name !== ours);
  if (left.length < names.length) setCustomNames(type, left, env);
  gsettings(env, 'reset-recursively', schemaOf(type, ours));
}

function customNames(desktop: Customs, env: Environment): string[] {
  const { list, key } = customs[desktop];
  return [...gsettings(env, 'get', list, key).matchAll(/'([^']*)'/g)].map(([, one = '']) => one);
}

function setCustomNames(desktop: Customs, names: readonly string[], env: Environment): void {
  const { list, key } = customs[desktop];
  if (names.length === 0) gsettings(env, 'reset', list, key);
  else gsettings(env, 'set', list, key, `[${names.map((one) => `'${one}'`).join(', ')}]`);
}

/** Which of Xfce's shortcuts has these keys already; undefined where they are free. */
export function xfceHolderOf(keys: string, env: Environment): string | undefined {
  const wanted = comparableKeys(keys);
  const holder = xfceShortcuts(env).find(
    ([name]) => comparableKeys(name.slice(name.lastIndexOf('/') + 1)) === wanted,
  );
  return holder?.join(' ');
}

const xfceProperty = (keys: string) => `/commands/custom/${keys}`;

/** Name and command of each shortcut in use. */
function xfceShortcuts(env: Environment): (readonly [name: string, runs: string])[] {
  return xfconf(env, '-l', '-v')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', runs = ''] = /^(\/(?:commands|xfwm4)\/custom\/\S+)\s+(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, runs.trim()] as const];
    });
}

function gsettings(env: Environment, ...args: readonly string[]): string {
  return printed('gsettings', args, env);
}

function xfconf(env: Environment, ...args: readonly string[]): string {
  return printed('xfconf-query', ['-c', 'xfce4-keyboard-shortcuts', ...args], env);
}

/**
 * The version of a niri that knows no "include", as before 25.11: at its next start it would refuse the whole of a
 * configuration that has one. Undefined where it knows it, or where there is no niri to ask.
 */
export function oldNiri(env: Environment): string | undefined {
  try {
    const options = { encoding: 'utf8', env: env as NodeJS.ProcessEnv, timeout: MAX_MS } as const;
    const said = execFileSync('niri', ['--version'], { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
    const [version, year = '', month = ''] = /(\d+)\.(\d+)/.exec(said) ?? [];
    return version !== undefined && Number(year) * 100 + Number(month) < 2511 ? version : undefined;
  } catch {
    return undefined;
  }
}

/** What the desktop's own program for its settings prints. */
function printed(program: string, args: readonly string[], env: Environment): string {
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      env: env as NodeJS.ProcessEnv,
      timeout: MAX_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (cause) {
    throw new UsageError(
      `The desktop's program ${program} failed (${args.slice(0, 2).join(' ')}); set the shortcut in Settings, Keyboard instead.`,
      { cause },
    );
  }
}
