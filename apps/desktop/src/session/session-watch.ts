import type { ChildProcess } from 'node:child_process';
import { uptime } from 'node:os';
import { createInterface } from 'node:readline';
import type { DesktopSession, DesktopSessionEvent } from '@quoth/core';
import { execFile, spawn } from '@quoth/processes/programs';
import type { SessionBus } from './session-bus.ts';

/** If the machine's uptime advances this much more than the process, it was asleep. */
const SLEPT_MS = 5_000;
const LOOK_MS = 1_000;
/** A process that could not check for this long was not merely busy. */
const GAP_MS = 30_000;

/** The signals to listen for on each bus of a Linux desktop. */
const buses = {
  session: ['org.freedesktop.ScreenSaver', 'org.gnome.ScreenSaver', 'org.mate.ScreenSaver'].map(
    (name) => `type='signal',interface='${name}',member='ActiveChanged'`,
  ),
  system: [
    "type='signal',interface='org.freedesktop.login1.Manager',member='PrepareForSleep'",
    "type='signal',interface='org.freedesktop.login1.Session',member='Lock'",
    "type='signal',interface='org.freedesktop.login1.Session',member='Unlock'",
  ],
} as const;

export interface SessionWatchOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asked whether the screen is locked; null where none exists. */
  readonly bus?: Pick<SessionBus, 'call'> | null;
  /** The machine's own by default. */
  readonly clock?: SleepClock | undefined;
}

/** Two clocks that no one can set, in milliseconds. On Linux only the uptime counts sleep, elsewhere both do. */
export interface SleepClock {
  uptime(): number;
  monotonic(): number;
}

const systemClock: SleepClock = {
  uptime: () => uptime() * 1_000,
  monotonic: () => performance.now(),
};

/**
 * Reports when the screen is locked and when the machine sleeps. On Linux, the desktop says so on D-Bus; elsewhere,
 * sleep is noticed afterwards, and a locked screen not at all yet.
 */
export class SessionWatch implements DesktopSession {
  readonly #options: SessionWatchOptions;
  readonly #clock: SleepClock;
  readonly #listeners = new Set<(event: DesktopSessionEvent) => void>();
  #children: ChildProcess[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** As far as it was reported. */
  #isLocked = false;
  #uptime = 0;
  #monotonic = 0;

  constructor(options: SessionWatchOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Listens to the desktop as long as there are listeners. */
  onEvent(listener: (event: DesktopSessionEvent) => void): () => void {
    if (this.#listeners.size === 0) this.#open();
    this.#listeners.add(listener);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.close();
    };
  }

  async isLocked(): Promise<boolean> {
    const { platform, env, bus = null } = this.#options;
    return this.#isLocked || (platform === 'linux' && (await isScreenLocked({ bus, env })));
  }

  close(): void {
    this.#isLocked = false;
    clearInterval(this.#timer);
    for (const child of this.#children) child.kill();
    this.#children = [];
  }

  #open(): void {
    const { platform, env } = this.#options;
    if (platform === 'linux') {
      if (env.DBUS_SESSION_BUS_ADDRESS) this.#listen('--session', buses.session, env);
      this.#listen('--system', buses.system, env);
    }
    this.#uptime = this.#clock.uptime();
    this.#monotonic = this.#clock.monotonic();
    this.#timer = setInterval(() => this.#checkClocks(), LOOK_MS);
    this.#timer.unref();
  }

  #listen(bus: string, matches: readonly string[], env: Readonly<Record<string, string | undefined>>): void {
    const child = spawn('dbus-monitor', [bus, ...matches], {
      env: { ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#children.push(child);
    // Without D-Bus, nothing is reported.
    child.on('error', () => undefined);
    child.unref();
    const signals = new SignalReader();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = signals.read(line);
      if (event) this.#tell(event);
    });
  }

  /**
   * While the machine sleeps, Linux stops the monotonic clock; macOS and Windows do not, and only our checks are
   * missing.
   */
  #checkClocks(): void {
    const [upSince, monotonic] = [this.#clock.uptime(), this.#clock.monotonic()];
    const gap = monotonic - this.#monotonic;
    const slept = upSince - this.#uptime - gap;
    this.#uptime = upSince;
    this.#monotonic = monotonic;
    // macOS counts its uptime by the clock that can be set.
    if (this.#options.platform === 'linux' ? slept < SLEPT_MS : gap < GAP_MS) return;
    this.#tell('suspending');
    this.#tell('resumed');
  }

  #tell(event: DesktopSessionEvent): void {
    if (event === 'locked' || event === 'unlocked') this.#isLocked = event === 'locked';
    for (const listener of [...this.#listeners]) listener(event);
  }
}

/** Reads the output of `dbus-monitor`: a line with the signal, then one for each of its arguments. */
export class SignalReader {
  #member = '';

  /** The event that this line completes. */
  read(line: string): DesktopSessionEvent | undefined {
    const member = /^signal .*\bmember=(\w+)/.exec(line)?.[1];
    if (member !== undefined) {
      this.#member = member;
      if (member === 'Lock') return 'locked';
      return member === 'Unlock' ? 'unlocked' : undefined;
    }
    const value = /^\s+boolean (true|false)$/.exec(line)?.[1];
    if (value === undefined) return undefined;
    const isOn = value === 'true';
    if (this.#member === 'ActiveChanged') return isOn ? 'locked' : 'unlocked';
    if (this.#member === 'PrepareForSleep') return isOn ? 'suspending' : 'resumed';
    return undefined;
  }
}

/** Screen savers that answer on the session bus, and where. */
const savers = [
  ['org.freedesktop.ScreenSaver', '/org/freedesktop/ScreenSaver'],
  ['org.gnome.ScreenSaver', '/org/gnome/ScreenSaver'],
  ['org.mate.ScreenSaver', '/org/mate/ScreenSaver'],
  ['org.cinnamon.ScreenSaver', '/org/cinnamon/ScreenSaver'],
] as const;
const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};
const LOGINCTL_MS = 1_000;

export interface ScreenLockOptions {
  readonly bus: Pick<SessionBus, 'call'> | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether the desktop says that its screen is locked: by its screen saver, or by logind (`LockedHint`). False where no
 * one says anything.
 */
export async function isScreenLocked({ bus, env }: ScreenLockOptions): Promise<boolean> {
  const answers = await Promise.all([
    ...savers.map(([name, path]) => (bus ? saverIsActive(bus, name, path) : false)),
    isHintedLocked(env),
  ]);
  return answers.includes(true);
}

/** Asks only a screen saver that is running: the question itself must not start one. */
async function saverIsActive(bus: Pick<SessionBus, 'call'>, name: string, path: string): Promise<boolean> {
  const owned = await bus.call<boolean>({ ...BUS, member: 'NameHasOwner', signature: 's', body: [name] });
  if (owned !== true) return false;
  return (
    (await bus.call<boolean>({ destination: name, path, interface: name, member: 'GetActive' })) === true
  );
}

function isHintedLocked(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { XDG_SESSION_ID: session } = env;
  if (!session) return Promise.resolve(false);
  const asked = ['show-session', session, '--property=LockedHint', '--value'];
  return new Promise((resolve) => {
    execFile('loginctl', asked, { env: { ...env }, timeout: LOGINCTL_MS }, (error, stdout) =>
      resolve(!error && stdout.trim() === 'yes'),
    );
  });
}
