import { betaSessionView, type SessionSettings, sessionView } from './session-settings.ts';

/** Samples (16 kHz) that a turn needs: a tenth of a second, as OpenAI asks for. */
const LEAST_SAMPLES = 1_600;

/** A turn: what is spoken between two commits. One recording, if it is kept. */
export interface Item {
  readonly id: string;
  /** Text that was given out as deltas. */
  readonly given: string;
  readonly recordingId: string | undefined;
  readonly samples: number;
}

/** A session as it stands. */
export interface SessionState {
  readonly id: string;
  readonly settings: SessionSettings;
  /** The client speaks as the beta did. */
  readonly isBeta: boolean;
  /** Whose audio comes now. */
  readonly open: Item | undefined;
  /** The user has cancelled the recording of what is being said: nothing takes it until the client, or the turn, has ended it. */
  readonly isPassedOver: boolean;
  /** Committed, their text on its way. */
  readonly pending: readonly Item[];
  /** The item that was committed last. */
  readonly previousId: string | null;
  /** How many items there were, for the next one's id. */
  readonly count: number;
  readonly isOver: boolean;
}

/** A session that has just been opened. */
export function newSession(id: string, settings: SessionSettings): SessionState {
  return {
    id,
    settings,
    isBeta: false,
    open: undefined,
    isPassedOver: false,
    pending: [],
    previousId: null,
    count: 0,
    isOver: false,
  };
}

/** True if it has enough audio to be committed. */
export function isTurn({ samples }: Item): boolean {
  return samples >= LEAST_SAMPLES;
}

/** The open item or one whose text is on its way, by its id. */
export function itemOf({ open, pending }: SessionState, itemId: string): Item | undefined {
  return open?.id === itemId ? open : pending.find(({ id }) => id === itemId);
}

/** The session with this item changed. */
export function withItem(state: SessionState, itemId: string, change: (item: Item) => Item): SessionState {
  const one = (item: Item) => (item.id === itemId ? change(item) : item);
  return { ...state, open: state.open && one(state.open), pending: state.pending.map(one) };
}

/** The session without this item, whose text has been sent or has failed. */
export function withoutItem(state: SessionState, itemId: string): SessionState {
  return { ...state, pending: state.pending.filter(({ id }) => id !== itemId) };
}

/** The session as its client sees it, in the dialect that it speaks. */
export function viewOf({ id, settings, isBeta }: SessionState) {
  return isBeta ? betaSessionView(id, settings) : sessionView(id, settings);
}
