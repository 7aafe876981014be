import { SupervisedChild } from '@quoth/processes';
import { ownFile } from '@quoth/processes/places';
import type { TrayChannel } from './tray-host.ts';
import type { TrayState } from './tray-icon.ts';
import type { Tray, TrayEntry, TrayEvents } from './tray-menu.ts';
import { numberEntries } from './tray-menu.ts';

const MAIN = ownFile('./tray-main.ts', import.meta.url);
/**
 * While its menu is open, the host reads no messages: the chosen entry may belong to a menu that has been replaced
 * several times since.
 */
const KEPT_MENUS = 50;

export interface HostedTrayOptions extends TrayEvents {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Path of the host's file; defaults to the platform's own. */
  readonly main?: string | undefined;
}

/** The icon on macOS and Windows, owned by a separate process, which is restarted if it dies. */
export class HostedTray implements Tray {
  readonly #host: SupervisedChild<TrayChannel>;
  readonly #menus = new Map<number, readonly TrayEntry[]>();
  #latest: Parameters<TrayChannel['toChild']['show']> | undefined;
  #turn = 0;

  constructor({ env, main, ...events }: HostedTrayOptions) {
    this.#host = new SupervisedChild<TrayChannel>({
      main: main ?? MAIN,
      env,
      on: {
        shown: (isShown) => events.onShown(isShown),
        open: () => events.onAction({ type: 'open' }),
        chosen: (turn, id) => {
          const action = this.#menus.get(turn)?.[id]?.action;
          if (action) events.onAction(action);
        },
      },
      onStart: () => this.#tell(),
      onDied: () => events.onShown(false),
    });
  }

  /** Of the process that owns the icon, while it runs. */
  get hostPid(): number | undefined {
    return this.#host.pid;
  }

  open(): Promise<void> {
    this.show('idle', 'Quoth', []);
    this.#host.start();
    return Promise.resolve();
  }

  show(state: TrayState, title: string, entries: readonly TrayEntry[]): void {
    const { numbered, at } = numberEntries(entries);
    this.#turn += 1;
    this.#menus.set(this.#turn, at);
    this.#menus.delete(this.#turn - KEPT_MENUS);
    this.#latest = [this.#turn, state, title, numbered];
    this.#tell();
  }

  /**
   * The host removes the icon, and ends by itself: if it were killed, Windows would keep the icon until the pointer
   * reaches it.
   */
  close(): Promise<void> {
    this.#host.end();
    return Promise.resolve();
  }

  #tell(): void {
    if (this.#latest) this.#host.send('show', ...this.#latest);
  }
}
