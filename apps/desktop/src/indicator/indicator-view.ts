import type { Dictation, Processing } from '@quoth/contract';
import { filled } from '@quoth/words/render.ts';
import type { DesktopTexts } from '../text/en.ts';
import { type Remark, shownForMs } from './remarks.ts';

/** What can be pressed on it. */
export const indicatorActions = ['stop', 'cancel', 'decline', 'answer', 'undo'] as const;
export type IndicatorAction = (typeof indicatorActions)[number];

/** `asking`: a program asks something. `listening`: only a pre-roll keeps the microphone open. */
export type IndicatorTone =
  | 'asking'
  | 'listening'
  | 'starting'
  | 'recording'
  | 'working'
  | 'done'
  /** It is over, and there is no text: neither a success nor a problem. */
  | 'ended'
  | 'problem';
type IndicatorSize = 'full' | 'small';

/** Everything that an indicator shows. */
export interface IndicatorView {
  readonly tone: IndicatorTone;
  readonly size: IndicatorSize;
  /** `system`: the drawing process asks the system. */
  readonly appearance: 'light' | 'dark' | 'system';
  /** The last words, or what is happening. */
  readonly line: string;
  readonly isTranscript: boolean;
  /** The line is shown in full, on a card that grows with it, as that of a problem always is. */
  readonly isWhole?: boolean;
  /** What to do about a problem. */
  readonly hint?: string | undefined;
  readonly mode: string;
  /** The program that records or asks; undefined for the user's own dictation. */
  readonly program?: string | undefined;
  /** What it does: `Notes is recording`. */
  readonly says?: string | undefined;
  /** What is happening, without any of the words. */
  readonly title: string;
  /** What the buttons are called. */
  readonly labels: Readonly<Record<IndicatorAction, string>>;
  /** Of the recording. */
  readonly elapsedMs: number;
  /** 0 to 1. */
  readonly level: number;
  readonly buttons: readonly IndicatorAction[];
}

/** What is known about the recorder besides its state. */
export interface IndicatorFacts extends Pick<IndicatorView, 'size' | 'appearance' | 'elapsedMs' | 'level'> {
  readonly dictation: Dictation;
  /** Stable words of the current recording. */
  readonly words: string;
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
/** More words than any screen shows in one line. */
const MAX_CHARACTERS = 300;

/** What is visible now; undefined if nothing is. As long as a microphone is open, something is. */
export function indicatorView(facts: IndicatorFacts): IndicatorView | undefined {
  const view = cardOf(facts);
  return view && { ...view, title: view.isTranscript ? facts.texts.indicator.listening : view.line };
}

type Card = Omit<IndicatorView, 'title'>;

function cardOf(facts: IndicatorFacts): Card | undefined {
  const { dictation, size, appearance } = facts;
  const texts = facts.texts.indicator;
  const { stop, cancel, answer, decline, undo } = texts;
  const labels = { stop, cancel, answer, decline, undo };
  const bare = {
    size,
    appearance,
    labels,
    mode: '',
    elapsedMs: 0,
    level: 0,
    isTranscript: false,
    buttons: [],
  };
  const { recording } = dictation;
  if (recording) {
    const mode = recording.mode.name;
    const buttons = ['stop', 'cancel'] as const;
    // The name of the recording program is shown in every size.
    const program = recording.program?.name;
    const by =
      program === undefined
        ? {}
        : ({ program, says: filled(texts.isRecording, { program }), size: 'full' } as const);
    if (recording.phase === 'starting')
      return { ...bare, tone: 'starting', mode, buttons, line: texts.opening, ...by };
    const { level, elapsedMs } = facts;
    const words = facts.words.replace(/\s+/g, ' ').trim().slice(-MAX_CHARACTERS);
    const said = saidMeanwhile(facts);
    return {
      ...bare,
      tone: said?.tone === 'problem' ? 'problem' : 'recording',
      ...(said && said === facts.remark && { isWhole: true, size: 'full' }),
      ...(said?.tone === 'problem' && { size: 'full', hint: said.hint }),
      mode,
      buttons,
      level,
      elapsedMs,
      line: said?.line ?? (words || dictation.question?.question || texts.listening),
      isTranscript: said === undefined && words !== '',
      ...by,
    };
  }
  const asked = dictation.question;
  if (asked?.phase === 'asked') {
    return {
      ...bare,
      tone: 'asking',
      size: 'full',
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
    const { tone, line, hint, mode = '' } = remark;
    return { ...bare, size: 'full', isWhole: true, tone, line, hint, mode };
  }
  if (shown) return { ...bare, ...shown, mode: latest.mode.name, elapsedMs: latest.duration_ms };
  if (dictation.pre_roll && !facts.hasTray)
    return { ...bare, tone: 'listening', size: 'small', line: texts.microphoneOn };
  return undefined;
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
  if (dictation.recording)
    return dictation.recording.phase === 'recording' && cancelQuestion(facts) === undefined;
  return dictation.question?.phase !== 'asked';
}

/** Undefined if no second press is expected. */
function cancelQuestion({ cancelAsked, now, texts }: IndicatorFacts): string | undefined {
  if (!cancelAsked || now >= cancelAsked.until) return undefined;
  return filled(texts.indicator.cancelAgain, { keys: cancelAsked.shortcut.replace('Escape', 'Esc') });
}

type Afterwards = Pick<IndicatorView, 'tone' | 'line' | 'buttons'> & Partial<Pick<IndicatorView, 'size'>>;

/** Where it is on its way, and for a moment how it ended; what went wrong is a remark. */
function afterwards(
  { id, phase, error }: Processing,
  { dictation, finishedAt, now, texts }: IndicatorFacts,
): Afterwards | undefined {
  // For as long as it can be restored.
  if (dictation.discarded.includes(id))
    return { tone: 'ended', size: 'full', line: texts.indicator.discarded, buttons: ['undo'] };
  const working = at[phase];
  if (working !== undefined) return { tone: 'working', line: texts.indicator[working], buttons: ['cancel'] };
  if (error !== null && !isUnremarkable(phase, error.code)) return undefined;
  const line = endedLine(phase, texts);
  const age = now - (finishedAt.get(id) ?? Number.NEGATIVE_INFINITY);
  if (line === undefined || age >= endedForMs(phase, line)) return undefined;
  // Shown in every size, because the user waits for a text that will not come.
  const tone = phase === 'copied' ? 'done' : 'ended';
  return { tone, line, buttons: [], ...(phase === 'failed' && { size: 'full' }) };
}

/** What the user asked for is shown briefly; that nothing was heard is shown for longer. */
function endedForMs(phase: Processing['phase'], line: string): number {
  return phase === 'failed' ? NOTHING_SAID_MS : shownForMs({ tone: 'done', line });
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

const ended: Partial<Record<Processing['phase'], Line>> = {
  copied: 'copied',
  failed: 'noSpeech',
  cancelled: 'canceled',
};

function endedLine(phase: Processing['phase'], texts: DesktopTexts): string | undefined {
  const line = ended[phase];
  return line && texts.indicator[line];
}

/** When the view changes without an event; undefined if it does not. */
export function nextLookAt(facts: IndicatorFacts): number | undefined {
  const { dictation, finishedAt, cancelAsked, remark, now, texts } = facts;
  const changes: number[] = [];
  if (remark && isRemarkSeen(facts)) changes.push(now + remark.leftMs);
  if (dictation.recording) changes.push(...(cancelAsked ? [cancelAsked.until] : []));
  else {
    const latest = dictation.processing.at(-1);
    const finished = latest && finishedAt.get(latest.id);
    const line = latest && endedLine(latest.phase, texts);
    if (finished !== undefined && line) changes.push(finished + endedForMs(latest.phase, line));
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
