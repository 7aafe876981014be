import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type MessageBus, sessionBus, Variant } from 'dbus-native';
import { Accessibility, type Widget } from './accessible.ts';

const runtime = '/run/user/0';
const START_MS = 60_000;
const MUTTER = 'org.gnome.Mutter.RemoteDesktop';
const keysyms: Readonly<Record<string, number>> = {
  Ctrl: 0xffe3,
  Alt: 0xffe9,
  Shift: 0xffe1,
  Super: 0xffeb,
  Insert: 0xff63,
  End: 0xff57,
  Return: 0xff0d,
  Escape: 0xff1b,
};

/** A real GNOME Shell without a screen, in its tree; enter.sh has joined the tree's /tmp, /run and home folder with ours. */
export class GnomeDesktop {
  readonly env: Readonly<Record<string, string>>;
  readonly bus: MessageBus;
  readonly accessibility: Accessibility;
  readonly #keyboard: string;

  private constructor(
    env: Readonly<Record<string, string>>,
    bus: MessageBus,
    accessibility: Accessibility,
    keyboard: string,
  ) {
    this.env = env;
    this.bus = bus;
    this.accessibility = accessibility;
    this.#keyboard = keyboard;
  }

  static async start(): Promise<GnomeDesktop> {
    const address = (name: string) => `unix:path=${join(runtime, name)}`;
    // The system bus is empty: no login manager, no policies.
    const session = {
      HOME: '/tmp/home',
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      LANG: 'C.UTF-8',
      XDG_RUNTIME_DIR: runtime,
      XDG_CURRENT_DESKTOP: 'GNOME',
      XDG_SESSION_TYPE: 'wayland',
      DBUS_SESSION_BUS_ADDRESS: address('bus'),
      DBUS_SYSTEM_BUS_ADDRESS: address('system-bus'),
      LIBGL_ALWAYS_SOFTWARE: '1',
      GTK_A11Y: 'atspi',
    };
    // The tree's own, so that what it starts by name are the tree's programs.
    for (const name of ['system-bus', 'bus'])
      inTree('dbus-daemon', ['--session', `--address=${address(name)}`, '--nofork', '--nopidfile'], session);
    await until('the session bus', () => existsSync(join(runtime, 'bus')));
    inTree('pipewire', [], session);
    inTree('wireplumber', [], session);
    for (const [schema, key, value] of [
      ['org.gnome.desktop.interface', 'enable-animations', 'false'],
      ['org.gnome.desktop.interface', 'toolkit-accessibility', 'true'],
      ['org.gnome.shell', 'welcome-dialog-last-shown-version', '999'],
    ] as const)
      await ended(inTree('gsettings', ['set', schema, key, value], session));
    inTree('gnome-shell', ['--headless', '--wayland', '--virtual-monitor', '1280x800'], session);
    await until('the shell', () => existsSync(join(runtime, 'wayland-0')) && xauthority() !== undefined);
    const env = {
      ...session,
      WAYLAND_DISPLAY: 'wayland-0',
      DISPLAY: await display(),
      XAUTHORITY: xauthority() ?? '',
    };
    await ended(inTree('dbus-update-activation-environment', Object.keys(env), env));
    const bus = sessionBus({ busAddress: address('bus') });
    await bus.invokeDbus({ member: 'GetId' });
    const keyboard = await until('the keyboard', () =>
      bus
        .invoke<string>({
          destination: MUTTER,
          path: '/org/gnome/Mutter/RemoteDesktop',
          interface: MUTTER,
          member: 'CreateSession',
        })
        .catch(() => undefined),
    );
    const desktop = new GnomeDesktop(env, bus, await Accessibility.open(bus), keyboard);
    // A screenless machine has no keyboard until one is plugged in, and loses the first keys of the next one.
    await desktop.#mutter('Start');
    await desktop.press('Shift');
    // GNOME begins with its overview, which has the keyboard.
    await until('the overview', () => desktop.#overview());
    await until('its end', async () => {
      await desktop.#overview(false);
      return !(await desktop.#overview());
    });
    return desktop;
  }

  /** Starts a program of the tree. */
  start(
    program: string,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): ChildProcess {
    return inTree(program, args, { ...this.env, ...env });
  }

  /** Presses keys as on a keyboard of the machine, such as `Ctrl+Alt+d`; `heldMs` keeps them down. */
  async press(chord: string, heldMs = 0): Promise<void> {
    const keys = chord.split('+').map((key) => keysyms[key] ?? key.codePointAt(0) ?? 0);
    for (const key of keys) await this.#mutter('NotifyKeyboardKeysym', 'ub', [key, true]);
    if (heldMs > 0) await pause(heldMs);
    for (const key of keys.toReversed()) await this.#mutter('NotifyKeyboardKeysym', 'ub', [key, false]);
  }

  /** Answers the portal's dialog for keys: switches it on and shares, or declines. */
  async answerKeyboardDialog(isAllowed: boolean): Promise<void> {
    const inPortal = 'portal-gnome';
    const { accessibility } = this;
    if (isAllowed) {
      const remote = ({ name, role }: Widget) =>
        /allow remote interaction/i.test(name) && /check box|switch|toggle/.test(role);
      await accessibility.press(inPortal, remote, 'switch for remote interaction');
    }
    const wanted = isAllowed ? /(^|\s)_?Share$/ : /(^|\s)_?Cancel$/;
    const button = ({ name, role }: Widget) => wanted.test(name) && role.includes('button');
    await pause(300);
    await accessibility.press(inPortal, button, 'button');
  }

  /** Adds the shortcuts that the dialog of GNOME's settings proposes. */
  async answerShortcutsDialog(): Promise<void> {
    const add = ({ name, role }: Widget) => /^_?Add$/.test(name) && role.includes('button');
    await this.accessibility.press('global-shortcuts', add, 'button to add shortcuts', 5_000);
  }

  /** A picture of the whole screen, as a PNG at this path. */
  async screenshot(path: string): Promise<void> {
    await this.bus.requestName('org.gnome.Screenshot', 4);
    await this.bus.invoke({
      destination: 'org.gnome.Shell.Screenshot',
      path: '/org/gnome/Shell/Screenshot',
      interface: 'org.gnome.Shell.Screenshot',
      member: 'Screenshot',
      signature: 'bbs',
      body: [false, false, path],
    });
  }

  /** Whether the shell shows its overview of windows; with a value, shows or hides it. */
  #overview(isShown?: boolean): Promise<unknown> {
    const shell = ['org.gnome.Shell', 'OverviewActive'];
    const call = {
      destination: 'org.gnome.Shell',
      path: '/org/gnome/Shell',
      interface: 'org.freedesktop.DBus.Properties',
    };
    return isShown === undefined
      ? Promise.resolve(this.bus.invoke({ ...call, member: 'Get', signature: 'ss', body: shell }))
      : Promise.resolve(
          this.bus.invoke({
            ...call,
            member: 'Set',
            signature: 'ssv',
            body: [...shell, new Variant('b', isShown)],
          }),
        );
  }

  async #mutter(member: string, signature?: string, body?: readonly unknown[]): Promise<void> {
    const call = { destination: MUTTER, path: this.#keyboard, interface: `${MUTTER}.Session`, member };
    await this.bus.invoke(signature && body ? { ...call, signature, body: [...body] } : call);
  }
}

/** A program in the desktop's tree. What it says is in a log of its name. */
function inTree(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const tree = process.env.DESKTOP_TREE ?? '';
  mkdirSync('/tmp/logs', { recursive: true });
  const log = openSync(`/tmp/logs/${program}.log`, 'a');
  return spawn('chroot', [tree, program, ...args], { env: { ...env }, stdio: ['ignore', log, log] });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.on('close', () => resolve()));
}

function xauthority(): string | undefined {
  const file = readdirSync(runtime).find((name) => name.startsWith('.mutter-Xwaylandauth.'));
  return file && join(runtime, file);
}

async function display(): Promise<string> {
  return until('the X server', () => {
    const first = readdirSync('/tmp/.X11-unix').sort()[0];
    return first && `:${first.slice(1)}`;
  });
}

/** Waits until something is there. */
export async function until<Found>(
  what: string,
  find: () => Found | Promise<Found>,
  ms = START_MS,
): Promise<NonNullable<Found>> {
  const end = performance.now() + ms;
  for (;;) {
    const found = await find();
    if (found) return found;
    if (performance.now() > end) throw new Error(`It took too long: ${what}.`);
    await pause(50);
  }
}
