import { isFinalQuestion, limits, type QuestionPhase } from '@quoth/contract';

/** How long the questions of one program are counted. */
const MINUTE_MS = 60_000;

/** One question. Times by the monotonic clock. */
export interface QuestionState {
  readonly id: string;
  /** The program that asked. */
  readonly by: string;
  readonly phase: QuestionPhase;
  /** It disappears then, if no one has reacted. */
  readonly expiresAt: number;
  /** How many calls wait for its answer, and since when there has been none. */
  readonly waiting: number;
  readonly unattendedSince: number;
  /** It is withdrawn after so long without one. */
  readonly patienceMs: number;
  /** False if the program asked only whether it may record: then it need not come back for an answer. */
  readonly isAttended: boolean;
  readonly endedAt: number | undefined;
}

/** All questions: at most one that is open, those whose answers can still be fetched, and who asked lately. */
export interface Questions {
  readonly list: readonly QuestionState[];
  /** When each program asked, within the last minute. */
  readonly asked: ReadonlyMap<string, readonly number[]>;
}

export type QuestionEvent =
  | {
      readonly type: 'ask';
      readonly id: string;
      readonly by: string;
      readonly isAttended: boolean;
      readonly now: number;
    }
  /** The user has pressed to answer: the microphone is opened for it. */
  | { readonly type: 'accept'; readonly id: string }
  | { readonly type: 'decline'; readonly id: string; readonly now: number }
  /** The user canceled while speaking: its recording is discarded already. */
  | { readonly type: 'abandoned'; readonly id: string; readonly now: number }
  /** The program withdraws it, or is no longer let in; or the screen was locked. */
  | { readonly type: 'withdraw'; readonly id: string; readonly now: number }
  /** The recording has ended and becomes text. */
  | { readonly type: 'recorded'; readonly id: string }
  | { readonly type: 'text'; readonly id: string; readonly now: number }
  | { readonly type: 'failed'; readonly id: string; readonly now: number }
  /** A call begins to wait, or ends; `isCallerGone`: its caller has gone. */
  | { readonly type: 'wait'; readonly id: string }
  | { readonly type: 'leave'; readonly id: string; readonly isCallerGone: boolean; readonly now: number }
  | { readonly type: 'tick'; readonly now: number };

export type QuestionEffect =
  /** What is on the screen is to be another. */
  | { readonly type: 'changed'; readonly id: string }
  | { readonly type: 'record'; readonly id: string }
  /** Its recording is canceled. */
  | { readonly type: 'discard'; readonly id: string }
  | { readonly type: 'ended'; readonly id: string };

export interface QuestionStep {
  readonly state: Questions;
  readonly effects: readonly QuestionEffect[];
  /** Why a question is not asked. */
  readonly refusal?: QuestionRefusal;
}

/** `waitMs`: until the program may ask again. */
export type QuestionRefusal =
  | { readonly why: 'busy' }
  | { readonly why: 'too-many'; readonly waitMs: number };

export const noQuestions: Questions = { list: [], asked: new Map() };

/** The question that is on the screen, or being answered. */
export function openQuestion({ list }: Questions): QuestionState | undefined {
  return list.find(({ phase }) => !isFinalQuestion(phase));
}

/** When the next `tick` changes something; undefined where none does. */
export function nextTickAt({ list }: Questions): number | undefined {
  const times = list.flatMap((one) => {
    if (one.endedAt !== undefined) return [one.endedAt + limits.questionKeptMs];
    const unattended = isUnattendedSoon(one) ? [one.unattendedSince + one.patienceMs] : [];
    return one.phase === 'asked' ? [one.expiresAt, ...unattended] : unattended;
  });
  return times.length === 0 ? undefined : Math.min(...times);
}

/** One move: asked → answering → transcribing → answered | declined | expired | cancelled | failed. Pure. */
export function stepQuestions(state: Questions, event: QuestionEvent): QuestionStep {
  if (event.type === 'ask') return ask(state, event);
  if (event.type === 'tick') return tick(state, event.now);
  const one = state.list.find(({ id }) => id === event.id);
  if (!one || isFinalQuestion(one.phase)) return { state, effects: [] };
  switch (event.type) {
    case 'accept':
      if (one.phase !== 'asked') return { state, effects: [] };
      return moved(state, { ...one, phase: 'answering' }, [{ type: 'record', id: one.id }]);
    case 'decline':
      return one.phase === 'transcribing' ? { state, effects: [] } : ended(state, one, 'declined', event.now);
    case 'abandoned':
      return one.phase === 'asked'
        ? { state, effects: [] }
        : ended(state, { ...one, phase: 'transcribing' }, 'declined', event.now);
    case 'withdraw':
      return ended(state, one, 'cancelled', event.now);
    case 'recorded':
      return one.phase === 'answering'
        ? moved(state, { ...one, phase: 'transcribing' })
        : { state, effects: [] };
    case 'text':
      // The text of a short recording may arrive before the event that it has ended.
      return one.phase === 'asked' ? { state, effects: [] } : ended(state, one, 'answered', event.now);
    case 'failed':
      return one.phase === 'asked' ? { state, effects: [] } : ended(state, one, 'failed', event.now);
    case 'wait':
      return { state: replaced(state, { ...one, waiting: one.waiting + 1 }), effects: [] };
    case 'leave': {
      const waiting = Math.max(0, one.waiting - 1);
      const left = {
        ...one,
        waiting,
        unattendedSince: waiting === 0 ? event.now : one.unattendedSince,
        patienceMs: limits.questionUnattendedMs,
      };
      // What was said belongs to the user, so the text goes to the history even if no program waits for it.
      if (event.isCallerGone && waiting === 0 && one.phase !== 'transcribing')
        return ended(state, left, 'cancelled', event.now);
      return { state: replaced(state, left), effects: [] };
    }
  }
}

function ask(
  state: Questions,
  { id, by, isAttended, now }: Extract<QuestionEvent, { type: 'ask' }>,
): QuestionStep {
  if (openQuestion(state)) return { state, effects: [], refusal: { why: 'busy' } };
  const lately = (state.asked.get(by) ?? []).filter((at) => now - at < MINUTE_MS);
  if (lately.length >= limits.questionsPerMinute) {
    const waitMs = (lately[0] ?? now) + MINUTE_MS - now;
    return { state, effects: [], refusal: { why: 'too-many', waitMs } };
  }
  const asked = new Map([...state.asked].filter(([, times]) => now - (times.at(-1) ?? 0) < MINUTE_MS));
  asked.set(by, [...lately, now]);
  const one: QuestionState = {
    id,
    by,
    phase: 'asked',
    expiresAt: now + limits.questionShownMs,
    waiting: 0,
    unattendedSince: now,
    // The program starts to wait right after it asked; if it does not, it has gone.
    patienceMs: limits.questionFirstWaitMs,
    isAttended,
    endedAt: undefined,
  };
  return { state: { list: [...state.list, one], asked }, effects: [{ type: 'changed', id }] };
}

function tick(state: Questions, now: number): QuestionStep {
  const list = state.list.filter(
    ({ endedAt }) => endedAt === undefined || now - endedAt < limits.questionKeptMs,
  );
  const kept = { ...state, list };
  const one = openQuestion(kept);
  if (!one) return { state: kept, effects: [] };
  if (one.phase === 'asked' && now >= one.expiresAt) return ended(kept, one, 'expired', now);
  const isLost = isUnattendedSoon(one) && now - one.unattendedSince >= one.patienceMs;
  return isLost ? ended(kept, one, 'cancelled', now) : { state: kept, effects: [] };
}

/** A program that does not ask for the answer any more has gone, as far as one can tell. */
function isUnattendedSoon({ isAttended, waiting, phase }: QuestionState): boolean {
  return isAttended && waiting === 0 && (phase === 'asked' || phase === 'answering');
}

function ended(
  state: Questions,
  one: QuestionState,
  phase: Extract<QuestionPhase, 'answered' | 'declined' | 'expired' | 'cancelled' | 'failed'>,
  now: number,
): QuestionStep {
  const discards = one.phase === 'answering' && (phase === 'declined' || phase === 'cancelled');
  const { id } = one;
  const step = moved(state, { ...one, phase, endedAt: now }, [{ type: 'ended', id }]);
  return discards ? { ...step, effects: [{ type: 'discard', id }, ...step.effects] } : step;
}

function moved(state: Questions, one: QuestionState, effects: readonly QuestionEffect[] = []): QuestionStep {
  return { state: replaced(state, one), effects: [...effects, { type: 'changed', id: one.id }] };
}

function replaced(state: Questions, one: QuestionState): Questions {
  return { ...state, list: state.list.map((other) => (other.id === one.id ? one : other)) };
}
