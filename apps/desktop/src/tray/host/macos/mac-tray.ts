import type { NumberedEntry } from '../../number-entries.ts';
import { type TrayState, trayPixels, trayTitles } from '../../tray-icon.ts';
import type { SystemTray, TrayChoice } from '../system-tray.ts';
import type { TrayCalls } from './tray-calls.ts';

/** Usual height of menu bar icons, in points; drawn at twice that many pixels. */
const POINTS = 18;

/** An icon in the menu bar (NSStatusItem). A click opens its menu, in which the window is an entry. Written for macOS and not run there. */
export class MacTray implements SystemTray {
  readonly #calls: TrayCalls;
  #state: TrayState | undefined;
  #isShown = false;
  #chosen: readonly number[] = [];

  constructor(calls: TrayCalls) {
    this.#calls = calls;
    calls.onChosen((id) => {
      this.#chosen = [...this.#chosen, id];
    });
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  show(state: TrayState, menu: readonly NumberedEntry[]): void {
    this.#isShown ||= this.#calls.createItem();
    if (!this.#isShown) return;
    this.#calls.setMenu(menu);
    if (state === this.#state) return;
    this.#state = state;
    const size = POINTS * 2;
    const pixels = trayPixels(state, size);
    // When idle it is black or white like its neighbours; any other state has a colour.
    this.#calls.setIcon({ pixels, size, points: POINTS, isTemplate: state === 'idle' }, trayTitles[state]);
  }

  wait(ms: number): readonly TrayChoice[] {
    this.#calls.runEvents(ms / 1_000);
    const chosen = this.#chosen;
    this.#chosen = [];
    return chosen.map((id) => ({ type: 'entry', id }));
  }

  close(): void {
    if (this.#isShown) this.#calls.removeItem();
    this.#isShown = false;
  }
}
