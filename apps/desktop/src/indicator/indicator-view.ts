import type { Dictation, Processing } from '@quoth/contract';

/** What can be pressed on it. */
export const indicatorActions = ['stop', 'cancel', 'decline', 'answer'] as const;
export type IndicatorAction = (typeof indicatorActions)[number];

/** `asking`: a program asks something. `listening`: only a pre-roll keeps the microphone open. */
export type IndicatorTone =
  | 'asking'
  | 'listening'
  | 'starting'
  | 'recording'
  | 'working'
  | 'done'
  | 'problem';
export type IndicatorSize = 'full' | 'small';

/** Everything that an indicator shows. */
export interface IndicatorView {
  readonly tone: IndicatorTone;
  readonly size: IndicatorSize;
  /** `system`: the drawing process asks the system. */
  readonly appearance: 'light' | 'dark' | 'system';
  /** The last stable words, or what is happening. */
  readonly line: string;
  readonly isWords: boolean;
  /** What to do about a problem. */
  readonly hint?: string | undefined;
  readonly mode: string;
  /** The program that records or asks; undefined for the user's own dictation. */
  readonly program?: string | undefined;
  /** What is on the button that begins an answer. */
  readonly accept?: string | undefined;
  /** Of the recording. */
  readonly elapsedMs: number;
  /** 0 to 1. */
  readonly level: number;
  readonly buttons: readonly IndicatorAction[];
}

/** What is known about the recorder besides its state. */
export interface IndicatorFacts {
  readonly dictation: Dictation;
  /** Stable words of the current recording. */
  readonly words: string;
  readonly elapsedMs: number;
  readonly level: number;
  readonly size: IndicatorSize;
  readonly appearance: 'light' | 'dark' | 'system';
  /** A tray icon already shows that a microphone is open. */
  readonly hasTray: boolean;
  /** The recording is cancelled if this shortcut is pressed again before `until`, by the same clock as `now`. */
  readonly cancelAsked?: { readonly shortcut: string; readonly until: number } | undefined;
  /** What a key press came to; shown before `until`, by the same clock. */
  readonly remark?:
    | (Pick<IndicatorView, 'line' | 'hint'> & {
        readonly tone: 'done' | 'problem';
        readonly until: number;
      })
    | undefined;
  /** When each dictation was finished, by the same clock as `now`, in milliseconds. */
  readonly finishedAt: ReadonlyMap<string, number>;
  readonly now: number;
}

const DONE_MS = 1_200;
/** Two sentences are read in it. */
const PROBLEM_MS = 8_000;
/** More words than any screen shows in one line. */
const MOST_CHARACTERS = 300;

/** How long an outcome is shown, in milliseconds. */
export function shownForMs(tone: 'done' | 'problem'): number {
  return tone === 'problem' ? PROBLEM_MS : DONE_MS;
}

/** What is visible now; undefined if nothing is. As long as a microphone is open, something is. */
export function indicatorView(facts: IndicatorFacts): IndicatorView | undefined {
  const { dictation, size, appearance } = facts;
  const bare = { size, appearance, mode: '', elapsedMs: 0, level: 0, isWords: false, buttons: [] };
  const { recording } = dictation;
  if (recording) {
    const mode = recording.mode.name;
    const buttons = ['stop', 'cancel'] as const;
    // Whatever size the user likes, the name of a program is to be seen.
    const by = recording.program ? ({ program: recording.program.name, size: 'full' } as const) : {};
    if (recording.phase === 'starting')
      return { ...bare, tone: 'starting', mode, buttons, line: 'Opening the microphone', ...by };
    const [warning] = recording.warnings;
    const { level, elapsedMs } = facts;
    const question = cancelQuestion(facts);
    const words = facts.words.replace(/\s+/g, ' ').trim().slice(-MOST_CHARACTERS);
    return {
      ...bare,
      ...(warning && { size: 'full', hint: question === undefined ? warning.hint : undefined }),
      tone: warning ? 'problem' : 'recording',
      mode,
      buttons,
      level,
      elapsedMs,
      line: question ?? warning?.message ?? (words || dictation.question?.question || 'Listening'),
      isWords: question === undefined && !warning && words !== '',
      ...by,
    };
  }
  const asked = dictation.question;
  if (asked?.phase === 'asked') {
    return {
      ...bare,
      tone: 'asking',
      size: 'full',
      line: asked.question ?? 'May this program record what you say?',
      program: asked.program.name,
      accept: asked.question === null ? 'Record' : 'Answer',
      buttons: ['decline', 'answer'],
    };
  }
  const latest = dictation.processing.at(-1);
  const shown = latest && afterwards(latest, facts);
  const { remark } = facts;
  // What can still be cancelled comes first.
  if (remark && facts.now < remark.until && shown?.tone !== 'working')
    return { ...bare, size: 'full', tone: remark.tone, line: remark.line, hint: remark.hint };
  if (shown) return { ...bare, ...shown, mode: latest.mode.name, elapsedMs: latest.duration_ms };
  if (dictation.pre_roll && !facts.hasTray)
    return { ...bare, tone: 'listening', size: 'small', line: 'The microphone is open' };
  return undefined;
}

/** Undefined if no second press is expected. */
function cancelQuestion({ cancelAsked, now }: IndicatorFacts): string | undefined {
  if (!cancelAsked || now >= cancelAsked.until) return undefined;
  return `${cancelAsked.shortcut.replace('Escape', 'Esc')} again to cancel`;
}

type Afterwards = Pick<IndicatorView, 'tone' | 'line' | 'buttons' | 'hint'> &
  Partial<Pick<IndicatorView, 'size'>>;

function afterwards(processing: Processing, { finishedAt, now }: IndicatorFacts): Afterwards | undefined {
  const { id, phase, error } = processing;
  const working = at[phase];
  if (working !== undefined) return { tone: 'working', line: working, buttons: ['cancel'] };
  const age = now - (finishedAt.get(id) ?? Number.NEGATIVE_INFINITY);
  // Nobody spoke: nothing went wrong that one has to be told of for long.
  const isProblem = error !== null && phase !== 'cancelled' && error.code !== 'NO_SPEECH';
  if (age >= shownForMs(isProblem ? 'problem' : 'done')) return undefined;
  // However small its user likes it: a text that was not written is looked for.
  if (isProblem) return { tone: 'problem', line: error.message, hint: error.hint, buttons: [], size: 'full' };
  const line = ended[phase];
  return line === undefined ? undefined : { tone: 'done', line, buttons: [] };
}

const at: Partial<Record<Processing['phase'], string>> = {
  transcribing: 'Transcribing',
  rewriting: 'Rewriting',
  delivering: 'Delivering',
};

const ended: Partial<Record<Processing['phase'], string>> = {
  copied: 'Copied',
  failed: 'Nothing was said',
  cancelled: 'Given up',
};

/** When the view changes without an event; undefined if it does not. */
export function nextLookAt(facts: IndicatorFacts): number | undefined {
  const { dictation, finishedAt, cancelAsked, remark, now } = facts;
  if (dictation.recording) return cancelAsked?.until;
  const latest = dictation.processing.at(-1);
  const finished = latest && finishedAt.get(latest.id);
  const changes: number[] = [];
  if (remark) changes.push(remark.until);
  if (finished !== undefined) changes.push(finished + shownForMs(latest?.error ? 'problem' : 'done'));
  const coming = changes.filter((at) => at > now);
  return coming.length === 0 ? undefined : Math.min(...coming);
}
