import type { XResExtension } from 'x11';
import { activeWindow, windowClass } from '../../active-application/x11-window.ts';
import type { XConnection } from '../../x11/index.ts';
import { isPasswordPrompt, isTerminal } from '../program-kinds.ts';

/** LocalClientPID of the X-Resource extension. */
const PID_MASK = 2;

/** The window that a text is intended for, and its program. */
export class PasteTarget {
  readonly window: number;
  readonly program: string | undefined;
  readonly #connection: XConnection;
  readonly #focus: number;
  #pid: Promise<number | undefined> | undefined;

  private constructor(connection: XConnection, window: number, focus: number, program: string | undefined) {
    this.#connection = connection;
    this.window = window;
    this.#focus = focus;
    this.program = program;
  }

  /** Undefined if no window has the focus. */
  static async focused(connection: XConnection): Promise<PasteTarget | undefined> {
    const { client } = connection;
    const [window, { focus }] = await Promise.all([
      activeWindow(connection),
      connection.ask<{ focus: number }>((done) => client.GetInputFocus(done)),
    ]);
    if (window === undefined) return undefined;
    return new PasteTarget(connection, window, focus, await windowClass(connection, window));
  }

  get place(): string {
    return String(this.window);
  }

  get isTerminal(): boolean {
    return isTerminal(this.program);
  }

  get isPasswordPrompt(): boolean {
    return isPasswordPrompt(this.program);
  }

  /** True if this window belongs to the same program: to its connection, or to another one of the same process. */
  async isSameProgram(window: number): Promise<boolean> {
    if (window === 0) return false;
    const client = this.#clientOf(window);
    if (client === this.#clientOf(this.window) || (this.#focus > 1 && client === this.#clientOf(this.#focus)))
      return true;
    this.#pid ??= this.#processOf(this.window);
    const [own, other] = await Promise.all([this.#pid, this.#processOf(window)]);
    return own !== undefined && own === other;
  }

  /** The bits above a client's own identify the client of a resource. */
  #clientOf(resource: number): number {
    return (resource & ~this.#connection.display.resource_mask) >>> 0;
  }

  async #processOf(window: number): Promise<number | undefined> {
    try {
      const { client } = this.#connection;
      const res = await this.#connection.extension<XResExtension>((done) => client.require('res', done));
      const ids = await this.#connection.ask<readonly { readonly value: readonly number[] }[]>((done) =>
        res.QueryClientIds([{ client: window, mask: PID_MASK }], done),
      );
      return ids[0]?.value[0];
    } catch {
      return undefined;
    }
  }
}
