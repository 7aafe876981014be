import type { Dictation, Processing } from '@quoth/contract';
import { countWords } from '@quoth/core';
import { format } from '@quoth/words';
import { filled } from '@quoth/words/render.ts';
import type { DesktopTexts } from '../text/en.ts';
import type { Remark } from './remarks.ts';

/** What can be pressed on it. */
export const indicatorActions = ['stop', 'cancel', 'decline', 'answer', 'undo', 'remember'] as const;
export type IndicatorAction = (typeof indicatorActions)[number];

/** `asking`: a program asks something. `listening`: only a pre-roll keeps the microphone open. */
type IndicatorTone =
  | 'asking'
  | 'listening'
  | 'starting'
  | 'recording'
  | 'working'
  | 'done'
  /** It is over, and there is no text: neither a success nor a problem. */
  | 'ended'
  | 'problem';

/** Everything that an indicator shows. */
export interface IndicatorView {
  readonly tone: IndicatorTone;
  /** `system`: the drawing process asks the system. */
  readonly appearance: 'light' | 'dark' | 'system';
  /** Nothing moves that need not. */
  readonly isStill: boolean;
  /** The last words, or what is happening. */
  readonly line: string;
  /** The line is what was said; `settled` of its characters will not change any more. */
  readonly isTranscript: boolean;
  readonly settled?: number;
  /** The line is shown in full, on a card that grows with it, as that of a problem always is. */
  readonly isWhole?: boolean;
  /** What to do about a problem. */
  readonly hint?: string | undefined;
  readonly mode: string;
  /** The mode is another than the usual one, so its name is shown while one speaks. */
  readonly namesMode?: boolean;
  /** The program that records or asks; undefined for the user's own dictation. */
  readonly program?: string | undefined;
  /** What it does: `Notes is recording`; or that a meeting is recorded. */
  readonly says?: string | undefined;
  /** What is happening, without any of the words. */
  readonly title: string;
  /** What the buttons are called. */
  readonly labels: Readonly<Record<IndicatorAction, string>>;
  /** Of the recording. */
  readonly elapsedMs: number;
  /** How loud the voice was, 0 to 1, a number for each 50 ms; the last one is now. No more than are drawn. */
  readonly levels: readonly number[];
  readonly buttons: readonly IndicatorAction[];
}

/** What is known about the recorder besides its state. */
export interface IndicatorFacts
  extends Pick<IndicatorView, 'appearance' | 'isStill' | 'elapsedMs' | 'levels'> {
  readonly dictation: Dictation;
  /** What was said of the current recording, and how many of its characters will not change any more. */
  readonly words: string;
  readonly settled: number;
  /** `small`: without the words. */
  readonly size: 'full' | 'small';
  /** The name of the mode that is used where none is asked for. */
  readonly usualMode?: string | undefined;
  /** Where the text of each dictation went, as far as it is known. */
  readonly programs: ReadonlyMap<string, string>;
  readonly language: string;
  /** A tray icon already shows that a microphone is open. */
  readonly hasTray: boolean;
  /** The recording is cancelled if this shortcut is pressed again before `until`, by the same clock as `now`. */
  readonly cancelAsked?: { readonly shortcut: string; readonly until: number } | undefined;
  /** The remark to show now. */
  readonly remark?: Remark | undefined;
  /** No one sees the screen, so remarks wait. */
  readonly isLocked?: boolean | undefined;
  /** When each dictation was finished, by the same clock as `now`, in milliseconds. */
  readonly finishedAt: ReadonlyMap<string, number>;
  readonly now: number;
  readonly texts: DesktopTexts;
}

const NOTHING_SAID_MS = 3_000;
/** How a text reached its user is seen in passing, and says nothing that needs an answer. */
const DONE_MS = 900;
/**
 * More than two lines hold. What is left out grows by as much at once, so that words stay where they are in their line.
 */
const MAX_CHARACTERS = 600;

/** What is visible now; undefined if nothing is. As long as a microphone is open, something is. */
export function indicatorView(facts: IndicatorFacts): IndicatorView | undefined {
  const view = cardOf(facts);
  return view && { ...view, title: view.isTranscript ? facts.texts.indicator.listening : view.line };
}

type Card = Omit<IndicatorView, 'title'>;

function cardOf(facts: IndicatorFacts): Card | undefined {
  const { dictation, size, appearance, isStill } = facts;
  const texts = facts.texts.indicator;
  const { stop, cancel, answer, decline, undo, remember } = texts;
  const labels = { stop, cancel, answer, decline, undo, remember };
  const bare = {
    appearance,
    isStill,
    labels,
    mode: '',
    elapsedMs: 0,
    levels: [],
    isTranscript: false,
    buttons: [],
  };
  const { recording } = dictation;
  if (recording) {
    const mode = recording.mode.name;
    const buttons = ['stop', 'cancel'] as const;
    const namesMode = size === 'full' && mode !== facts.usualMode;
    // The name of the recording program is shown in every size.
    const program = recording.program?.name;
    const ofUser = recording.meeting ? { says: texts.recordsMeeting } : {};
    const by = program === undefined ? ofUser : { program, says: filled(texts.isRecording, { program }) };
    if (recording.phase === 'starting')
      return { ...bare, tone: 'starting', mode, namesMode, buttons, line: texts.opening, ...by };
    const { levels, elapsedMs } = facts;
    const live = { ...bare, mode, namesMode, buttons, levels, elapsedMs, ...by };
    const said = saidMeanwhile(facts);
    if (said) {
      const { tone, line, hint } = said;
      return tone === 'problem'
        ? { ...live, tone, line, hint, isWhole: true }
        : { ...live, tone: 'recording', line, isWhole: true };
    }
    const words = lastWords(facts);
    if (size === 'full' && words.line !== '')
      return { ...live, tone: 'recording', isTranscript: true, ...words };
    const question = size === 'full' ? dictation.question?.question : undefined;
    return { ...live, tone: 'recording', line: question ?? texts.listening, isWhole: Boolean(question) };
  }
  const asked = dictation.question;
  if (asked?.phase === 'asked') {
    return {
      ...bare,
      tone: 'asking',
      line: asked.question ?? texts.mayRecord,
      program: asked.program.name,
      says: filled(asked.question === null ? texts.wantsToRecord : texts.asks, {
        program: asked.program.name,
      }),
      labels: { ...labels, answer: asked.question === null ? texts.record : answer },
      buttons: ['decline', 'answer'],
    };
  }
  const latest = dictation.processing.at(-1);
  const shown = latest && afterwards(latest, facts);
  const { remark } = facts;
  if (remark && isRemarkSeen(facts)) {
    const { tone, line, hint, mode = '', offers } = remark;
    if (offers) return { ...bare, tone: 'ended', line, buttons: ['remember'] };
    return { ...bare, isWhole: true, tone, line, hint, mode };
  }
  if (shown) return { ...bare, ...shown, mode: latest.mode.name, elapsedMs: latest.duration_ms };
  if (dictation.pre_roll && !facts.hasTray) return { ...bare, tone: 'listening', line: texts.microphoneOn };
  return undefined;
}

/** The end of what was said, in one line. */
function lastWords({ words, settled }: IndicatorFacts): Pick<IndicatorView, 'line' | 'settled'> {
  const line = oneLine(words);
  const from = Math.max(0, Math.floor(line.length / MAX_CHARACTERS) - 1) * MAX_CHARACTERS;
  const start = from === 0 ? 0 : line.indexOf(' ', from) + 1 || from;
  return {
    line: line.slice(start),
    settled: Math.max(0, oneLine(words.slice(0, settled)).length - start),
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * What is shown instead of the words: first an answer to a key, then a remark, then a problem for as long as it lasts.
 */
function saidMeanwhile(facts: IndicatorFacts): Pick<IndicatorView, 'tone' | 'line' | 'hint'> | undefined {
  const question = cancelQuestion(facts);
  // Warnings of a lower level are shown once, as a remark: they would cover the words until the end.
  const warning = facts.dictation.recording?.warnings.find(({ level }) => level === 'warning');
  if (question !== undefined) return { tone: warning ? 'problem' : 'recording', line: question };
  if (facts.remark && isRemarkSeen(facts)) return facts.remark;
  return warning && { tone: 'problem', line: warning.message, hint: warning.hint };
}

/** True while the remark is what the card shows. */
export function isRemarkSeen(facts: IndicatorFacts): boolean {
  const { dictation, remark, isLocked } = facts;
  if (!remark || isLocked) return false;
  if (remark.offers && dictation.recording) return false;
  if (dictation.recording)
    return dictation.recording.phase === 'recording' && cancelQuestion(facts) === undefined;
  return dictation.question?.phase !== 'asked';
}

/** Undefined if no second press is expected. */
function cancelQuestion({ cancelAsked, now, texts }: IndicatorFacts): string | undefined {
  if (!cancelAsked || now >= cancelAsked.until) return undefined;
  return filled(texts.indicator.cancelAgain, { keys: printedKeys(cancelAsked.shortcut, texts) });
}

/** What is printed on the keys of a shortcut in the reader's language. */
function printedKeys(shortcut: string, { keyNames }: DesktopTexts): string {
  const names: Readonly<Record<string, string>> = keyNames;
  return shortcut
    .split('+')
    .map((key) => names[key] ?? key)
    .join('+');
}

type Afterwards = Pick<IndicatorView, 'tone' | 'line' | 'buttons'>;

/** Where it is on its way, and for a moment how it ended; what went wrong is a remark. */
function afterwards(one: Processing, facts: IndicatorFacts): Afterwards | undefined {
  const { id, phase, error } = one;
  const { dictation, now, texts } = facts;
  // For as long as it can be restored.
  if (dictation.discarded.includes(id))
    return { tone: 'ended', line: texts.indicator.discarded, buttons: ['undo'] };
  const working = at[phase];
  if (working !== undefined) return { tone: 'working', line: texts.indicator[working], buttons: ['cancel'] };
  if (error !== null && !isUnremarkable(phase, error.code)) return undefined;
  const line = endedLine(one, facts);
  if (line === undefined || now >= endedUntil(one, facts)) return undefined;
  return { tone: phase === 'copied' || phase === 'delivered' ? 'done' : 'ended', line, buttons: [] };
}

/** What the user asked for is shown briefly; that nothing was heard is shown for longer. */
function endedUntil({ id, phase }: Processing, { finishedAt }: IndicatorFacts): number {
  return (finishedAt.get(id) ?? Number.NEGATIVE_INFINITY) + (phase === 'failed' ? NOTHING_SAID_MS : DONE_MS);
}

/** No one spoke, or the user canceled it, so a short message is enough. */
export function isUnremarkable(phase: Processing['phase'], code: string): boolean {
  return phase === 'cancelled' || code === 'NO_SPEECH';
}

type Line = keyof DesktopTexts['indicator'];

const at: Partial<Record<Processing['phase'], Line>> = {
  transcribing: 'transcribing',
  rewriting: 'rewriting',
  delivering: 'inserting',
};

/** How it ended; undefined if that is seen elsewhere, as a text in the window and the answer to a program are. */
function endedLine(
  { id, phase, text, program, pressed }: Processing,
  facts: IndicatorFacts,
): string | undefined {
  const { noSpeech, canceled, words, wordsIn, wordsCopied, ...others } = facts.texts.indicator;
  const count = countWords(text ?? '');
  const counted = (line: string, more = {}) =>
    format(line, { args: { count, ...more } }, facts.language, () => '');
  switch (phase) {
    case 'failed':
      return noSpeech;
    case 'cancelled':
      return canceled;
    case 'copied':
      return counted(wordsCopied);
    case 'delivered': {
      // A program gets its text by itself.
      if (program !== null || count === 0) return undefined;
      const where = facts.programs.get(id);
      const line = where === undefined ? counted(words) : counted(wordsIn, { program: where });
      if (pressed === undefined) return line;
      const held = pressed === 'enter' ? '' : `${process.platform === 'darwin' ? 'Cmd' : 'Ctrl'}+`;
      return `${line} · ${filled(others.pressed, { key: printedKeys(`${held}Enter`, facts.texts) })}`;
    }
    default:
      return undefined;
  }
}

/** When the view changes without an event; undefined if it does not. */
export function nextLookAt(facts: IndicatorFacts): number | undefined {
  const { dictation, cancelAsked, remark, now } = facts;
  const changes: number[] = [];
  if (remark && isRemarkSeen(facts)) changes.push(now + remark.leftMs);
  if (dictation.recording) changes.push(...(cancelAsked ? [cancelAsked.until] : []));
  else {
    const latest = dictation.processing.at(-1);
    if (latest && endedLine(latest, facts) !== undefined) changes.push(endedUntil(latest, facts));
  }
  const coming = changes.filter((at) => at > now);
  return coming.length === 0 ? undefined : Math.min(...coming);
}

/** Something small on the screen that shows the state of the recorder. It never takes the focus. */
export interface Indicator {
  /** Has what it needs ready, where that takes time. */
  prepare?(): void;
  /** Shows this view instead of the one before; undefined hides it. Never throws. */
  show(view: IndicatorView | undefined): void;
  close(): Promise<void>;
}

export interface IndicatorOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onAction: (action: IndicatorAction) => void;
  /** It cannot show anything here, or not any more. */
  readonly onUnavailable: () => void;
}
