import type { NotPasted } from '../host/host-protocol.ts';

/** The window that has the focus, as far as pasting needs to know it. */
export interface FocusedTarget {
  /** Names this window among those of the session. */
  readonly place: string;
  readonly isTerminal: boolean;
  /** Why nothing can or may be written there. */
  readonly refusal: NotPasted | undefined;
}

/** What became of a text that was offered. */
export interface OfferEvents {
  /** The program with the focus asked for the text, and has it, or could not be given it. */
  onAsked(isWhole: boolean): void;
  /** Another program put something else onto the clipboard. */
  onOvertaken(): void;
}

export type PressedKeys = 'paste' | 'copy' | 'enter';

/** Clipboard, keyboard and focus of macOS and Windows, as pasting needs them. `Saved` is what was on the clipboard, `Target` what is known of a window. */
export interface PasteSystem<Saved, Target extends FocusedTarget> {
  /** Undefined where no window has the focus. */
  focused(): Target | undefined;
  /** Grows whenever anybody changes the clipboard. */
  changes(): number;
  /** Never rejects: what cannot be kept is missing, and the restored clipboard is not whole. */
  save(): Promise<Saved>;
  /** Offers a text for this target alone, to be handed over when it asks. False where the clipboard cannot be had. */
  offer(text: string, target: Target, events: OfferEvents): Promise<boolean>;
  /** Puts back what was there, if the clipboard is still ours or nobody has changed it since `changes`. False where something could not be given back. */
  restore(saved: Saved, changes?: number): Promise<boolean>;
  /** For the user to paste; clipboard managers may have it. False where the clipboard cannot be had. */
  put(text: string): Promise<boolean>;
  /** The text on the clipboard. */
  text(): Promise<string | undefined>;
  hasHeldModifiers(): boolean;
  /** Those that are still held count as released from now on. */
  releaseModifiers(): void;
  /** Presses and releases, all at once. False where the system takes no keys from us. */
  press(keys: PressedKeys, target: Target): boolean;
}
