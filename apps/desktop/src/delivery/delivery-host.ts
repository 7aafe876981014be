import type { SendKey } from '@quoth/contract';
import type { SelectedText, Sending } from '@quoth/core';
import { type Channel, parentOf, serveParent } from '@quoth/processes/parent';

/** How a text was delivered. */
export type PasteResult =
  | { readonly as: 'pasted'; readonly isRestored: boolean; readonly pressed?: SendKey | undefined }
  | { readonly as: 'copied' | 'failed'; readonly reason: NotPasted };

export interface PasteRequest {
  readonly text: string;
  /** Written before it, and no part of what is copied instead. */
  readonly joint: string;
  /** Undefined: whichever window has the focus. */
  readonly place: string | undefined;
  readonly pressEnter: boolean;
  readonly sending?: Sending | undefined;
  /** The end of the text, before which the cursor is moved. */
  readonly behindCursor?: string | undefined;
  /** On Wayland, where this process cannot see it. */
  readonly isTerminal?: boolean;
  /** The same; undefined where it is unknown. */
  readonly program?: string | undefined;
}

/**
 * Delivers texts to the focused program through the clipboard, which it restores afterwards. One implementation per
 * platform.
 */
export interface Paster {
  /** True while programs paste from this process. */
  readonly isOwner: boolean;
  /** Identifies the focused window; the clipboard's contents are read at the same time. */
  look(): Promise<string | undefined>;
  paste(request: PasteRequest): Promise<PasteResult>;
  /** The text stays there until somebody copies something else; clipboard managers may keep it. */
  copy(text: string): Promise<boolean>;
  /** The text on the clipboard; undefined if it holds no text. */
  clipboardText(): Promise<string | undefined>;
  /** What is selected in the focused program, which is made to copy it. The clipboard is restored. */
  readSelection(): Promise<SelectedText>;
}

/** Why a text was not written at the cursor. */
export type NotPasted =
  /** The focus has moved to another window since speaking ended. */
  | 'focus-moved'
  | 'no-focus'
  | 'password-prompt'
  | 'no-paste-key'
  | 'not-asked'
  | 'superseded'
  | 'no-display'
  /** The system does not pass on our key presses, as Windows does not to a program with higher privileges. */
  | 'keys-refused'
  /** Wayland: the desktop did not press them, although it allows it, as after its portal was restarted. */
  | 'keys-not-pressed'
  /** macOS has not been set to let us press keys. */
  | 'no-permission'
  /** macOS: a program hides what is typed from others, as password fields do. */
  | 'secure-input'
  /** Wayland: the desktop has not been asked whether Quoth may press keys, or its user declined. */
  | 'keys-not-asked'
  | 'keys-declined';

/** Keys that are pressed together for the user. */
export type Chord = 'paste' | 'copy' | 'left' | SendKey;

/** Presses them, once or more often. True once the keys were pressed; or why they were not. */
export type PressKeys = (chord: Chord, times?: number) => Promise<true | NotPasted>;

/** What the application and the process that owns the clipboard say to each other. */
export interface DeliveryChannel extends Channel {
  readonly toChild: Record<never, never>;
  /** On Wayland, the application presses the keys: it alone has the desktop's permission. */
  readonly toParent: { press: PressKeys };
  readonly requests: Pick<Paster, 'look' | 'paste' | 'copy' | 'clipboardText' | 'readSelection'>;
}

/** Where there is no screen. */
const noPaster: Paster = {
  isOwner: false,
  look: async () => undefined,
  paste: async () => ({ as: 'failed', reason: 'no-display' }),
  copy: async () => false,
  clipboardText: async () => undefined,
  readSelection: async () => ({ is: 'unreadable' }),
};

/** The application opens a session with the desktop first; one that does not answer within this time hangs. */
const PRESSED_MS = 10_000;

/** The application presses them for this process. */
export async function pressByParent(chord: Chord, times?: number): Promise<true | NotPasted> {
  const pressed = await parentOf<DeliveryChannel>().request('press', PRESSED_MS, chord, times);
  return pressed ?? 'keys-not-pressed';
}

/** Without anything on a clipboard, the process is not needed until the next dictation. */
const IDLE_MS = 60_000;

/** What the platform's host can report. */
export interface ServedDelivery {
  /** No program needs anything from this process any more. */
  free(): void;
  /** The desktop session has ended: no program is left to paste anything. */
  end(): void;
}

/**
 * Carries out the requests of the application, one at a time, and ends the process when no one needs it any more, even
 * after the application has ended.
 */
export function serveDelivery(paster: Paster = noPaster): ServedDelivery {
  let isAlone = false;
  let idle: NodeJS.Timeout | undefined;
  /** One at a time: two simultaneous deliveries would paste each other's text. */
  let work: Promise<unknown> = Promise.resolve();

  const free = () => {
    clearTimeout(idle);
    if (paster.isOwner) return;
    if (isAlone) process.exit(0);
    idle = setTimeout(() => {
      if (!paster.isOwner) process.exit(0);
    }, IDLE_MS);
  };
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    clearTimeout(idle);
    const result = work.then(task);
    // After the answer was sent.
    work = result
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => setImmediate(free));
    return result;
  };
  serveParent<DeliveryChannel>({
    on: {},
    answer: {
      look: () => inTurn(() => paster.look()),
      paste: (request) => inTurn(() => paster.paste(request).catch(() => noPaster.paste(request))),
      copy: (text) => inTurn(() => paster.copy(text)),
      clipboardText: () => inTurn(() => paster.clipboardText()),
      readSelection: () => inTurn(() => paster.readSelection()),
    },
    onGone: () => {
      isAlone = true;
      // A delivery in progress is finished first, so that the target gets its text and the clipboard its content.
      void work.then(free);
    },
  });
  free();
  return {
    free,
    end: () => {
      if (isAlone) process.exit(0);
      void work.then(() => process.exit(0));
    },
  };
}
