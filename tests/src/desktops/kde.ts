import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageBus } from 'dbus-native';
import { Accessibility, type Widget } from './accessible.ts';
import { KWinKeyboard } from './kwin-keyboard.ts';
import { type Environment, ended, inTree, runtime, startSession, until, xServer } from './tree-session.ts';

const KLIPPER = { destination: 'org.kde.klipper', path: '/klipper', interface: 'org.kde.klipper.klipper' };
const LAYOUTS = { destination: 'org.kde.keyboard', path: '/Layouts', interface: 'org.kde.KeyboardLayouts' };

/**
 * A real KWin without a screen, with Plasma's shell: its panel, its icons and its clipboard history (Klipper), in its
 * tree.
 */
export class KdeDesktop {
  readonly env: Environment;
  readonly bus: MessageBus;
  readonly systemBus: MessageBus;
  readonly accessibility: Accessibility;
  readonly #keyboard: KWinKeyboard;

  private constructor(
    env: Environment,
    buses: { readonly bus: MessageBus; readonly systemBus: MessageBus },
    accessibility: Accessibility,
    keyboard: KWinKeyboard,
  ) {
    this.env = env;
    this.bus = buses.bus;
    this.systemBus = buses.systemBus;
    this.accessibility = accessibility;
    this.#keyboard = keyboard;
  }

  static async start(monitors: number): Promise<KdeDesktop> {
    const {
      env: session,
      bus,
      systemBus,
    } = await startSession('KDE', {
      XDG_SESSION_DESKTOP: 'KDE',
      KDE_SESSION_VERSION: isIn('usr/bin/kded6') ? '6' : '5',
      XDG_DATA_DIRS: '/usr/local/share:/usr/share',
      XDG_CONFIG_DIRS: '/etc/xdg',
      QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
    });
    const compositor = {
      ...session,
      KWIN_COMPOSE: 'O2',
      // The keyboard for tests.
      KWIN_WAYLAND_NO_PERMISSION_CHECKS: '1',
      // The portal must not start before the compositor.
      QT_NO_XDG_DESKTOP_PORTAL: '1',
    };
    const size = ['--width', '1280', '--height', '800', '--output-count', String(monitors)];
    inTree('kwin_wayland', ['--virtual', ...size, '--xwayland', '--socket', 'wayland-0'], compositor);
    await until('the compositor', () => existsSync(join(runtime, 'wayland-0')));
    await until('its scripts', () => bus.getNameOwner('org.kde.KWin').catch(() => undefined));
    const env = {
      ...session,
      WAYLAND_DISPLAY: 'wayland-0',
      QT_QPA_PLATFORM: 'wayland',
      ...(await until('the X server', xServer)),
    };
    await ended(inTree('dbus-update-activation-environment', Object.keys(env), env));
    // KWin of Plasma 5 has it inside.
    const daemon = ['usr/lib/x86_64-linux-gnu/libexec/kglobalacceld', 'usr/libexec/kglobalacceld'].find(isIn);
    if (daemon) inTree(`/${daemon}`, [], env);
    const kded = isIn('usr/bin/kded6') ? 'kded6' : 'kded5';
    inTree(kded, [], env);
    // A login loads it.
    const watcher = {
      destination: `org.kde.${kded}`,
      path: '/kded',
      interface: `org.kde.${kded}`,
      member: 'loadModule',
      signature: 's',
      body: ['statusnotifierwatcher'],
    };
    await until('the watcher of icons', () => bus.invoke<boolean>(watcher).catch(() => false));
    inTree('plasmashell', ['--no-respawn'], env);
    const keyboard = await KWinKeyboard.plugIn(join(runtime, 'wayland-0'));
    await until('the clipboard history', () => bus.getNameOwner('org.kde.klipper').catch(() => undefined));
    return new KdeDesktop(env, { bus, systemBus }, await Accessibility.open(bus), keyboard);
  }

  start(program: string, args: readonly string[] = [], env: Environment = {}): ChildProcess {
    return inTree(program, args, { ...this.env, ...env });
  }

  press(chord: string, meanwhile?: () => Promise<unknown>): Promise<void> {
    return this.#keyboard.press(chord, meanwhile);
  }

  /** What Klipper keeps, the newest first. */
  async history(): Promise<readonly string[]> {
    return this.bus.invoke({ ...KLIPPER, member: 'getClipboardHistoryMenu' });
  }

  /** Makes this the layout of the keyboard, as the settings do. */
  async useLayout(layout: string): Promise<void> {
    const [name = '', variant = ''] = layout.split('+');
    // KWin of Plasma 5 tells of its layouts only where there are two.
    const names = [name, name === 'us' ? 'de' : 'us'];
    const folder = join('/tmp/home', '.config');
    mkdirSync(folder, { recursive: true });
    const lines = ['[Layout]', 'Use=true', `LayoutList=${names}`, `VariantList=${variant},`, ''];
    writeFileSync(join(folder, 'kxkbrc'), lines.join('\n'));
    this.bus.sendSignal('/Layouts', 'org.kde.keyboard', 'reloadConfig');
    const layouts = () =>
      this.bus
        .invoke<readonly (readonly string[])[]>({ ...LAYOUTS, member: 'getLayoutsList' })
        .catch(() => []);
    await until(`the layout ${layout}`, async () => (await layouts())[0]?.[0] === name, 10_000);
  }

  /** Answers the portal's dialog for keys. */
  async answerKeyboardDialog(isAllowed: boolean): Promise<void> {
    const wanted = isAllowed ? /^(&?Share|&?Allow|Approve)/i : /^(&?Cancel|&?Deny|&?Reject)/i;
    const button = ({ name, role }: Widget) => wanted.test(name) && role.includes('button');
    await this.accessibility.press('portal', button, 'button');
  }
}

function isIn(path: string): boolean {
  return existsSync(join(process.env.DESKTOP_TREE ?? '', path));
}
