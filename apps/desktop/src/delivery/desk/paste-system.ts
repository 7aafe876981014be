import type { NotPasted } from '../host/host-protocol.ts';

/** What pasting needs to know about the focused window. */
export interface FocusedTarget {
  /** Identifies this window within the session. */
  readonly place: string;
  readonly isTerminal: boolean;
  /** Why nothing can or may be written there, if so. */
  readonly refusal: NotPasted | undefined;
}

/** What became of a text that was offered. */
export interface OfferEvents {
  /** The focused program requested the text, and has received it, or could not be given it. */
  onAsked(isWhole: boolean): void;
  /** Another program put something else on the clipboard. */
  onOvertaken(): void;
}

export type PressedKeys = 'paste' | 'copy' | 'enter';

/** Clipboard, keyboard and focus of macOS and Windows, as pasting needs them. `Saved` is the previous contents of the clipboard, `Target` what is known about a window. */
export interface PasteSystem<Saved, Target extends FocusedTarget> {
  /** Undefined if no window has the focus. */
  focused(): Target | undefined;
  /** Grows whenever anybody changes the clipboard. */
  changes(): number;
  /** Never rejects: what cannot be kept is missing, and the restored clipboard is incomplete. */
  save(): Promise<Saved>;
  /** Offers a text to this target only, to be rendered when it asks. False if the clipboard cannot be opened. */
  offer(text: string, target: Target, events: OfferEvents): Promise<boolean>;
  /** Restores the previous contents, if the clipboard is still ours or unchanged since `changes`. False if something could not be restored. */
  restore(saved: Saved, changes?: number): Promise<boolean>;
  /** Copies a text for the user to paste; clipboard managers may keep it. False if the clipboard cannot be opened. */
  put(text: string): Promise<boolean>;
  /** The text on the clipboard. */
  text(): Promise<string | undefined>;
  hasHeldModifiers(): boolean;
  /** Modifiers that are still held count as released from now on. */
  releaseModifiers(): void;
  /** Presses and releases in one call. False if the system accepts no keys from us. */
  press(keys: PressedKeys, target: Target): boolean;
}
