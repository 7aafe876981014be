import type { ProgramSign as Sign, SignPlace } from '@quoth/core';
import type { SessionBus } from '../session/session-bus.ts';
import type { XServer } from '../x11/x-server.ts';

const BUS = 'org.freedesktop.DBus';
const BUS_PATH = '/org/freedesktop/DBus';
const NOTIFICATIONS = 'org.freedesktop.Notifications';

export interface ProgramSignOptions {
  readonly platform: NodeJS.Platform;
  readonly x11: Pick<XServer, 'connection'> | null;
  readonly bus: Pick<SessionBus, 'call' | 'onSignal'> | null;
}

/**
 * Where the user sees that a program records: in the indicator, in a notification where there is somebody to show it,
 * or else in our own window alone. macOS and Windows do not tell us whether the screen is locked. No one presses a
 * button on a locked one: so the indicator counts there no more than a window does, and each recording begins with a
 * press.
 */
export class ProgramSign implements Sign {
  readonly #options: ProgramSignOptions;
  readonly #listeners = new Set<() => void>();
  #hasWindow: () => boolean = () => false;
  #indicatorFailed = false;
  #followsBus = false;

  constructor(options: ProgramSignOptions) {
    this.#options = options;
  }

  async place(): Promise<SignPlace> {
    if ((await this.#hasScreen()) || (await this.#hasNotifications())) return 'screen';
    const hasIndicator = this.#options.platform !== 'linux' && !this.#indicatorFailed;
    return hasIndicator || this.#hasWindow() ? 'window' : 'none';
  }

  onLost(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Who knows whether a window is open. */
  useWindows(hasWindow: () => boolean): void {
    this.#hasWindow = hasWindow;
  }

  /** A window was opened or closed. */
  windowsChanged(): void {
    this.#tell();
  }

  /** The indicator cannot be shown until the next start. */
  indicatorFailed(): void {
    this.#indicatorFailed = true;
    this.#tell();
  }

  async #hasScreen(): Promise<boolean> {
    const { x11 } = this.#options;
    return x11 !== null && !this.#indicatorFailed && (await x11.connection()) !== null;
  }

  /** One that is started by its first notification counts as well. */
  async #hasNotifications(): Promise<boolean> {
    const { bus } = this.#options;
    if (bus === null) return false;
    this.#followBus();
    const ask = { destination: BUS, path: BUS_PATH, interface: BUS } as const;
    const name = { signature: 's', body: [NOTIFICATIONS] };
    if ((await bus.call<boolean>({ ...ask, member: 'NameHasOwner', ...name })) === true) return true;
    const names = await bus.call<readonly string[]>({ ...ask, member: 'ListActivatableNames' });
    return names?.includes(NOTIFICATIONS) === true;
  }

  #followBus(): void {
    if (this.#followsBus) return;
    this.#followsBus = true;
    const rule = `type='signal',sender='${BUS}',member='NameOwnerChanged',arg0='${NOTIFICATIONS}'`;
    void this.#options.bus?.onSignal(rule, ({ member, body = [] }) => {
      if (member === 'NameOwnerChanged' && body[0] === NOTIFICATIONS) this.#tell();
    });
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
