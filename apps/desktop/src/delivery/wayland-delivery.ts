import type { DeliveryOrder, DeliveryResult, DesktopSession, TextDelivery } from '@quoth/core';
import type { ActiveApplication, ActiveProgram } from '../active-application/index.ts';
import type { Clipboard } from '../clipboard/index.ts';
import { isOnPath } from '../is-on-path.ts';
import { pressByWtype } from '../paste-key/wtype-keys.ts';
import { deliverByClipboard } from './deliver-by-clipboard.ts';
import type { NotPasted } from './host/host-protocol.ts';
import { notPasted, notRestored } from './not-pasted.ts';
import { isPasswordPrompt, isTerminal, onOneLine } from './program-kinds.ts';
import { pasteOnWayland } from './wayland/wayland-desk.ts';

/** Without one of them, texts are copied. */
export const waylandPrograms = ['wtype', 'wl-copy', 'wl-paste'] as const;

/**
 * Programs that are known to go on reading when the text's owner ends, as `wl-copy --paste-once` does: by app id. GTK then drops what it is about
 * to read, so that a requested text may never arrive (seen with xfce4-terminal).
 */
const readsToTheEnd = new Set(['foot', 'footclient']);

export interface WaylandDeliveryOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly session: DesktopSession;
  readonly clipboard: Clipboard;
  /** Reports which window has the focus; if that is unknown, nothing is written. */
  readonly activeApplication: ActiveApplication;
}

/** Texts at the cursor of the terminal foot on a wlroots desktop, by `wtype` and wl-clipboard. */
export class WaylandDelivery implements TextDelivery {
  readonly #with: WaylandDeliveryOptions;
  readonly #fallback: TextDelivery;
  #endSession: (() => void) | undefined;
  #isLocked = false;

  constructor(options: WaylandDeliveryOptions) {
    this.#with = options;
    this.#fallback = deliverByClipboard(options.clipboard);
  }

  prepare(): void {
    this.#endSession ??= this.#with.session.onEvent((event) => {
      if (event === 'locked') this.#isLocked = true;
      else if (event === 'unlocked') this.#isLocked = false;
    });
  }

  async place(): Promise<string | undefined> {
    return (await this.#with.activeApplication.current())?.windowId;
  }

  async deliver(text: string, order: DeliveryOrder): Promise<DeliveryResult> {
    const { env, activeApplication } = this.#with;
    if (order.to === 'copy') return this.#fallback.deliver(text, order);
    if (!waylandPrograms.every((program) => isOnPath(program, env))) return this.#copied(text, 'no-way');
    if (this.#isLocked) return this.#copied(text, 'locked');
    const target = await activeApplication.current();
    const refusal = refusalOf(target, order.place);
    if (refusal || !target) return this.#copied(text, refusal ?? 'no-focus');
    if (!readsToTheEnd.has(target.program)) return this.#copied(text, 'cannot-tell');
    const written = order.joint + (isTerminal(target.program) ? onOneLine(text) : text);
    const result = await pasteOnWayland(written, {
      env,
      press: (key) => pressByWtype(key, env),
      isStillThere: async () => (await activeApplication.current())?.windowId === target.windowId,
    });
    if (typeof result === 'string') return this.#copied(text, result);
    if (order.pressEnter) await pressByWtype('enter', env);
    return { as: 'delivered', problem: result.isRestored ? undefined : notRestored() };
  }

  close(): void {
    this.#endSession?.();
  }

  async #copied(
    text: string,
    reason: NotPasted | 'locked' | 'no-way' | 'cannot-tell',
  ): Promise<DeliveryResult> {
    // What another program has just copied stays.
    if (reason === 'overtaken') return { as: 'shown', problem: notPasted(reason) };
    const copied = await this.#fallback.deliver(text, { to: 'copy' });
    return copied.as === 'copied' ? { ...copied, problem: notPasted(reason) } : copied;
  }
}

function refusalOf(target: ActiveProgram | null, place: string | undefined): NotPasted | undefined {
  if (!target) return 'no-focus';
  if (place !== undefined && target.windowId !== place) return 'focus-moved';
  return isPasswordPrompt(target.program) ? 'password-prompt' : undefined;
}
