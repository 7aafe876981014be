import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageBus } from 'dbus-native';
import { Accessibility, type Widget } from './accessible.ts';
import { KWinKeyboard } from './kwin-keyboard.ts';
import { type Environment, ended, inTree, runtime, startSession, until } from './tree-session.ts';

/** A real KWin without a screen, with Plasma's clipboard history (Klipper), in its tree. */
export class KdeDesktop {
  readonly env: Environment;
  readonly bus: MessageBus;
  readonly accessibility: Accessibility;
  readonly #keyboard: KWinKeyboard;

  private constructor(
    env: Environment,
    bus: MessageBus,
    accessibility: Accessibility,
    keyboard: KWinKeyboard,
  ) {
    this.env = env;
    this.bus = bus;
    this.accessibility = accessibility;
    this.#keyboard = keyboard;
  }

  static async start(): Promise<KdeDesktop> {
    const { env: session, bus } = await startSession('KDE', {
      XDG_SESSION_DESKTOP: 'KDE',
      XDG_DATA_DIRS: '/usr/local/share:/usr/share',
      XDG_CONFIG_DIRS: '/etc/xdg',
      QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
    });
    const compositor = {
      ...session,
      KWIN_COMPOSE: 'O2',
      // The keyboard for tests, and pictures.
      KWIN_WAYLAND_NO_PERMISSION_CHECKS: '1',
      KWIN_SCREENSHOT_NO_PERMISSION_CHECKS: '1',
      // The portal must not start before the compositor.
      QT_NO_XDG_DESKTOP_PORTAL: '1',
    };
    const size = ['--width', '1280', '--height', '800'];
    inTree('kwin_wayland', ['--virtual', ...size, '--xwayland', '--socket', 'wayland-0'], compositor);
    await until('the compositor', () => existsSync(join(runtime, 'wayland-0')));
    await until('its scripts', () => bus.getNameOwner('org.kde.KWin').catch(() => undefined));
    const env = { ...session, WAYLAND_DISPLAY: 'wayland-0', QT_QPA_PLATFORM: 'wayland' };
    await ended(inTree('dbus-update-activation-environment', Object.keys(env), env));
    const tree = process.env.DESKTOP_TREE ?? '';
    const daemon = ['/usr/lib/x86_64-linux-gnu/libexec/kglobalacceld', '/usr/libexec/kglobalacceld'].find(
      (path) => existsSync(join(tree, path)),
    );
    if (daemon) inTree(daemon, [], env);
    const keyboard = await KWinKeyboard.plugIn(join(runtime, 'wayland-0'));
    return new KdeDesktop(env, bus, await Accessibility.open(bus), keyboard);
  }

  start(program: string, args: readonly string[] = [], env: Environment = {}): ChildProcess {
    return inTree(program, args, { ...this.env, ...env });
  }

  press(chord: string, heldMs?: number): Promise<void> {
    return this.#keyboard.press(chord, heldMs);
  }

  /** Answers the portal's dialog for keys. */
  async answerKeyboardDialog(isAllowed: boolean): Promise<void> {
    const wanted = isAllowed ? /^(&?Share|&?Allow|Approve)/i : /^(&?Cancel|&?Deny)/i;
    const button = ({ name, role }: Widget) => wanted.test(name) && role.includes('button');
    await this.accessibility.press('portal', button, 'button');
  }
}
