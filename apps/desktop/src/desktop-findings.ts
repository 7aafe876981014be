import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  type Advice,
  type Finding,
  type KeyboardPermission,
  type Message,
  type Said,
  type Shortcuts,
  say,
  withAdvice,
  withFix,
} from '@quoth/contract';
import type { Config } from './read-config.ts';

export interface DesktopFindingsOptions extends Pick<Config, 'platform' | 'env'> {
  /** How shortcuts work here. */
  readonly keys: Shortcuts['way'];
  /** Null if the system does not ask for a permission, or could not be queried. */
  readonly mayPressKeys: (() => boolean) | null;
  /** Whether the desktop's portal lets us press keys; null where another way is used. */
  readonly keyboard: KeyboardPermission | null;
  /** False once the indicator's window could not be shown. */
  readonly hasIndicator: boolean;
}

/**
 * What the desktop lacks for dictation, each with the command that fixes it; empty if nothing is missing. Everything
 * else works without it. It reads only the environment and the PATH and opens nothing, so that it can be called at any
 * time. Core examines the microphone.
 */
export function desktopFindings(options: DesktopFindingsOptions): Said<Finding>[] {
  const { platform, env, keys, mayPressKeys, keyboard, hasIndicator } = options;
  const indicator = hasIndicator ? [] : [noIndicator];
  if (platform === 'darwin')
    return [notRunYet, ...(mayPressKeys === null || mayPressKeys() ? [] : [noAccessibility]), ...indicator];
  if (platform !== 'linux') return indicator;
  return [...screen(env, keys), ...portalKeyboard(keyboard, env), ...sessionBus(env), ...indicator];
}

type Environment = Config['env'];

const notRunYet: Said<Finding> = finding(
  'platform',
  'warning',
  say('asWritten', { text: 'macOS' }),
  say('macNotRunYet'),
);

/** The permission applies to the program that started Quoth, and is required again after that program is updated. */
const noAccessibility: Said<Finding> = finding(
  'accessibility',
  'missing',
  say('accessibility'),
  say('macCopiesTexts'),
  [say('allowProgramInAccessibility')],
);

const restart = say('run', { command: 'quoth stop && quoth start --headless' });

const noIndicator: Said<Finding> = finding(
  'indicator',
  'warning',
  say('indicator'),
  say('indicatorNotShown'),
  [restart],
);

const restartOnDesktop: Advice = [say('inTerminalOfDesktop'), restart];

function finding(
  id: string,
  status: Finding['status'],
  title: Message,
  detail: Message,
  fix: Advice = [],
): Said<Finding> {
  return withFix(withAdvice({ id, status }, { title: [title], detail: [detail] }), fix);
}

function screen(env: Environment, keys: Shortcuts['way']): Said<Finding>[] {
  if (env.WAYLAND_DISPLAY) return [...(keys === 'none' ? [waylandKeys] : []), ...waylandClipboard(env)];
  if (env.DISPLAY) return [];
  // A server has none, and needs none.
  return [finding('display', 'warning', say('screen'), say('startedWithoutScreen'), restartOnDesktop)];
}

const waylandKeys: Said<Finding> = finding(
  'shortcuts',
  'warning',
  say('shortcuts'),
  say('desktopWithoutShortcuts'),
  [say('inTerminal'), say('run', { command: 'quoth dictate bind' })],
);

/** The programs are those of clipboard/clipboard.ts. Those for X11 work through XWayland. */
function waylandClipboard(env: Environment): Said<Finding>[] {
  const programs = ['wl-copy', ...(env.DISPLAY ? ['xclip', 'xsel'] : [])];
  if (programs.some((program) => isOnPath(program, env))) return [];
  return [
    finding('clipboard', 'missing', say('clipboard'), say('clipboardProgramMissing'), [
      say('run', { command: 'sudo apt-get install -y wl-clipboard' }),
    ]),
  ];
}

/** The text for each state. The desktop's dialog names no program, so it is explained before it opens. */
function portalKeyboard(permission: KeyboardPermission | null, env: Environment): Said<Finding>[] {
  if (permission === null || permission === 'allowed') return [];
  const reason = {
    unavailable: 'portalPressesNoKeys',
    'not-asked': 'keysNotAsked',
    asking: 'keysBeingAsked',
    refused: 'keysRefused',
  } as const;
  const desktop = env.XDG_CURRENT_DESKTOP?.split(':').includes('KDE') ? 'kde' : 'gnome';
  const fix: Advice =
    permission === 'unavailable'
      ? [say('run', { command: `sudo apt-get install -y xdg-desktop-portal-${desktop}` })]
      : [say('allowKeyboard')];
  return [finding('paste-permission', 'warning', say('writingAtCursor'), say(reason[permission]), fix)];
}

function sessionBus(env: Environment): Said<Finding>[] {
  if (env.DBUS_SESSION_BUS_ADDRESS) return [];
  return [
    finding('session-bus', 'warning', say('sessionBus'), say('startedWithoutSessionBus'), restartOnDesktop),
  ];
}

/** Whether a program of this name can be started. */
function isOnPath(program: string, { PATH = '' }: Environment): boolean {
  return PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}
