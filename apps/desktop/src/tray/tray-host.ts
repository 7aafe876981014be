import { type Channel, type Parent, serveParent } from '@quoth/processes/parent';
import { takeTurns } from '../native/system-turns.ts';
import type { TrayState } from './tray-icon.ts';
import type { NumberedEntry } from './tray-menu.ts';

/** What was clicked: the icon itself, or an entry of the latest menu. */
export type TrayChoice = { readonly type: 'open' } | { readonly type: 'entry'; readonly id: number };

/** An icon with a menu on macOS and Windows. All calls must come from one thread. */
export interface SystemTray {
  /** Whether the system shows the icon. */
  readonly isShown: boolean;
  show(state: TrayState, title: string, menu: readonly NumberedEntry[]): void;
  /**
   * Waits for the system's messages, at most `ms`, and returns what was clicked. Blocks its thread, also while the menu
   * is open.
   */
  wait(ms: number): readonly TrayChoice[];
  /** Removes the icon. */
  close(): void;
}

/** What the application and the process that owns the icon say to each other. */
export interface TrayChannel extends Channel {
  readonly toChild: {
    /** `turn` is the number of this update. */
    show(turn: number, state: TrayState, title: string, menu: readonly NumberedEntry[]): void;
  };
  readonly toParent: {
    /** The icon appeared or disappeared. */
    shown(isShown: boolean): void;
    /** The icon itself was clicked. */
    open(): void;
    /** This entry of the menu that was sent with this turn. */
    chosen(turn: number, id: number): void;
  };
  readonly requests: Record<never, never>;
}

/** Milliseconds to wait for the system's messages before checking for the application's. */
const WAIT_MS = 100;

/** Shows what the application sends, and reports what was clicked. */
export class TrayHost {
  readonly #tray: SystemTray;
  readonly #tell: Parent<TrayChannel>['send'];
  #turn = 0;
  #isShown = false;

  constructor(tray: SystemTray, tell: Parent<TrayChannel>['send']) {
    this.#tray = tray;
    this.#tell = tell;
  }

  show(turn: number, state: TrayState, title: string, menu: readonly NumberedEntry[]): void {
    this.#turn = turn;
    this.#tray.show(state, title, menu);
    this.#reportShown();
  }

  /** One turn of the loop. Blocks for at most a tenth of a second, or while the menu is open. */
  turn(): void {
    const turn = this.#turn;
    for (const choice of this.#tray.wait(WAIT_MS)) {
      if (choice.type === 'open') this.#tell('open');
      else this.#tell('chosen', turn, choice.id);
    }
    this.#reportShown();
  }

  close(): void {
    this.#tray.close();
  }

  #reportShown(): void {
    const { isShown } = this.#tray;
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    this.#tell('shown', isShown);
  }
}

/** Runs a tray icon in this process until the application is gone. */
export function serveTray(tray: SystemTray): void {
  const host = new TrayHost(tray, (...message) => parent.send(...message));
  const parent = serveParent<TrayChannel>({
    on: { show: (turn, state, title, menu) => host.show(turn, state, title, menu) },
    answer: {},
    onGone: () => {
      host.close();
      process.exit(0);
    },
  });
  takeTurns(() => host.turn());
}
