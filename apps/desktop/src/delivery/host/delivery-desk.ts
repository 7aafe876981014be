import type { SelectedText } from '@quoth/core';
import type { NotPasted } from './host-protocol.ts';

/** How a text was delivered. */
export type Delivered =
  | { readonly as: 'pasted'; readonly isRestored: boolean }
  | { readonly as: 'copied'; readonly reason: NotPasted | null }
  | { readonly as: 'failed'; readonly reason: NotPasted };

export interface PasteOrder {
  readonly text: string;
  /** Written before it, and no part of what is copied instead. */
  readonly joint: string;
  /** Undefined: whichever window has the focus. */
  readonly place: string | undefined;
  readonly pressEnter: boolean;
}

/** Delivers texts to the focused program through the clipboard, which it restores afterwards. One implementation per platform. */
export interface DeliveryDesk {
  /** True while programs paste from this process. */
  readonly isOwner: boolean;
  /** Identifies the focused window. Meanwhile the clipboard's contents are read. */
  look(): Promise<string | undefined>;
  paste(order: PasteOrder): Promise<Delivered>;
  /** The text stays there until somebody copies something else; clipboard managers may keep it. */
  copy(text: string): Promise<boolean>;
  /** What is selected in the focused program, which is made to copy it. The clipboard is restored. */
  readSelection(): Promise<SelectedText>;
}
