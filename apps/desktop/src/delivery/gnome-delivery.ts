import type {
  DeliveryRequest,
  DeliveryResult,
  DesktopSession,
  SelectedText,
  TextDelivery,
} from '@quoth/core';
import type { ActiveApplication, ActiveProgram, Cursor } from '../active-application/active-application.ts';
import type { Chord, NotPasted, PressKeys } from './delivery-host.ts';
import { explained, HostedDelivery, type HostedDeliveryOptions } from './hosted-delivery.ts';
import { isPasswordPrompt, isTerminal } from './pasting.ts';
import {
  ExpectedKeyboard,
  keyboardRefusal,
  type OpenKeyboard,
  type PortalKeyboard,
} from './portal-keyboard.ts';

export interface GnomeDeliveryOptions {
  /** Owns the clipboards of XWayland; tells `onPress` when it is time for the keys. */
  readonly host: (onPress: PressKeys) => HostedDeliveryOptions['host'];
  readonly session: DesktopSession;
  readonly clipboard: HostedDeliveryOptions['clipboard'];
  readonly activeApplication: ActiveApplication;
  readonly keyboard: PortalKeyboard;
  /** Whether the user lets Quoth ask programs where their cursor is. */
  readonly asksPrograms: () => boolean;
}

/** The delivery in progress: its place, and the keyboard that is being opened for it. */
interface Work {
  readonly place: string;
  readonly keyboard: Promise<OpenKeyboard | undefined>;
}

/**
 * Texts at the cursor on GNOME under Wayland: offered on the clipboards of XWayland, pasted by Shift+Insert, which the
 * desktop's portal presses. Which program has the focus is asked before and right before the key press.
 */
export class GnomeDelivery implements TextDelivery {
  readonly #options: GnomeDeliveryOptions;
  /** Where the cursor is while it is behind the last text. */
  #behind: Cursor | undefined;
  readonly #hosted: HostedDelivery;
  readonly #keyboards: ExpectedKeyboard;
  #work: Work | undefined;

  constructor(options: GnomeDeliveryOptions) {
    this.#options = options;
    this.#keyboards = new ExpectedKeyboard(options.keyboard);
    const { session, clipboard } = options;
    const host = options.host((chord, times) => this.#press(chord, times));
    this.#hosted = new HostedDelivery({ host, session, clipboard });
  }

  prepare(): void {
    this.#hosted.prepare();
    void this.#options.keyboard.permission();
    // A program that has to be woken first is awake when its text comes.
    void this.#options.activeApplication.current();
  }

  /** A text is about to come: the keyboard is opened meanwhile. */
  async place(): Promise<string | undefined> {
    this.#keyboards.expect();
    void this.#hosted.place();
    return (await this.#options.activeApplication.current())?.windowId;
  }

  /** Electron and Chrome tell no cursor unless somebody uses a screen reader. */
  get followsCursor(): boolean {
    return this.#behind !== undefined;
  }

  async deliver(text: string, request: DeliveryRequest): Promise<DeliveryResult> {
    if (request.to === 'copy') return this.#hosted.deliver(text, request);
    const [target, permission] = await Promise.all([
      this.#options.activeApplication.current(),
      this.#options.keyboard.permission(),
    ]);
    const refusal = keyboardRefusal(permission) ?? refusalOf(target, request.place);
    if (refusal || !target) return this.#copied(text, refusal ?? 'cannot-tell');
    const cursor = await this.#options.activeApplication.cursor?.();
    const isBehind = cursor?.field === this.#behind?.field && cursor?.offset === this.#behind?.offset;
    const joint = isBehind ? request.joint : '';
    const delivered = await this.#working(target, () =>
      this.#hosted.deliver(text, {
        ...request,
        joint,
        place: target.windowId,
        isTerminal: isTerminalTarget(target),
        // In the terminal of an editor, Enter runs what was written, and its user has named the editor.
        program: target.focus === 'terminal' && !isTerminal(target.program) ? undefined : target.program,
      }),
    );
    const offset = (cursor?.offset ?? 0) + [...joint, ...text].length;
    const isAtEnd = request.behindCursor === undefined;
    this.#behind = cursor && isAtEnd && delivered.as === 'delivered' ? { ...cursor, offset } : undefined;
    return delivered;
  }

  clipboardText(): Promise<string | undefined> {
    return this.#hosted.clipboardText();
  }

  async selectedText(): Promise<SelectedText> {
    const [target, permission] = await Promise.all([
      this.#options.activeApplication.current(),
      this.#options.keyboard.permission(),
    ]);
    // A terminal's selection is on the primary selection, which any other program may own.
    if (permission !== 'allowed' || !target || refusalOf(target, undefined) || isTerminalTarget(target))
      return { is: 'unreadable' };
    const selected = await this.#working(target, () => this.#hosted.selectedText());
    return selected.is === 'text' ? { ...selected, place: target.windowId } : selected;
  }

  close(): void {
    this.#keyboards.close();
    this.#hosted.close();
  }

  /** The keyboard is open for this one piece of work: GNOME shows a sign in its panel meanwhile. */
  async #working<Result>(target: ActiveProgram, work: () => Promise<Result>): Promise<Result> {
    const keyboard = this.#keyboards.take();
    this.#work = { place: target.windowId, keyboard };
    try {
      return await work();
    } finally {
      this.#work = undefined;
      void keyboard.then((open) => open?.close());
    }
  }

  async #press(chord: Chord, times = 1): Promise<true | NotPasted> {
    const keyboard = await this.#work?.keyboard;
    if (!keyboard) {
      const refusal = keyboardRefusal(await this.#options.keyboard.permission());
      return refusal === undefined || refusal === 'no-way' ? 'keys-not-pressed' : refusal;
    }
    // Checked right before the key press: the focus may have moved meanwhile.
    const refusal = refusalOf(await this.#options.activeApplication.current(), this.#work?.place);
    if (refusal) return refusal === 'cannot-tell' ? 'focus-moved' : refusal;
    if (!(await keyboard.press(chord, times))) return 'keys-not-pressed';
    return true;
  }

  async #copied(text: string, reason: NotPasted | 'cannot-tell' | 'no-way'): Promise<DeliveryResult> {
    const why = reason === 'cannot-tell' && !this.#options.asksPrograms() ? 'accessibility-off' : reason;
    return explained(await this.#hosted.deliver(text, { to: 'copy' }), why);
  }
}

function refusalOf(
  target: ActiveProgram | null,
  place: string | undefined,
): NotPasted | 'cannot-tell' | undefined {
  if (!target) return 'cannot-tell';
  if (place !== undefined && target.windowId !== place) return 'focus-moved';
  if (target.focus === 'hidden') return 'cannot-tell';
  return target.focus === 'password' || isPasswordPrompt(target.program) ? 'password-prompt' : undefined;
}

function isTerminalTarget({ focus, program }: ActiveProgram): boolean {
  return focus === 'terminal' || isTerminal(program);
}
