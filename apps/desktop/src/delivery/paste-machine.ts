/** After the target has received the text, it may request another format for this long. */
export const QUIET_MS = 100;
/** A target that has requested nothing within this time does not paste, or hangs. */
export const PATIENCE_MS = 5_000;

/** What happens between the key press and restoring the clipboard. Times by the monotonic clock. */
export type PasteState =
  | { readonly phase: 'waiting'; readonly since: number }
  /** The target asked for the text. `open`: transfers in progress. */
  | { readonly phase: 'asked'; readonly open: number; readonly quietSince: number }
  | { readonly phase: 'pasted' | 'not-asked' | 'overtaken' };

export type PasteEvent =
  /** Somebody requested the text itself. */
  | { readonly type: 'asked'; readonly byTarget: boolean; readonly now: number }
  /** A transfer to the target has ended. */
  | { readonly type: 'served'; readonly isWhole: boolean; readonly now: number }
  /** Another program put something else on every clipboard that was ours. */
  | { readonly type: 'overtaken' }
  | { readonly type: 'tick'; readonly now: number };

export function startPaste(now: number): PasteState {
  return { phase: 'waiting', since: now };
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
    if (event.type === 'asked' && event.byTarget) return { phase: 'asked', open: 1, quietSince: event.now };
    if (event.type === 'overtaken') return { phase: 'overtaken' };
    const isLate = event.type === 'tick' && event.now - state.since >= PATIENCE_MS;
    return isLate ? { phase: 'not-asked' } : state;
  }
  switch (event.type) {
    case 'asked':
      return event.byTarget ? { ...state, open: state.open + 1, quietSince: event.now } : state;
    case 'served': {
      const open = Math.max(0, state.open - 1);
      // A hand-over that broke off leaves the target with a part of it, or nothing.
      if (!event.isWhole && open === 0) return { phase: 'not-asked' };
      return { ...state, open, quietSince: event.now };
    }
    case 'overtaken':
      return state.open === 0 ? { phase: 'pasted' } : state;
    case 'tick':
      return state.open === 0 && event.now - state.quietSince >= QUIET_MS ? { phase: 'pasted' } : state;
  }
}
