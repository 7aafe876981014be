/** Something that is said once, for as long as it takes to read. */
export interface Remark {
  /** What it is about: a later one takes its place. */
  readonly about: string;
  readonly tone: 'done' | 'problem';
  readonly line: string;
  /** What to do about a problem. */
  readonly hint?: string | undefined;
  /** Of the dictation that it is about. */
  readonly mode?: string | undefined;
  /** Milliseconds for which it is still to be shown. */
  readonly leftMs: number;
}

/** What is to be said, the newest last: that one is shown. */
export interface Remarks {
  readonly list: readonly Remark[];
  /** Whether the last one has been visible since `at`, by the monotonic clock. */
  readonly isSeen: boolean;
  readonly at: number;
}

export const noRemarks: Remarks = { list: [], isSeen: false, at: 0 };

/** What a key press or a menu came to; one at a time. */
export const ANSWER = 'answer';

const DONE_MS = 1_200;
/** Two sentences are read in it; longer ones have more. */
const PROBLEM_MS = 8_000;
/** At a leisurely pace, since the eye has to find it first. */
const READ_MS_A_CHARACTER = 60;
/** After a remark has been shown for so long, the user counts as having seen it when they do something else. */
const NOTICED_MS = 3_000;
/** More than that no one reads one after the other. */
const MOST = 3;

/** How long something is shown, in milliseconds. */
export function shownForMs({ tone, line, hint = '' }: Pick<Remark, 'tone' | 'line' | 'hint'>): number {
  const read = (line.length + hint.length) * READ_MS_A_CHARACTER;
  return Math.max(tone === 'problem' ? PROBLEM_MS : DONE_MS, read);
}

/** Says something more. It is shown at once; what it hides has the rest of its time afterwards. */
export function remarked(remarks: Remarks, remark: Omit<Remark, 'leftMs'>, now: number): Remarks {
  const others = passed(remarks, now).filter(
    ({ about, line }) => about !== remark.about && line !== remark.line,
  );
  const list = [...others, { ...remark, leftMs: shownForMs(remark) }].slice(-MOST);
  return { list, isSeen: false, at: now };
}

/** The user goes on and records: what a key press came to is over, and so is what they have noticed. */
export function wentOn(remarks: Remarks, now: number): Remarks {
  const list = passed(remarks, now).filter(
    (one) => one.about !== ANSWER && one.leftMs > shownForMs(one) - NOTICED_MS,
  );
  return { list, isSeen: false, at: now };
}

/** The time is `now`; what has been visible long enough is over. */
export function looked(remarks: Remarks, now: number): Remarks {
  const list = passed(remarks, now);
  return { list, isSeen: remarks.isSeen && list.length === remarks.list.length, at: now };
}

/** From now on the last one is visible, or something else hides it. */
export function placed({ list, at }: Remarks, isSeen: boolean): Remarks {
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
