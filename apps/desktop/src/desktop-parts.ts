import {
  closeAll,
  type DesktopSession,
  type DictationPorts,
  platformSecretStore,
  type TextDelivery,
} from '@quoth/core';
import {
  type ActiveApplication,
  applicationsFrom,
  unknownApplication,
} from './active-application/active-application.ts';
import { AtspiApplication, gnomeApplication } from './active-application/atspi-application.ts';
import { kwinApplication } from './active-application/kwin-application.ts';
import { macApplication } from './active-application/mac-application.ts';
import { SwayApplication } from './active-application/sway-application.ts';
import { ToplevelApplication } from './active-application/toplevel-application.ts';
import { X11Application } from './active-application/x11-application.ts';
import { deliverByClipboard, systemClipboard } from './delivery/clipboard.ts';
import { GnomeDelivery } from './delivery/gnome-delivery.ts';
import { HostedDelivery, hostFor, x11Host } from './delivery/hosted-delivery.ts';
import { PortalKeyboard } from './delivery/portal-keyboard.ts';
import { keysByPortal, WaylandDelivery } from './delivery/wayland-delivery.ts';
import { HostedHotkeys } from './hotkeys/hosted-hotkeys.ts';
import { type CreateHotkeys, noHotkeys } from './hotkeys/hotkeys.ts';
import { PortalHotkeys } from './hotkeys/portal-hotkeys.ts';
import { X11Hotkeys } from './hotkeys/x11-hotkeys.ts';
import { ProgramSign } from './indicator/program-sign.ts';
import type { Config } from './read-config.ts';
import { AccessibilityStatus } from './session/accessibility-status.ts';
import { applicationEntry } from './session/portal.ts';
import { SessionBus } from './session/session-bus.ts';
import { SessionWatch } from './session/session-watch.ts';
import { createMicrophone } from './sound/microphone.ts';
import { SystemSoundCues } from './sound/sound-cues.ts';
import { HostedTray } from './tray/hosted-tray.ts';
import { StatusNotifierTray } from './tray/status-notifier-tray.ts';
import type { CreateTray } from './tray/tray-menu.ts';
import { XServer } from './x11/x-server.ts';

/** The parts that depend on the platform: one folder each, chosen once at start. */
export interface DesktopParts {
  /** Null if there is no X server. */
  readonly x11: XServer | null;
  /** Null if there is no session bus. */
  readonly bus: SessionBus | null;
  readonly activeApplication: ActiveApplication;
  /** Keys that work in every program. */
  readonly createHotkeys: CreateHotkeys;
  /** Null if nothing could show a tray icon. */
  readonly createTray: CreateTray | null;
  /** Whether the system lets us press keys; null if it does not ask for a permission. */
  readonly mayPressKeys: (() => boolean) | null;
  /** Presses keys by the desktop's portal, once its user allows it; null where another way is used. */
  readonly keyboard: PortalKeyboard | null;
  /** False where texts are only copied, since the desktop offers no way to write them. */
  canWrite(): Promise<boolean>;
  /** What makes programs tell where the cursor is. Null if there is no session bus. */
  readonly accessibility: AccessibilityStatus | null;
  /** Where the user sees that a program records. */
  readonly sign: ProgramSign;
  /** What the recorder in core needs. */
  readonly dictation: DictationPorts;
  /** Called by the application after core is closed. */
  close(): Promise<void>;
}

/** Touches nothing of the desktop but sway's socket: each part opens what it needs when it is first used. */
export async function createDesktopParts(
  config: Pick<Config, 'platform' | 'home' | 'env' | 'dataFolder'>,
): Promise<DesktopParts> {
  const { platform, env } = config;
  const x11 = platform === 'linux' ? XServer.of(env) : null;
  const bus = platform === 'linux' ? SessionBus.of(env) : null;
  const accessibility = bus && new AccessibilityStatus(bus, config.dataFolder, desktopOn(env) === 'gnome');
  const activeApplication = await createActiveApplication({ platform, env, x11, bus, accessibility });
  const microphone = createMicrophone({ platform, env, dataFolder: config.dataFolder });
  const session = new SessionWatch({ platform, env, bus });
  const sign = new ProgramSign({ platform, x11, bus });
  const cues = new SystemSoundCues(platform, env);
  const keyboard = createPortalKeyboard(config);
  const delivery = createTextDelivery({
    platform,
    env,
    session,
    x11,
    activeApplication,
    keyboard,
    accessibility,
  });
  return {
    accessibility,
    canWrite: async () => (await delivery.canWrite?.()) ?? true,
    keyboard,
    x11,
    bus,
    activeApplication,
    mayPressKeys: platform === 'darwin' ? await askAccessibility() : null,
    createHotkeys: chooseHotkeys(config, x11),
    createTray: chooseTray(config, bus),
    sign,
    dictation: {
      microphone,
      delivery,
      cues,
      session,
      sign,
      applications: applicationsFrom(activeApplication),
    },
    close: () =>
      closeAll([
        () => delivery.close(),
        () => keyboard?.close(),
        () => session.close(),
        () => cues.close(),
        () => activeApplication.close(),
        () => microphone.close(),
        () => bus?.close(),
        () => x11?.close(),
      ]),
  };
}

/** The library of native calls is loaded where it is used. If it does not load, the answer is unknown. */
function askAccessibility(): Promise<(() => boolean) | null> {
  return import('./native/macos.ts').then(({ loadAccessibility }) => loadAccessibility()).catch(() => null);
}

export interface ActiveApplicationOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null if none exists. */
  readonly x11: XServer | null;
  /** Null if none exists. */
  readonly bus: SessionBus | null;
  readonly accessibility?: Pick<AccessibilityStatus, 'isWanted'> | null;
}

/**
 * Chosen once at start. On Wayland each desktop has its way to reveal it; XWayland knows only its own windows and would
 * name the wrong one.
 */
export async function createActiveApplication({
  platform,
  env,
  x11,
  bus,
  accessibility,
}: ActiveApplicationOptions): Promise<ActiveApplication> {
  if (platform === 'darwin') return macApplication();
  // The library of native calls is loaded where it is used.
  if (platform === 'win32')
    return (await import('./active-application/windows-application.ts')).windowsApplication();
  const sway = env.SWAYSOCK ? await SwayApplication.at(env.SWAYSOCK) : undefined;
  if (sway) return sway;
  if (desktopOn(env) === 'gnome' && bus)
    return gnomeApplication(
      new AtspiApplication(bus, () => accessibility?.isWanted === true),
      x11 ? new X11Application(x11) : undefined,
    );
  if (desktopOn(env) === 'kde' && bus) return kwinApplication(bus);
  if (env.WAYLAND_DISPLAY) return new ToplevelApplication(env);
  return x11 ? new X11Application(x11) : unknownApplication;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * GNOME or KDE under Wayland, also where a distribution gives it a name of its own, such as `ubuntu:GNOME`; null
 * elsewhere.
 */
export function desktopOn({
  WAYLAND_DISPLAY,
  XDG_CURRENT_DESKTOP = '',
}: Environment): 'gnome' | 'kde' | null {
  const names = WAYLAND_DISPLAY ? XDG_CURRENT_DESKTOP.split(':') : [];
  if (names.includes('GNOME')) return 'gnome';
  return names.includes('KDE') ? 'kde' : null;
}

/** Null where keys are pressed in another way. */
function createPortalKeyboard(
  config: Pick<Config, 'platform' | 'home' | 'env' | 'dataFolder'>,
): PortalKeyboard | null {
  const { platform, env, dataFolder } = config;
  const asks = desktopOn(env) !== null;
  const bus = platform === 'linux' && asks ? SessionBus.of(env) : null;
  if (!bus) return null;
  const { store } = platformSecretStore('portal-keyboard', dataFolder, platform);
  return new PortalKeyboard({ bus, entry: applicationEntry(config), store });
}

export interface TextDeliveryOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly session: DesktopSession;
  /** Null if none exists. */
  readonly x11: XServer | null;
  readonly activeApplication: ActiveApplication;
  /** Null where keys are pressed in another way. */
  readonly keyboard: PortalKeyboard | null;
  readonly accessibility?: Pick<AccessibilityStatus, 'isWanted'> | null;
}

/**
 * Chosen once at start. On Wayland, XWayland would only reach its own windows: texts are written if the desktop lets us
 * press keys, by its portal (GNOME, KDE) or on a keyboard of our own (all others that offer one), and copied otherwise.
 */
export function createTextDelivery({
  platform,
  env,
  session,
  x11,
  activeApplication,
  keyboard,
  accessibility,
}: TextDeliveryOptions): TextDelivery & {
  /** Whether the desktop offers what it needs; missing where it surely does. */
  canWrite?(): Promise<boolean | undefined>;
  close(): void;
} {
  const clipboard = systemClipboard(platform, env);
  const host = hostFor(platform, env, x11);
  if (host) return new HostedDelivery({ host, session, clipboard, followsCursor: platform === 'linux' });
  if (keyboard && x11 && desktopOn(env) === 'gnome') {
    const xwayland = (press: Parameters<typeof x11Host>[1]) => x11Host(env, press);
    return new GnomeDelivery({
      host: xwayland,
      session,
      clipboard,
      activeApplication,
      keyboard,
      asksPrograms: () => accessibility?.isWanted === true,
    });
  }
  if (keyboard && desktopOn(env) === 'kde')
    return new WaylandDelivery({ env, session, clipboard, activeApplication, keys: keysByPortal(keyboard) });
  if (env.WAYLAND_DISPLAY && desktopOn(env) === null)
    return new WaylandDelivery({ env, session, clipboard, activeApplication });
  return { ...deliverByClipboard(clipboard), canWrite: async () => false, close: () => undefined };
}

/**
 * Chosen once at start. On Wayland no program may take keys, and XWayland only gets those of its own windows: there the
 * desktop's portal is asked, if it has one.
 */
export function chooseHotkeys(
  config: Pick<Config, 'platform' | 'home' | 'env' | 'dataFolder'>,
  x11: XServer | null,
): CreateHotkeys {
  const { platform, env } = config;
  const way = platform === 'win32' ? 'windows' : platform === 'darwin' ? 'macos' : undefined;
  if (way) {
    const { HOME, PATH, NODE_COMPILE_CACHE } = env;
    return (events) => new HostedHotkeys({ way, env: { HOME, PATH, NODE_COMPILE_CACHE }, events });
  }
  if (platform !== 'linux') return noHotkeys;
  if (!env.WAYLAND_DISPLAY) return x11 ? (events) => new X11Hotkeys(x11, env, events) : noHotkeys;
  return (events) => {
    const bus = SessionBus.of(env);
    return bus ? new PortalHotkeys({ bus, env, events, entry: applicationEntry(config) }) : noHotkeys(events);
  };
}

/** Chosen once at start; null if nothing could show an icon. */
export function chooseTray(
  { platform, env }: Pick<Config, 'platform' | 'env'>,
  bus: SessionBus | null,
): CreateTray | null {
  if (platform === 'darwin' || platform === 'win32') return (events) => new HostedTray({ env, ...events });
  return bus && ((events) => new StatusNotifierTray({ bus, ...events }));
}
