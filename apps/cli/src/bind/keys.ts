import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type KeyCombination, type ModifierName, xkbName } from '@quoth/contract';
import { UsageError } from '../exit-codes.ts';

/** Names of Qt (QKeySequence), which KDE takes. */
const qt: Readonly<Record<string, string>> = {
  Enter: 'Return',
  Delete: 'Del',
  Insert: 'Ins',
  PageUp: 'PgUp',
  PageDown: 'PgDown',
  Escape: 'Esc',
};
const swayModifiers: Readonly<Record<ModifierName, string>> = {
  Ctrl: 'Ctrl',
  Alt: 'Mod1',
  Shift: 'Shift',
  Super: 'Mod4',
};
const gnomeModifiers: Readonly<Record<ModifierName, string>> = {
  Ctrl: '<Control>',
  Alt: '<Alt>',
  Shift: '<Shift>',
  Super: '<Super>',
};

export function gnomeKeys({ modifiers, key }: KeyCombination): string {
  return modifiers.map((name) => gnomeModifiers[name]).join('') + xkbName(key);
}

export function swayKeys({ modifiers, key }: KeyCombination): string {
  return [...modifiers.map((name) => swayModifiers[name]), xkbName(key)].join('+');
}

/** Both fields of Hyprland's `bind`. */
export function hyprlandKeys({ modifiers, key }: KeyCombination): string {
  return `${modifiers.join(' ').toUpperCase()}, ${xkbName(key)}`;
}

const labwcModifiers: Readonly<Record<ModifierName, string>> = {
  Ctrl: 'C',
  Alt: 'A',
  Shift: 'S',
  Super: 'W',
};

export function labwcKeys({ modifiers, key }: KeyCombination): string {
  return [...modifiers.map((name) => labwcModifiers[name]), xkbName(key)].join('-');
}

export function niriKeys({ modifiers, key }: KeyCombination): string {
  return [...modifiers, xkbName(key)].join('+');
}

/** Both words of river's `riverctl map`. */
export function riverKeys({ modifiers, key }: KeyCombination): string {
  const held = modifiers.map((name) => (name === 'Ctrl' ? 'Control' : name)).join('+') || 'None';
  return `${held} ${xkbName(key)}`;
}

/** Wayfire's, with the kernel's names of keys. */
export function wayfireKeys({ modifiers, key }: KeyCombination): string {
  const held = modifiers.map((name) => `<${name.toLowerCase()}>`);
  return [...held, `KEY_${key.toUpperCase()}`].join(' ');
}

export function kdeKeys({ modifiers, key }: KeyCombination): string {
  return [...modifiers.map((name) => (name === 'Super' ? 'Meta' : name)), qt[key] ?? key].join('+');
}

const sameModifier: ReadonlyMap<string, string> = new Map([
  ['control', 'ctrl'],
  ['primary', 'ctrl'],
  ['mod1', 'alt'],
  ['mod4', 'super'],
  ['meta', 'super'],
  ['logo', 'super'],
  ['win', 'super'],
  // niri's, unless its user chose another.
  ['mod', 'super'],
]);

/** A combination in any of these ways of writing it, so that two can be compared. */
export function comparableKeys(written: string): string {
  const parts = written
    .toLowerCase()
    .split(/[<>+,\s"']+/)
    .filter((part) => part !== '')
    .map((part) => sameModifier.get(part) ?? part);
  const key = parts.pop() ?? '';
  return [...new Set(parts)].sort().concat(key).join('+');
}

const MAX_FILES = 100;
const MAX_FILE_BYTES = 1_000_000;

/** How lines of a configuration name variables, other files, and keys; i3 has those of sway. */
interface Syntax {
  readonly variable?: RegExp;
  readonly include?: RegExp;
  readonly keys: RegExp;
}

const syntaxes = {
  sway: {
    variable: /^set\s+(?<name>\$\S+)\s+(?<value>.*)$/,
    include: /^include\s+(.+)$/,
    keys: /^bind(?:sym|code)\s+(?:--\S+\s+)*(\S+)/g,
  },
  hyprland: {
    variable: /^(?<name>\$\w+)\s*=\s*(?<value>.*)$/,
    include: /^source\s*=\s*(.+)$/,
    keys: /^bind\w*\s*=\s*([^,]*,[^,]*)/g,
  },
  niri: {
    include: /^include\s[^"]*("[^"]+")/,
    keys: /(?:^|[{;}]\s*)([\w+]+)(?=\s[^{};]*\{)/g,
  },
  river: {
    variable: /^(?<name>\w+)=(?<value>\S+)$/,
    include: /^(?:\.|source)\s+(\S+)/,
    keys: /^riverctl\s+map\s+(?:-\S+\s+)*normal\s+(\S+\s+\S+)/g,
  },
  wayfire: { keys: /((?:<\w+>\s*)*\bKEY_\w+)/g },
} as const satisfies Readonly<Record<string, Syntax>>;

function isReadable(path: string): boolean {
  const stat = statSync(path);
  return stat.isFile() && stat.size <= MAX_FILE_BYTES;
}

/**
 * The bytes of a desktop's file: nothing says in which encoding it is. Throws UsageError for a device, a pipe or what
 * is too large for a configuration.
 */
export function readConfig(path: string): Buffer {
  if (!isReadable(path))
    throw new UsageError(
      `${path} is not an ordinary file, or has more than a megabyte. Nothing was changed.`,
    );
  return readFileSync(path);
}

interface TilingConfig {
  readonly syntax: keyof typeof syntaxes;
  readonly path: string;
  readonly home: string;
  /** Our own file, which is no foreign one. */
  readonly own: string;
}

/** The line that has these keys already, in the config or a file that it includes; undefined where they are free. */
export function foreignLine({ syntax, path, home, own }: TilingConfig, keys: string): string | undefined {
  const { variable, include, keys: bound }: Syntax = syntaxes[syntax];
  const wanted = comparableKeys(keys);
  const variables = new Map<string, string>();
  const read = new Set([own]);
  const scan = (file: string): string | undefined => {
    if (read.has(file) || read.size > MAX_FILES || !existsSync(file)) return undefined;
    read.add(file);
    if (!isReadable(file)) return undefined;
    for (const written of readFileSync(file, 'utf8').split('\n')) {
      const line = written.trim();
      const { name, value = '' } = variable?.exec(line)?.groups ?? {};
      // A shell's variable is set without its sign.
      if (name !== undefined) variables.set(syntax === 'river' ? `$${name}` : name, replaced(value));
      const other = include?.exec(line)?.[1];
      const found = other === undefined ? undefined : included(replaced(other), file);
      if (found !== undefined) return found;
      for (const [, one = ''] of /^(?:#|\/[/-])/.test(line) ? [] : line.matchAll(bound))
        if (comparableKeys(plainModifiers(replaced(one))) === wanted) return line;
    }
    return undefined;
  };
  const included = (pattern: string, from: string): string | undefined => {
    const plain = pattern.replace(/^["']|["']$/g, '').replace(/^~(?=\/)|\$HOME/g, home);
    for (const file of globSync(resolve(dirname(from), plain))) {
      const found = scan(file);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  // Hyprland takes SUPER_SHIFT too.
  const plainModifiers = (text: string) =>
    syntax === 'hyprland' ? text.replace(/^[^,]*/, (held) => held.replaceAll('_', ' ')) : text;
  // The longest name first: `$mod` begins `$modifier`.
  const replaced = (text: string): string =>
    [...variables]
      .sort(([a], [b]) => b.length - a.length)
      .reduce((all, [name, value]) => all.replaceAll(name, value), text);
  return scan(path);
}

/** labwc's own keys, of all its versions (default-bindings.h). */
const labwcStandard =
  'A-Tab A-S-Tab A-F3 A-F4 A-Space A-Left A-Right A-Up A-Down W-Return W-a W-Left W-Right W-Up W-Down'.split(
    ' ',
  );

interface Keybinds {
  /** Whether labwc's own keys count: because the file has none, because it asks for them, or not. */
  readonly standard: 'implied' | 'asked' | 'left-out';
  /** The key that is the same as the wanted one; undefined where that is free. */
  readonly holder: string | undefined;
}

/** What the text of labwc's file says of this key. */
export function keybindsOf(file: string, keys: string): Keybinds {
  const sorted = (written: string) => {
    const parts = written.toLowerCase().split('-');
    const key = parts.pop() ?? '';
    return [...parts.sort(), key].join('-');
  };
  const plain = file.replaceAll(/<!--.*?-->/gs, '');
  const own = [...plain.matchAll(/<keybind\b[^>]*\bkey\s*=\s*["']([^"']+)["']/g)].map(([, key = '']) => key);
  const sections = [...plain.matchAll(/<keyboard\b.*?<\/keyboard\s*>/gs)].join('');
  const unasked = /<keybind\b/.test(plain) ? 'left-out' : 'implied';
  const standard = /<default\b/.test(sections) ? 'asked' : unasked;
  const all = standard === 'left-out' ? own : [...own, ...labwcStandard];
  return { standard, holder: all.find((key) => sorted(key) === sorted(keys)) };
}

/** The entry of KDE's file of shortcuts that has these keys. */
export function foreignKdeEntry(file: string, keys: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const wanted = comparableKeys(keys);
  let group = '';
  for (const line of readConfig(file).toString().split('\n')) {
    if (line.startsWith('[')) group = line;
    const at = line.indexOf('=');
    if (at < 0 || group.includes('quoth-dictation')) continue;
    // The keys in use come first, several of them with a tab written as \t between them.
    const active = line.slice(at + 1).split(',')[0] ?? '';
    if (active.split(/\\t|\t/).some((one) => comparableKeys(one) === wanted))
      return `${group} ${line.slice(0, at)}`;
  }
  return undefined;
}
