import type { SelectedText } from '@quoth/core';

/** Why a text was not written at the cursor. */
export type NotPasted =
  /** The focus has moved to another window since speaking ended. */
  | 'focus-moved'
  | 'no-focus'
  | 'password-prompt'
  | 'no-paste-key'
  | 'not-asked'
  | 'overtaken'
  /** Wayland: another program reads each text at once, so it is unknown whether the target did. */
  | 'clipboard-manager'
  | 'no-display'
  /** The system does not pass on our key presses, as Windows does not to a program with higher privileges. */
  | 'keys-refused'
  /** macOS has not been set to let us press keys. */
  | 'no-permission'
  /** macOS: a program hides what is typed from others, as password fields do. */
  | 'secure-input';

/** To the process that owns the clipboard. Each is answered once, with its id. */
export type ToHost =
  /** Which window has the focus? The clipboard's contents are saved meanwhile, so that pasting need not wait for that. */
  | { readonly type: 'look'; readonly id: number }
  | {
      readonly type: 'paste';
      readonly id: number;
      readonly text: string;
      /** Written before it, and no part of what is copied instead. */
      readonly joint: string;
      /** The intended window; null: whichever has the focus. */
      readonly place: string | null;
      readonly pressEnter: boolean;
    }
  | { readonly type: 'copy'; readonly id: number; readonly text: string }
  /** Asks for the text selected in the focused program. */
  | { readonly type: 'read-selection'; readonly id: number };

export type FromHost =
  | { readonly id: number; readonly type: 'place'; readonly place: string | null }
  | {
      readonly id: number;
      readonly type: 'pasted';
      /** False: the previous contents of the clipboard could not be kept completely. */
      readonly isRestored: boolean;
    }
  | { readonly id: number; readonly type: 'copied'; readonly reason: NotPasted | null }
  | { readonly id: number; readonly type: 'failed'; readonly reason: NotPasted }
  | { readonly id: number; readonly type: 'selection'; readonly selected: SelectedText };
