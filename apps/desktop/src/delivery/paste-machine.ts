/** After the target has received the text, it may ask for it again for this long: Chromium asks twice, with a dozen other questions around it. */
export const QUIET_MS = 200;
/** A target that has been slow so far gets this many times its longest pause, and at most so long. */
const QUIET_PAUSES = 3;
const LONGEST_QUIET_MS = 2_000;
/** A target that has requested nothing within this time does not paste, or hangs. */
export const PATIENCE_MS = 5_000;

/** What happens between the key press and restoring the clipboard. Times by the monotonic clock. */
export type PasteState =
  | ({ readonly phase: 'waiting'; readonly since: number } & Pace)
  /** The target asked for the text. `open`: transfers in progress. */
  | ({ readonly phase: 'asked'; readonly open: number } & Pace)
  | { readonly phase: 'pasted' | 'not-asked' | 'overtaken' };

/** How fast the target is: when it last did anything, and its longest pause since the key press. */
interface Pace {
  readonly activeAt: number;
  readonly longestPause: number;
}

export type PasteEvent =
  /** Somebody requested the text itself. */
  | { readonly type: 'asked'; readonly byTarget: boolean; readonly now: number }
  /** The target asked about the clipboard, and not for the text. */
  | { readonly type: 'looked'; readonly now: number }
  /** A transfer to the target has ended. */
  | { readonly type: 'served'; readonly isWhole: boolean; readonly now: number }
  /** Another program put something else on every clipboard that was ours. */
  | { readonly type: 'overtaken' }
  | { readonly type: 'tick'; readonly now: number };

export function startPaste(now: number): PasteState {
  return { phase: 'waiting', since: now, activeAt: now, longestPause: 0 };
}

export function isOver(
  state: PasteState,
): state is Extract<PasteState, { phase: 'pasted' | 'not-asked' | 'overtaken' }> {
  return state.phase !== 'waiting' && state.phase !== 'asked';
}

/**
 * One move: waiting → asked → pasted, or not-asked if the target wants nothing, or overtaken. The clipboard is restored only
 * after the target itself has received the text: after a fixed time, a busy target would paste the old clipboard. Pure.
 */
export function stepPaste(state: PasteState, event: PasteEvent): PasteState {
  if (isOver(state)) return state;
  if (state.phase === 'waiting') {
    if (event.type === 'asked' && event.byTarget)
      return { phase: 'asked', open: 1, ...paceAt(event.now, state) };
    if (event.type === 'looked') return { ...state, ...paceAt(event.now, state) };
    if (event.type === 'overtaken') return { phase: 'overtaken' };
    const isLate = event.type === 'tick' && event.now - state.since >= PATIENCE_MS;
    return isLate ? { phase: 'not-asked' } : state;
  }
  switch (event.type) {
    case 'asked':
      return event.byTarget ? { ...state, open: state.open + 1, ...paceAt(event.now, state) } : state;
    case 'looked':
      return { ...state, ...paceAt(event.now, state) };
    case 'served': {
      const open = Math.max(0, state.open - 1);
      // A hand-over that broke off leaves the target with a part of it, or nothing.
      if (!event.isWhole && open === 0) return { phase: 'not-asked' };
      return { ...state, open, ...paceAt(event.now, state) };
    }
    case 'overtaken':
      return state.open === 0 ? { phase: 'pasted' } : state;
    case 'tick': {
      const quietMs = Math.min(LONGEST_QUIET_MS, Math.max(QUIET_MS, QUIET_PAUSES * state.longestPause));
      return state.open === 0 && event.now - state.activeAt >= quietMs ? { phase: 'pasted' } : state;
    }
  }
}

function paceAt(now: number, { activeAt, longestPause }: Pace): Pace {
  return { activeAt: now, longestPause: Math.max(longestPause, now - activeAt) };
}
