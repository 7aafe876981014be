import * as z from 'zod';
import { failing } from './checks.ts';
import { type Message, say } from './messages.ts';

export const shortcutActions = [
  /** Starts and stops a dictation. */
  'toggle',
  /** Records while held; pressed twice, it records until it is pressed again. */
  'pushToTalk',
  /** Discards the recording; grabbed from other programs only while recording. */
  'cancel',
  'nextMode',
  'pasteLast',
  /** Records what is to be done with the text that is selected. */
  'editSelection',
  /** Like `toggle`; the text is followed by Enter, in programs that the user named. */
  'send',
] as const;
export type ShortcutAction = (typeof shortcutActions)[number];

/** Key names: as printed on an English keyboard, or their common name. */
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const functionKeys = Array.from({ length: 24 }, (_, at) => `F${at + 1}`);
/** Keys that type nothing and that few programs use: they may be used without a modifier. */
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

/** Modifiers that can be used alone for push-to-talk. */
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

/** A key with its modifiers. */
export interface KeyCombination {
  readonly modifiers: readonly ModifierName[];
  /** One of `keyNames` or `bareModifiers`. */
  readonly key: string;
}

export function isBareModifier(key: string): key is BareModifier {
  return (bareModifiers as readonly string[]).includes(key);
}

/** Parses `Ctrl+Alt+Space`, a letter in any case; undefined if it is not a valid combination. */
export function parseShortcut(written: string): KeyCombination | undefined {
  const parts = written.split('+');
  const last = parts.pop() ?? '';
  const key = last.length === 1 ? last.toUpperCase() : last;
  const modifiers = modifierNames.filter((name) => parts.includes(name));
  if (modifiers.length !== parts.length) return undefined;
  if (isBareModifier(key)) return parts.length === 0 ? { modifiers, key } : undefined;
  return keyNames.includes(key) ? { modifiers, key } : undefined;
}

/** The canonical form of a combination. */
export function formatShortcut({ modifiers, key }: KeyCombination): string {
  return [...modifierNames.filter((name) => modifiers.includes(name)), key].join('+');
}

/** Why a combination cannot be used for this action; undefined if it can. */
export function shortcutProblem(
  action: ShortcutAction,
  { modifiers, key }: KeyCombination,
): Message | undefined {
  if (isBareModifier(key)) {
    return action === 'pushToTalk' ? undefined : say('modifierAlone');
  }
  const isStrong = modifiers.some((name) => name !== 'Shift');
  if (isStrong || quietKeys.includes(key)) {
    if (key === 'Escape' && modifiers.length === 0 && action !== 'cancel') {
      return say('escapeAlone');
    }
    return undefined;
  }
  return say('keyNeededToWrite');
}

/** A combination as written in the settings. */
export const shortcut = z
  .string()
  .max(60)
  .refine((written) => parseShortcut(written) !== undefined, failing('shortcutForm'))
  .transform((written) => formatShortcut(parseShortcut(written) as KeyCombination))
  .meta({ example: 'Ctrl+Alt+Space' });

/** True for an action whose dictation can have a mode of its own. */
export function isDictating(action: ShortcutAction): boolean {
  return action === 'toggle' || action === 'pushToTalk' || action === 'send';
}

/** One more key for an action, which can choose the mode of the dictation that it starts. */
export const moreShortcut = z
  .object({
    shortcut,
    action: z.enum(shortcutActions),
    modeId: z
      .uuid()
      .nullable()
      .describe(
        'For `toggle`, `pushToTalk` and `send`: the mode of the dictation; null: as with the action alone.',
      ),
  })
  .refine(({ action, modeId }) => modeId === null || isDictating(action), failing('shortcutTakesNoMode'))
  .meta({ id: 'MoreShortcut' });
export type MoreShortcut = z.output<typeof moreShortcut>;

/** The current state of one shortcut. */
const shortcutState = z
  .object({
    action: z.enum(shortcutActions),
    shortcut: z.string().nullable(),
    mode_id: z.uuid().optional().describe('The mode that it dictates with, if it is set for one.'),
    state: z
      .enum(['active', 'off', 'conflict', 'unavailable'])
      .describe('`conflict`: already taken. `unavailable`: this desktop does not offer this shortcut.'),
    conflicts_with: z
      .enum(['another-program', ...shortcutActions])
      .nullable()
      .describe(
        'What it conflicts with: another program, which the system does not name, or another of our shortcuts.',
      ),
    problem: z.string().nullable().describe('Why it does not work, as a message.'),
    trigger: z
      .string()
      .nullable()
      .describe(
        'What triggers it, in the words of the desktop, where the desktop decides (`portal`); null elsewhere.',
      ),
  })
  .meta({ id: 'ShortcutState' });
export type ShortcutState = z.output<typeof shortcutState>;

/** Answer of GET /shortcuts. */
export const shortcuts = z
  .object({
    way: z
      .enum(['x11', 'portal', 'macos', 'windows', 'none'])
      .describe(
        'How shortcuts are registered here. `portal`: the desktop is asked, and its user decides. `none`: the desktop does not let programs register any.',
      ),
    hint: z
      .string()
      .nullable()
      .describe('What to do if shortcuts cannot be registered, or where to change them.'),
    configurable: z.boolean().describe('The desktop has a dialog of its own to change them.'),
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
        '`try`: shortcuts only report that they were pressed. `release`: shortcuts are released so that a new one can be recorded. Both end automatically after half a minute.',
      ),
  })
  .meta({ id: 'ShortcutMode' });
export type ShortcutMode = z.output<typeof shortcutModeBody>['mode'];

/** Names of keys where xkbcommon has another than we. */
const xkbNames: Readonly<Record<string, string>> = {
  Space: 'space',
  Enter: 'Return',
  Backspace: 'BackSpace',
  PageUp: 'Page_Up',
  PageDown: 'Page_Down',
  ScrollLock: 'Scroll_Lock',
};

/**
 * A key as xkbcommon names it, which GNOME, sway, Hyprland and the desktop portal take: letters in lower case,
 * `Return`, `Page_Up`.
 */
export function xkbName(key: string): string {
  return /^[A-Z]$/.test(key) ? key.toLowerCase() : (xkbNames[key] ?? key);
}
