import { once } from 'node:events';
import type { Message, MessageBus } from 'dbus-native';

const ANSWER_MS = 5_000;
const SIGNAL = 4;

/**
 * The desktop's session bus (npm dbus-native: pure JavaScript, reconnects). Opened when it is first used; if none
 * exists, every call returns undefined, which is not an error.
 */
export class SessionBus {
  readonly #address: string;
  #opening: Promise<MessageBus | undefined> | undefined;
  readonly #signals = new Set<(message: Message) => void>();
  readonly #reconnected = new Set<() => void>();
  #isClosed = false;

  private constructor(address: string) {
    this.#address = address;
  }

  /** Null if the environment names none. */
  static of(env: Readonly<Record<string, string | undefined>>): SessionBus | null {
    return env.DBUS_SESSION_BUS_ADDRESS ? new SessionBus(env.DBUS_SESSION_BUS_ADDRESS) : null;
  }

  /** The connection; undefined if the bus cannot be reached. */
  connection(): Promise<MessageBus | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Calls a method; undefined if no one answers within so many milliseconds. */
  async call<Answer>(
    message: Required<Pick<Message, 'destination' | 'path' | 'interface' | 'member'>> &
      Pick<Message, 'signature' | 'body'>,
    timeout = ANSWER_MS,
  ): Promise<Answer | undefined> {
    const bus = await this.connection();
    try {
      return await bus?.invoke<Answer>(message, { timeout });
    } catch {
      return undefined;
    }
  }

  /** Signals that match a D-Bus rule, and any others that arrive: the listener selects its own. */
  async onSignal(rule: string, listener: (message: Message) => void): Promise<void> {
    this.#signals.add(listener);
    // If the rule cannot be set, no signal comes, as without a bus: listeners work without signals.
    await (await this.connection())?.watch(rule).catch(() => undefined);
  }

  /** Called when the bus is back: names and match rules are restored, objects of others are not. */
  onReconnected(listener: () => void): void {
    this.#reconnected.add(listener);
  }

  /** Replaces the connection, for a service that knows a program by it. Returns when the bus is back, or after 5 s. */
  async reconnect(): Promise<void> {
    const bus = await this.connection();
    if (!bus) return;
    const isBack = once(bus, 'reconnected', { signal: AbortSignal.timeout(ANSWER_MS) });
    bus.connection.stream.destroy();
    // Then what is asked next fails.
    await isBack.catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const bus = await this.#opening;
    // Closing fails on a bus that is gone; ending the connection stops it from reconnecting.
    await bus?.close().catch(() => undefined);
    bus?.connection.end();
  }

  async #open(): Promise<MessageBus | undefined> {
    const { sessionBus } = await import('dbus-native');
    let bus: MessageBus | undefined;
    try {
      bus = sessionBus({
        busAddress: this.#address,
        timeout: ANSWER_MS,
        reconnect: { maxDelay: 10_000 },
      });
      bus.connection.on('error', () => undefined);
      bus.on('error', () => undefined);
      bus.on('reconnectError', () => undefined);
      bus.on('reconnected', () => {
        for (const listener of this.#reconnected) listener();
      });
      bus.connection.on('message', (message: Message) => {
        if (message.type === SIGNAL) for (const listener of this.#signals) listener(message);
      });
      await bus.invokeDbus({ member: 'GetId' }, { timeout: ANSWER_MS });
      return bus;
    } catch {
      // Without this the library keeps reconnecting, which keeps the process alive.
      bus?.connection.end();
      return undefined;
    }
  }
}

const PORTAL = 'org.freedesktop.portal.Desktop';
const SETTINGS = 'org.freedesktop.portal.Settings';
const DARK = 1;

/** Settings that ask for less motion: of all desktops by now, and those of GNOME and KDE before it. */
const stillness: ReadonlyMap<string, readonly [space: string, isWanted: (value: unknown) => boolean]> =
  new Map([
    ['reduced-motion', ['org.freedesktop.appearance', (value: unknown) => value === 1]],
    ['enable-animations', ['org.gnome.desktop.interface', (value: unknown) => value === false]],
    [
      'AnimationDurationFactor',
      ['org.kde.kdeglobals.KDE', (value: unknown) => /^0(?:\.0*)?$/.test(String(value))],
    ],
  ]);

/**
 * What the desktop prefers (XDG portal): light or dark, dark if it has no preference, since that is visible over
 * anything; and whether nothing should move that need not.
 */
export class DesktopAppearance {
  readonly #bus: SessionBus | null;
  #isAsked = false;
  #isDark = true;
  readonly #still = new Set<string>();

  constructor(bus: SessionBus | null) {
    this.#bus = bus;
  }

  /** As far as is known; the desktop is asked when it is first read. */
  get isDark(): boolean {
    this.#ask();
    return this.#isDark;
  }

  /** As `isDark`; false if the desktop does not tell. */
  get isStill(): boolean {
    this.#ask();
    return this.#still.size > 0;
  }

  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    void this.#read('org.freedesktop.appearance', 'color-scheme');
    for (const [name, [space]] of stillness) void this.#read(space, name);
    void this.#bus?.onSignal(
      `type='signal',interface='${SETTINGS}',member='SettingChanged'`,
      ({ member, body = [] }) => {
        if (member === 'SettingChanged') this.#note(String(body[1]), body[2]);
      },
    );
  }

  #note(name: string, value: unknown): void {
    if (name === 'color-scheme') this.#isDark = value === DARK;
    const wanted = stillness.get(name)?.[1];
    if (wanted?.(value) === true) this.#still.add(name);
    else this.#still.delete(name);
  }

  async #read(space: string, name: string): Promise<void> {
    const value = await this.#bus?.call<unknown>({
      destination: PORTAL,
      path: '/org/freedesktop/portal/desktop',
      interface: SETTINGS,
      member: 'ReadOne',
      signature: 'ss',
      body: [space, name],
    });
    if (value !== undefined) this.#note(name, value);
  }
}
