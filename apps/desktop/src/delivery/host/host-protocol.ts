/** Why a text was not written at the cursor. */
export type NotPasted =
  /** Another window has the focus than when speaking ended. */
  | 'focus-moved'
  | 'no-focus'
  | 'password-prompt'
  | 'no-paste-key'
  | 'not-asked'
  | 'overtaken'
  /** Wayland: another program reads each text at once, so that it is unknown whether the target did. */
  | 'clipboard-manager'
  | 'no-display'
  /** The system passes no keys of ours on: Windows to a program that may do more than we. */
  | 'keys-refused'
  /** macOS has not been configured to let us press keys. */
  | 'no-permission'
  /** macOS: a program hides from others what is typed, as password fields do. */
  | 'secure-input';

/** To the process that owns the clipboard. Each is answered once, under its id. */
export type ToHost =
  /** Which window has the focus? What is on the clipboard is saved meanwhile, so that pasting need not wait for it. */
  | { readonly type: 'look'; readonly id: number }
  | {
      readonly type: 'paste';
      readonly id: number;
      readonly text: string;
      /** The window that it is for; null: whichever has the focus. */
      readonly place: string | null;
      readonly pressEnter: boolean;
    }
  | { readonly type: 'copy'; readonly id: number; readonly text: string }
  /** The text that is selected in the program with the focus. */
  | { readonly type: 'read-selection'; readonly id: number };

export type FromHost =
  | { readonly id: number; readonly type: 'place'; readonly place: string | null }
  | {
      readonly id: number;
      readonly type: 'pasted';
      /** False: what was on the clipboard before could not be kept whole. */
      readonly isRestored: boolean;
    }
  | { readonly id: number; readonly type: 'copied'; readonly reason: NotPasted | null }
  | { readonly id: number; readonly type: 'failed'; readonly reason: NotPasted }
  | { readonly id: number; readonly type: 'selection'; readonly text: string | null };
