import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  type Advice,
  adviceIn,
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
  /** How shortcuts work here, and which are registered. */
  readonly shortcuts: { readonly way: Shortcuts['way']; readonly keys: Readonly<Shortcuts['keys']> };
  /** Null if the system does not ask for a permission, or could not be queried. */
  readonly mayPressKeys: (() => boolean) | null;
  /** Whether the desktop's portal lets us press keys; null where another way is used. */
  readonly keyboard: KeyboardPermission | null;
  /** False where texts are only copied, since the desktop offers no way to write them. */
  readonly canWrite: boolean;
  /** False where the desktop does not tell which window has the focus, unless its user allows any. */
  readonly knowsTarget: boolean;
  /** Whether programs built on Chromium are made to tell where their cursor is; null where that is not needed. */
  readonly asksPrograms: boolean | null;
  /** Whether the desktop shows an icon; null where the user wants none, or it is not known. */
  readonly hasTray: boolean | null;
  /** False once the indicator's window could not be shown. */
  readonly hasIndicator: boolean;
}

/**
 * What of the desktop works for dictation and what it lacks, the latter each with the command that fixes it. Everything
 * else works without it. It reads only the environment and the PATH and opens nothing, so that it can be called at any
 * time. Core examines the microphone.
 */
export function desktopFindings(options: DesktopFindingsOptions): Said<Finding>[] {
  const { platform, env, mayPressKeys, hasIndicator } = options;
  const indicator = hasIndicator ? indicatorShown : noIndicator;
  if (platform === 'darwin')
    return [notRunYet, ...(mayPressKeys === null || mayPressKeys() ? [] : [noAccessibility]), indicator];
  if (platform !== 'linux') return [indicator];
  // A server has none, and needs none; without the X server that DISPLAY names, it is the same.
  const noScreen = env.DISPLAY ? unreachable(options) : say('startedWithoutScreen');
  if (!env.WAYLAND_DISPLAY && noScreen)
    return [finding('display', 'warning', say('screen'), noScreen, restartOnDesktop), ...sessionBus(env)];
  return [
    ...shortcutKeys(options),
    ...(env.WAYLAND_DISPLAY ? waylandClipboard(env) : []),
    writing(options),
    ...tray(options),
    ...sessionBus(env),
    indicator,
  ];
}

/** What the keys met that tried to reach the X server. */
function unreachable({ shortcuts }: DesktopFindingsOptions): Message | undefined {
  return shortcuts.keys
    .flatMap((key) => adviceIn({ ...key, problem: key.problem ?? '' }, 'problem'))
    .find(({ reason }) => reason === 'xServerUnreachable');
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

const indicatorShown: Said<Finding> = finding('indicator', 'ok', say('indicator'), say('indicatorShown'));

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

/** The main key. Where its user wants none, nothing is said of it. */
function shortcutKeys({ shortcuts: { way, keys }, env }: DesktopFindingsOptions): Said<Finding>[] {
  const found = (status: Finding['status'], detail: Message, fix?: Advice) => [
    finding('shortcuts', status, say('shortcuts'), detail, fix),
  ];
  const isCosmic = env.XDG_CURRENT_DESKTOP?.split(':').includes('COSMIC');
  if (way === 'none')
    return env.WAYLAND_DISPLAY
      ? found('warning', say('desktopWithoutShortcuts'), isCosmic ? byHand : bind)
      : [];
  const toggle = keys.find(({ action }) => action === 'toggle');
  const name = toggle?.trigger ?? toggle?.shortcut;
  if (!toggle || !name) return [];
  if (toggle.state === 'active') return found('ok', say('shortcutStarts', { keys: name }));
  const [problem] = adviceIn({ ...toggle, problem: toggle.problem ?? '' }, 'problem');
  return problem ? found('warning', problem, way === 'portal' ? bind : setKeys) : [];
}

const bind: Advice = [say('inTerminal'), say('run', { command: 'quoth dictate bind' })];
/** COSMIC has its shortcuts in its settings alone. */
const byHand: Advice = [say('addShortcutInCosmic')];
const setKeys: Advice = [
  say('inTerminal'),
  say('run', { command: 'quoth settings set shortcutToggle Ctrl+Alt+D' }),
];

/** The programs are those of clipboard/clipboard.ts. Those for X11 work through XWayland. */
function waylandClipboard(env: Environment): Said<Finding>[] {
  const programs = ['wl-copy', ...(env.DISPLAY ? ['xclip', 'xsel'] : [])];
  if (programs.some((program) => isOnPath(program, env))) return [];
  return [
    finding('clipboard', 'missing', say('clipboard'), say('clipboardProgramMissing'), [
      say('run', { command: installing('wl-clipboard') }),
    ]),
  ];
}

function writing(options: DesktopFindingsOptions): Said<Finding> {
  const { keyboard, env, canWrite, knowsTarget, asksPrograms } = options;
  const found = (status: Finding['status'], detail: Message, fix?: Advice) =>
    finding('paste-permission', status, say('writingAtCursor'), detail, fix);
  if (keyboard !== null && keyboard !== 'allowed') return portalKeyboard(keyboard, env, found);
  if (asksPrograms !== null && !env.DISPLAY)
    return found('warning', say('needsXwayland'), [say('run', { command: installing('xwayland') })]);
  if (!canWrite) return found('warning', say('writesNowhere'));
  if (!knowsTarget) return found('warning', say('focusHidden'), [say('allowAnyWindow')]);
  if (asksPrograms !== false) return found('ok', say('writesAtCursor'));
  const command = 'quoth settings set accessibilityWhileRunning true';
  return found('ok', say('writesButChromium'), [say('run', { command })]);
}

/** The text for each state. The desktop's dialog names no program, so it is explained before it opens. */
function portalKeyboard(
  permission: Exclude<KeyboardPermission, 'allowed'>,
  env: Environment,
  found: (status: 'warning', detail: Message, fix: Advice) => Said<Finding>,
): Said<Finding> {
  const reason = {
    unavailable: 'portalPressesNoKeys',
    'not-asked': 'keysNotAsked',
    asking: 'keysBeingAsked',
    refused: 'keysRefused',
  } as const;
  const desktop = env.XDG_CURRENT_DESKTOP?.split(':').includes('KDE') ? 'kde' : 'gnome';
  const fix: Advice =
    permission === 'unavailable'
      ? [say('run', { command: installing(`xdg-desktop-portal-${desktop}`) })]
      : [say('allowKeyboard')];
  return found('warning', say(reason[permission]), fix);
}

/** GNOME alone shows icons only by an extension. */
function tray({ hasTray, env }: DesktopFindingsOptions): Said<Finding>[] {
  if (hasTray === null || !env.DBUS_SESSION_BUS_ADDRESS) return [];
  if (hasTray) return [finding('tray', 'ok', say('trayIcon'), say('trayIconShown'))];
  const isGnome = env.XDG_CURRENT_DESKTOP?.split(':').includes('GNOME');
  const command = installing('gnome-shell-extension-appindicator');
  return [
    finding(
      'tray',
      'warning',
      say('trayIcon'),
      say('trayIconNotShown'),
      isGnome ? [say('run', { command }), say('enableTrayExtension')] : [],
    ),
  ];
}

const installing = (name: string) => `sudo apt-get install -y ${name}`;

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
