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
  /** Undefined if no window has the focus. */
  focused(): Target | undefined;
  /** Grows whenever anybody changes the clipboard. */
  changes(): number;
  /** Never rejects: what cannot be kept is missing, and the restored clipboard is not whole. */
  save(): Promise<Saved>;
  /** Offers a text to this target only, to be rendered when it asks. False if the clipboard cannot be opened. */
  offer(text: string, target: Target, events: OfferEvents): Promise<boolean>;
  /** Restores the previous contents, if the clipboard is still ours or unchanged since `changes`. False if something could not be restored. */
  restore(saved: Saved, changes?: number): Promise<boolean>;
  /** For the user to paste; clipboard managers may keep it. False if the clipboard cannot be opened. */
  put(text: string): Promise<boolean>;
  /** The text on the clipboard. */
  text(): Promise<string | undefined>;
  hasHeldModifiers(): boolean;
  /** Those that are still held count as released from now on. */
  releaseModifiers(): void;
  /** Presses and releases in one call. False if the system accepts no keys from us. */
  press(keys: PressedKeys, target: Target): boolean;
}
