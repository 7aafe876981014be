import * as z from 'zod';

/** What a key can do everywhere on the desktop. */
export const shortcutActions = [
  /** Begins a dictation, and ends it. */
  'toggle',
  /** Records while it is held; pressed twice, it goes on until it is pressed again. */
  'pushToTalk',
  /** Gives the recording up; taken from other programs only while one records. */
  'cancel',
  'nextMode',
  'pasteLast',
  /** Records what is to be done with the text that is selected. */
  'editSelection',
] as const;
export type ShortcutAction = (typeof shortcutActions)[number];

/** Names of keys: what is printed on them on an English keyboard, else what they are called. */
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const functionKeys = Array.from({ length: 24 }, (_, at) => `F${at + 1}`);
/** Keys that write nothing and that few programs use: they may be taken without a modifier. */
const quietKeys = [...functionKeys, 'Pause', 'ScrollLock', 'Insert', 'Menu', 'Escape'];
const otherKeys = [
  'Space',
  'Tab',
  'Enter',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Up',
  'Down',
  'Left',
  'Right',
];
export const keyNames: readonly string[] = [...letters, ...quietKeys, ...otherKeys];

export const modifierNames = ['Ctrl', 'Alt', 'Shift', 'Super'] as const;
export type ModifierName = (typeof modifierNames)[number];

/** Modifiers that can be held to talk, by themselves. */
export const bareModifiers = [
  'ControlLeft',
  'ControlRight',
  'AltLeft',
  'AltRight',
  'ShiftLeft',
  'ShiftRight',
  'SuperLeft',
  'SuperRight',
] as const;
export type BareModifier = (typeof bareModifiers)[number];

/** A key with the modifiers that are held with it. */
export interface KeyCombination {
  readonly modifiers: readonly ModifierName[];
  /** One of `keyNames` or `bareModifiers`. */
  readonly key: string;
}

export function isBareModifier(key: string): key is BareModifier {
  return (bareModifiers as readonly string[]).includes(key);
}

/** Reads `Ctrl+Alt+Space`; undefined for what is no combination. */
export function parseShortcut(written: string): KeyCombination | undefined {
  const parts = written.split('+');
  const key = parts.pop() ?? '';
  const modifiers = modifierNames.filter((name) => parts.includes(name));
  if (modifiers.length !== parts.length) return undefined;
  if (isBareModifier(key)) return parts.length === 0 ? { modifiers, key } : undefined;
  return keyNames.includes(key) ? { modifiers, key } : undefined;
}

/** The one way of writing a combination. */
export function formatShortcut({ modifiers, key }: KeyCombination): string {
  return [...modifierNames.filter((name) => modifiers.includes(name)), key].join('+');
}

/** Why a combination cannot be used for this; undefined where it can. */
export function shortcutProblem(
  action: ShortcutAction,
  { modifiers, key }: KeyCombination,
): string | undefined {
  if (isBareModifier(key)) {
    return action === 'pushToTalk' ? undefined : 'A modifier by itself can only be held to talk.';
  }
  const isStrong = modifiers.some((name) => name !== 'Shift');
  if (isStrong || quietKeys.includes(key)) {
    if (key === 'Escape' && modifiers.length === 0 && action !== 'cancel') {
      return 'Esc by itself can only give a recording up.';
    }
    return undefined;
  }
  return 'Hold Ctrl, Alt or Super with it: this key alone is needed to write.';
}

/** A combination as it is written in the settings. */
export const shortcut = z
  .string()
  .max(60)
  .refine((written) => parseShortcut(written) !== undefined, 'Write it as Ctrl+Alt+Space.')
  .transform((written) => formatShortcut(parseShortcut(written) as KeyCombination));

/** One key as it stands now. */
export const shortcutState = z
  .object({
    action: z.enum(shortcutActions),
    shortcut: z.string().nullable(),
    state: z
      .enum(['active', 'off', 'conflict', 'unavailable'])
      .describe('`conflict`: somebody else has it. `unavailable`: this desktop gives us no such key.'),
    conflicts_with: z
      .enum(['another-program', ...shortcutActions])
      .nullable()
      .describe('Who has it: another program, which the system does not name, or another key of ours.'),
    problem: z.string().nullable().describe('What stands in the way, in words.'),
  })
  .meta({ id: 'ShortcutState' });
export type ShortcutState = z.output<typeof shortcutState>;

/** Answer of GET /shortcuts. */
export const shortcuts = z
  .object({
    way: z
      .enum(['x11', 'none'])
      .describe('How keys are taken here. `none`: the desktop lets no program take any.'),
    hint: z.string().nullable().describe('What to do where keys cannot be taken.'),
    keys: z.array(shortcutState),
  })
  .meta({ id: 'Shortcuts' });
export type Shortcuts = z.output<typeof shortcuts>;

/** Body of POST /shortcuts/mode. */
export const shortcutModeBody = z
  .object({
    mode: z
      .enum(['normal', 'try', 'release'])
      .describe(
        '`try`: keys only tell that they were pressed. `release`: keys are given back, so that a new one can be recorded. Both end by themselves after half a minute.',
      ),
  })
  .meta({ id: 'ShortcutMode' });
export type ShortcutMode = z.output<typeof shortcutModeBody>['mode'];
