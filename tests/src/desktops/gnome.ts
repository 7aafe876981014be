import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type MessageBus, Variant } from 'dbus-native';
import { Accessibility, type Widget } from './accessible.ts';
import { keysymOf } from './keysyms.ts';
import {
  type Environment,
  ended,
  inTree,
  lastSaid,
  runtime,
  startSession,
  until,
  xServer,
} from './tree-session.ts';

const SHELL_STARTS = 3;
/** The X server of a shell answers after a second or two. */
const X_SERVER_MS = 20_000;
const MUTTER = 'org.gnome.Mutter.RemoteDesktop';

/** A real GNOME Shell without a screen, in its tree. */
export class GnomeDesktop {
  readonly env: Environment;
  readonly bus: MessageBus;
  readonly systemBus: MessageBus;
  readonly accessibility: Accessibility;
  readonly #keyboard: string;

  private constructor(
    env: Environment,
    buses: { readonly bus: MessageBus; readonly systemBus: MessageBus },
    accessibility: Accessibility,
    keyboard: string,
  ) {
    this.env = env;
    this.bus = buses.bus;
    this.systemBus = buses.systemBus;
    this.accessibility = accessibility;
    this.#keyboard = keyboard;
  }

  static async start(monitors: number): Promise<GnomeDesktop> {
    const {
      env: session,
      bus,
      systemBus,
    } = await startSession('GNOME', {
      LIBGL_ALWAYS_SOFTWARE: '1',
      GTK_A11Y: 'atspi',
    });
    for (const [schema, key, value] of [
      ['org.gnome.desktop.interface', 'enable-animations', 'false'],
      ['org.gnome.shell', 'welcome-dialog-last-shown-version', '999'],
      // Where its package is in the tree, icons are shown.
      ['org.gnome.shell', 'enabled-extensions', "['ubuntu-appindicators@ubuntu.com']"],
    ] as const)
      await ended(inTree('gsettings', ['set', schema, key, value], session));
    const screens = Array.from({ length: monitors }, () => ['--virtual-monitor', '1280x800']).flat();
    const env = { ...session, WAYLAND_DISPLAY: 'wayland-0', ...(await startShell(screens, session)) };
    await ended(inTree('dbus-update-activation-environment', Object.keys(env), env));
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
    const desktop = new GnomeDesktop(env, { bus, systemBus }, await Accessibility.open(bus), keyboard);
    // A screenless machine has no keyboard until one is plugged in, and loses the first keys of the next one.
    await desktop.#mutter('Start');
    await desktop.press('Shift');
    // GNOME begins with its overview, which has the keyboard.
    await until('the overview', () => desktop.#overview());
    await desktop.showOverview(false);
    return desktop;
  }

  /** Shows the overview of windows, which has the keyboard, or hides it. */
  async showOverview(isShown: boolean): Promise<void> {
    await until('the overview', async () => {
      await this.#overview(isShown);
      return (await this.#overview()) === isShown;
    });
  }

  /** Starts a program of the tree. */
  start(program: string, args: readonly string[] = [], env: Environment = {}): ChildProcess {
    return inTree(program, args, { ...this.env, ...env });
  }

  async press(chord: string, meanwhile?: () => Promise<unknown>): Promise<void> {
    const keys = chord.split('+').map(keysymOf);
    for (const key of keys) await this.#mutter('NotifyKeyboardKeysym', 'ub', [key, true]);
    try {
      await meanwhile?.();
    } finally {
      for (const key of keys.toReversed()) await this.#mutter('NotifyKeyboardKeysym', 'ub', [key, false]);
    }
  }

  /** Makes this the layout of the keyboard, as the settings do. */
  async useLayout(layout: string): Promise<void> {
    const sources = `[('xkb', '${layout}')]`;
    await ended(this.start('gsettings', ['set', 'org.gnome.desktop.input-sources', 'sources', sources]));
    // The shell follows when it comes to it.
    await pause(500);
  }

  /**
   * The X server at another name, where it answers nothing for so long: as one that the shell starts when a program
   * first asks.
   */
  async lateXServer(ms: number): Promise<string> {
    const path = (display: string) => `/tmp/.X11-unix/X${display.slice(1)}`;
    const late = ':70';
    const start = pause(ms);
    const server = createServer(async (client) => {
      await start;
      const x = connect(path(this.env.DISPLAY ?? ''));
      client.pipe(x).pipe(client);
      client.on('error', () => x.destroy());
      x.on('error', () => client.destroy());
    });
    await once(server.listen(path(late)).unref(), 'listening');
    return late;
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

  /** Takes the permission for keys away, as its user may by the portal's own list of them. */
  async revokeKeyboard(): Promise<void> {
    const store = 'org.freedesktop.impl.portal.PermissionStore';
    const call = {
      destination: store,
      path: '/org/freedesktop/impl/portal/PermissionStore',
      interface: store,
    };
    const table = 'remote-desktop';
    const tokens = await this.bus.invoke<string[]>({
      ...call,
      member: 'List',
      signature: 's',
      body: [table],
    });
    for (const token of tokens)
      await this.bus.invoke({ ...call, member: 'Delete', signature: 'ss', body: [table, token] });
  }

  /** Adds the shortcuts that the dialog of GNOME's settings proposes. */
  async answerShortcutsDialog(): Promise<void> {
    const add = ({ name, role }: Widget) => /^_?Add$/.test(name) && role.includes('button');
    await this.accessibility.press('global-shortcuts', add, 'button to add shortcuts');
  }

  /** Whether programs are asked to speak to the accessibility service; GNOME begins without it. */
  async isAccessible(): Promise<boolean> {
    return await this.bus.invoke<boolean>({
      destination: 'org.a11y.Bus',
      path: '/org/a11y/bus',
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: ['org.a11y.Status', 'IsEnabled'],
    });
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

/**
 * Starts the shell; how to reach its X server. One whose X server never answers, as once in ten runs of GNOME 43, is
 * ended, and another one started.
 */
async function startShell(screens: readonly string[], session: Environment): Promise<Environment> {
  for (let start = 1; start <= SHELL_STARTS; start++) {
    const shell = inTree('gnome-shell', ['--headless', '--wayland', ...screens], session);
    await until('the shell', () => existsSync(join(runtime, 'wayland-0')));
    const found = await until('the X server', xServer, X_SERVER_MS).catch(() => undefined);
    if (found) return found;
    console.error(
      `gnome-shell has no X server that answers (start ${start}): ${lastSaid('gnome-shell.log')}`,
    );
    shell.kill('SIGKILL');
    await ended(shell);
    for (const file of ['wayland-0', 'wayland-0.lock']) rmSync(join(runtime, file), { force: true });
  }
  throw new Error('It took too long: the X server.');
}
