import { fileURLToPath } from 'node:url';
import { RestartedProcess } from '../restarted-process.ts';
import type { FromTrayHost, ToTrayHost } from './host/host-protocol.ts';
import { numberEntries } from './number-entries.ts';
import type { Tray, TrayEvents } from './tray.ts';
import type { TrayState } from './tray-icon.ts';
import type { TrayAction, TrayEntry } from './tray-menu.ts';

const MAIN = fileURLToPath(new URL('./host/host-main.ts', import.meta.url));
/** While its menu is open, the host reads no messages: the chosen entry may belong to a menu that has been replaced several times since. */
const KEPT_MENUS = 50;

export interface HostedTrayOptions extends TrayEvents {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Path of the host's file; defaults to the platform's own. */
  readonly main?: string | undefined;
}

/** The icon on macOS and Windows, owned by a separate process, which is restarted if it dies. */
export class HostedTray implements Tray {
  readonly #events: TrayEvents;
  readonly #host: RestartedProcess<ToTrayHost, FromTrayHost>;
  readonly #menus = new Map<number, readonly TrayEntry[]>();
  #latest: ToTrayHost | undefined;
  #turn = 0;

  constructor({ env, main, ...events }: HostedTrayOptions) {
    this.#events = events;
    this.#host = new RestartedProcess({
      main: main ?? MAIN,
      env: { ...env },
      onMessage: (message) => this.#heard(message),
      onStart: () => this.#tell(),
      onGone: () => events.onShown(false),
    });
  }

  /** Of the process that owns the icon, while it runs. */
  get hostPid(): number | undefined {
    return this.#host.pid;
  }

  open(): Promise<void> {
    this.show('idle', []);
    this.#host.start();
    return Promise.resolve();
  }

  show(state: TrayState, entries: readonly TrayEntry[]): void {
    const { numbered, at } = numberEntries(entries);
    this.#turn += 1;
    this.#menus.set(this.#turn, at);
    this.#menus.delete(this.#turn - KEPT_MENUS);
    this.#latest = { turn: this.#turn, state, menu: numbered };
    this.#tell();
  }

  /** The host removes the icon, and ends by itself: if it were killed, Windows would keep the icon until the pointer reaches it. */
  close(): Promise<void> {
    this.#host.leave();
    return Promise.resolve();
  }

  #tell(): void {
    if (this.#latest) this.#host.send(this.#latest);
  }

  #heard(message: FromTrayHost): void {
    if (message.type === 'shown') this.#events.onShown(message.isShown);
    else
      this.#chosen(message.type === 'open' ? message : this.#menus.get(message.turn)?.[message.id]?.action);
  }

  #chosen(action: TrayAction | undefined): void {
    if (action) this.#events.onAction(action);
  }
}
