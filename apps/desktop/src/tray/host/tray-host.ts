import type { FromTrayHost, ToTrayHost } from './host-protocol.ts';
import type { SystemTray } from './system-tray.ts';

/** Milliseconds to wait for the system's messages before checking for the application's. */
const WAIT_MS = 100;

/** Shows what the application sends, and reports what was clicked. */
export class TrayHost {
  readonly #tray: SystemTray;
  readonly #tell: (message: FromTrayHost) => void;
  #turn = 0;
  #isShown = false;

  constructor(tray: SystemTray, tell: (message: FromTrayHost) => void) {
    this.#tray = tray;
    this.#tell = tell;
  }

  show({ turn, state, menu }: ToTrayHost): void {
    this.#turn = turn;
    this.#tray.show(state, menu);
    this.#tellShown();
  }

  /** One turn of the loop. Blocks for at most a tenth of a second, or while the menu is open. */
  turn(): void {
    const turn = this.#turn;
    for (const choice of this.#tray.wait(WAIT_MS))
      this.#tell(choice.type === 'open' ? choice : { type: 'chosen', turn, id: choice.id });
    this.#tellShown();
  }

  close(): void {
    this.#tray.close();
  }

  #tellShown(): void {
    const { isShown } = this.#tray;
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    this.#tell({ type: 'shown', isShown });
  }
}
