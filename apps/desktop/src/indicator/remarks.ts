import type { LearnedWord } from '@quoth/contract';

/** A message that is shown once, for as long as it takes to read. */
export interface Remark {
  /** What it is about: a later one takes its place. */
  readonly about: string;
  readonly tone: 'done' | 'problem';
  readonly line: string;
  /** What to do about a problem. */
  readonly hint?: string | undefined;
  /** Of the dictation that it is about. */
  readonly mode?: string | undefined;
  /** The word that it offers to remember; it is not shown while its user speaks. */
  readonly offers?: LearnedWord | undefined;
  /** Milliseconds for which it is still to be shown. */
  readonly leftMs: number;
}

/** The messages still to be shown, the newest last: that one is visible. */
export interface Remarks {
  readonly list: readonly Remark[];
  /** Whether the last one has been visible since `at`, by the monotonic clock. */
  readonly isSeen: boolean;
  readonly at: number;
}

export const noRemarks: Remarks = { list: [], isSeen: false, at: 0 };

/** The outcome of a key press or a menu entry; one at a time. */
export const ANSWER = 'answer';

const DONE_MS = 1_200;
/** Two sentences are read in it; longer ones have more. */
const PROBLEM_MS = 8_000;
/** As long as something discarded can be had back. */
const OFFER_MS = 10_000;
/** At a leisurely pace, since the eye has to find it first. */
const READ_MS_A_CHARACTER = 60;
/** After a remark has been shown for so long, the user counts as having seen it when they do something else. */
const NOTICED_MS = 3_000;
/** No one reads more than this one after the other. */
const MAX_REMARKS = 3;

/** How long something is shown, in milliseconds. */
function shownForMs({
  tone,
  line,
  hint = '',
  offers,
}: Pick<Remark, 'tone' | 'line' | 'hint' | 'offers'>): number {
  if (offers) return OFFER_MS;
  const read = (line.length + hint.length) * READ_MS_A_CHARACTER;
  return Math.max(tone === 'problem' ? PROBLEM_MS : DONE_MS, read);
}

/** Adds a remark. It is shown at once; the one that it hides has the rest of its time afterwards. */
export function addRemark(remarks: Remarks, remark: Omit<Remark, 'leftMs'>, now: number): Remarks {
  const others = passed(remarks, now).filter(
    ({ about, line }) => about !== remark.about && line !== remark.line,
  );
  const list = [...others, { ...remark, leftMs: shownForMs(remark) }].slice(-MAX_REMARKS);
  return { list, isSeen: false, at: now };
}

/**
 * The user starts a recording: the outcome of a key press is no longer shown, and neither is what they have noticed.
 */
export function dismissNoticed(remarks: Remarks, now: number): Remarks {
  const list = passed(remarks, now).filter(
    (one) => one.about !== ANSWER && one.leftMs > shownForMs(one) - NOTICED_MS,
  );
  return { list, isSeen: false, at: now };
}

/** Removes the remark that has been visible long enough. */
export function expireShown(remarks: Remarks, now: number): Remarks {
  const list = passed(remarks, now);
  return { list, isSeen: remarks.isSeen && list.length === remarks.list.length, at: now };
}

/** Notes whether the last one is visible from now on, or hidden by something else. */
export function setVisible({ list, at }: Remarks, isSeen: boolean): Remarks {
  // A confirmation that cannot be shown at once is of no use later.
  const isLate = !isSeen && list.at(-1)?.tone === 'done';
  return { list: isLate ? list.slice(0, -1) : list, isSeen, at };
}

function passed({ list, isSeen, at }: Remarks, now: number): readonly Remark[] {
  const last = list.at(-1);
  if (!last || !isSeen) return list;
  const leftMs = last.leftMs - (now - at);
  return leftMs > 0 ? [...list.slice(0, -1), { ...last, leftMs }] : list.slice(0, -1);
}
