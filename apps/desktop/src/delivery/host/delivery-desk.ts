import type { NotPasted } from './host-protocol.ts';

/** How a text went out. */
export type Delivered =
  | { readonly as: 'pasted'; readonly isRestored: boolean }
  | { readonly as: 'copied'; readonly reason: NotPasted | null }
  | { readonly as: 'failed'; readonly reason: NotPasted };

export interface PasteOrder {
  readonly text: string;
  /** Undefined: whichever window has the focus. */
  readonly place: string | undefined;
  readonly pressEnter: boolean;
}

/** Delivers texts to the focused program through the clipboard, which it restores afterwards. One implementation per platform. */
export interface DeliveryDesk {
  /** True while programs get from this process what they paste. */
  readonly isOwner: boolean;
  /** Name of the focused window. Meanwhile the clipboard's contents are read. */
  look(): Promise<string | undefined>;
  paste(order: PasteOrder): Promise<Delivered>;
  /** It stays there until somebody copies something else; clipboard managers may have it. */
  copy(text: string): Promise<boolean>;
  /** What is selected in the program with the focus; undefined where nothing is, or it cannot be read. The clipboard comes back. */
  readSelection(): Promise<string | undefined>;
}
