import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  type Advice,
  type Finding,
  type KeyboardPermission,
  type Remedy,
  type Shortcuts,
  say,
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
 * What the desktop lacks for dictation, each with the command that fixes it; empty if nothing is missing. Everything else works without it. It
 * reads only the environment and the PATH and opens nothing, so that it can be called at any time. Core examines the microphone.
 */
export function desktopFindings(options: DesktopFindingsOptions): Finding[] {
  const { platform, env, keys, mayPressKeys, keyboard, hasIndicator } = options;
  const indicator = hasIndicator ? [] : [noIndicator];
  if (platform === 'darwin')
    return [notRunYet, ...(mayPressKeys === null || mayPressKeys() ? [] : [noAccessibility]), ...indicator];
  if (platform !== 'linux') return indicator;
  return [...screen(env, keys), ...portalKeyboard(keyboard, env), ...sessionBus(env), ...indicator];
}

type Environment = Config['env'];

const notRunYet: Finding = {
  id: 'platform',
  title: 'macOS',
  status: 'warning',
  detail: 'Quoth has not been run on macOS yet.',
};

/** The permission applies to the program that started Quoth, and is required again after that program is updated. */
const noAccessibility: Finding = {
  id: 'accessibility',
  title: 'Accessibility',
  status: 'missing',
  detail:
    'macOS does not let Quoth press keys: texts are copied, and modifiers alone do not start a dictation.',
  fix: 'In System Settings > Privacy & Security > Accessibility, allow the program that starts Quoth, such as your terminal.',
};

const restart: Remedy = { kind: 'run', command: 'quoth stop && quoth start --headless' };

const noIndicator: Finding = withFix(
  {
    id: 'indicator',
    title: 'Indicator',
    status: 'warning',
    detail:
      'The indicator could not be shown: while a microphone is open, a notification or the tray icon says so.',
  },
  [restart],
);

const restartOnDesktop: Advice = ['In a terminal of your desktop:', restart];

function screen(env: Environment, keys: Shortcuts['way']): Finding[] {
  if (env.WAYLAND_DISPLAY) return [...(keys === 'none' ? [waylandKeys] : []), ...waylandClipboard(env)];
  if (env.DISPLAY) return [];
  return [
    withFix(
      {
        id: 'display',
        title: 'Screen',
        // A server has none, and needs none.
        status: 'warning',
        detail:
          'Quoth was started where there is no screen: no keys, no indicator, nothing is written or copied.',
      },
      restartOnDesktop,
    ),
  ];
}

const waylandKeys: Finding = withFix(
  {
    id: 'shortcuts',
    title: 'Shortcuts',
    status: 'warning',
    detail: 'This desktop lets no program have keys (it has no portal for global shortcuts).',
  },
  [{ kind: 'in-terminal' }, { kind: 'run', command: 'quoth dictate bind' }],
);

/** The programs are those of clipboard/clipboard.ts. Those for X11 work through XWayland. */
function waylandClipboard(env: Environment): Finding[] {
  const programs = ['wl-copy', ...(env.DISPLAY ? ['xclip', 'xsel'] : [])];
  if (programs.some((program) => isOnPath(program, env))) return [];
  return [
    withFix(
      {
        id: 'clipboard',
        title: 'Clipboard',
        status: 'missing',
        detail: 'There is no program that copies texts: they are only in the history.',
      },
      [{ kind: 'run', command: 'sudo apt-get install -y wl-clipboard' }],
    ),
  ];
}

/** The text for each state. The desktop's dialog names no program, so it is explained before it opens. */
function portalKeyboard(permission: KeyboardPermission | null, env: Environment): Finding[] {
  if (permission === null || permission === 'allowed') return [];
  const shared = { id: 'paste-permission', title: 'Writing at the cursor', status: 'warning' } as const;
  const detail = {
    unavailable: 'The portal of this desktop lets no program press keys: texts are copied.',
    'not-asked': 'Your desktop has not been asked whether Quoth may press keys: texts are copied.',
    asking: 'Your desktop is asking whether Quoth may press keys. Look for its dialog.',
    refused: 'Your desktop does not let Quoth press keys: texts are copied.',
  }[permission];
  if (permission === 'unavailable') {
    const desktop = env.XDG_CURRENT_DESKTOP?.split(':').includes('KDE') ? 'kde' : 'gnome';
    const command = `sudo apt-get install -y xdg-desktop-portal-${desktop}`;
    return [withFix({ ...shared, detail }, [{ kind: 'run', command }])];
  }
  return [withFix({ ...shared, detail }, [say('allowKeyboard')])];
}

function sessionBus(env: Environment): Finding[] {
  if (env.DBUS_SESSION_BUS_ADDRESS) return [];
  return [
    withFix(
      {
        id: 'session-bus',
        title: 'Session bus',
        status: 'warning',
        detail: 'Quoth was started without the session bus of a desktop: there is no tray icon.',
      },
      restartOnDesktop,
    ),
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
