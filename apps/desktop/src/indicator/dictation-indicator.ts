import {
  type ActiveRecording,
  type Dictation,
  type LearnedWord,
  type Mode,
  type Processing,
  reworded,
  type Settings,
  shownModeName,
} from '@quoth/contract';
import type { Core, DesktopSession } from '@quoth/core';
import { filled, inOneLine } from '@quoth/words/render.ts';
import { VOICE_BARS } from '../indicator-window/surface.ts';
import type { DesktopTexts } from '../text/en.ts';
import type { Texts } from '../text/texts.ts';
import {
  type Indicator,
  type IndicatorFacts,
  type IndicatorView,
  indicatorView,
  isRemarkSeen,
  isUnremarkable,
  nextLookAt,
} from './indicator-view.ts';
import {
  ANSWER,
  addRemark,
  dismissNoticed,
  expireShown,
  noRemarks,
  type Remark,
  type Remarks,
  setVisible,
} from './remarks.ts';

/** Milliseconds between two frames: as often as the level is reported. */
const FRAME_MS = 45;
/** Words are drawn with all that is around them, which costs ten times as much as the line of the voice. */
const WORDS_MS = 150;
/** Where its user wants nothing to move, the line of the voice is shown in steps. */
const STILL_FRAME_MS = 500;
const nothingSaid: Pick<IndicatorFacts, 'words' | 'settled'> = { words: '', settled: 0 };
const FINAL = ['delivered', 'copied', 'shown', 'failed', 'cancelled'];

export interface DictationIndicatorOptions {
  readonly indicator: Indicator;
  readonly events: Pick<Core['events'], 'on'>;
  readonly dictation: () => Dictation;
  readonly settings: () => Settings;
  readonly modes: () => readonly Mode[];
  readonly texts: Pick<Texts, 'current' | 'language' | 'translate' | 'onChange'>;
  /** Resolves the setting `system`; returns `system` again if only the drawing process can find out. */
  readonly appearance: () => IndicatorView['appearance'];
  /** The user has asked the desktop that nothing should move. */
  readonly isStill: () => boolean;
  /** What the program that has the focus is called; null if that is unknown. Never rejects. */
  readonly activeProgram: () => Promise<string | null>;
  /** A tray icon is visible. */
  readonly hasTray: () => boolean;
  /** Followed from the first recording on. */
  readonly session: Pick<DesktopSession, 'onEvent'>;
}

/** Follows the recorder and decides what the indicator shows. */
export class DictationIndicator {
  readonly #options: DictationIndicatorOptions;
  readonly #endEvents: () => void;
  readonly #finishedAt = new Map<string, number>();
  /** The recorder's state as it was published last, and the same in the user's language. */
  #published: Dictation;
  #dictation: Dictation;
  /** What was heard last, and what of it is shown. */
  #heard = nothingSaid;
  #said = nothingSaid;
  #saidAt = Number.NEGATIVE_INFINITY;
  #levels: readonly number[] = [];
  #elapsedMs = 0;
  #recording: string | undefined;
  #cancelAsked: IndicatorFacts['cancelAsked'];
  #remarks: Remarks = noRemarks;
  /** Where each text went. */
  readonly #programs = new Map<string, string>();
  /** The last remark about each dictation. */
  readonly #remarked = new Map<string, string>();
  /** Conditions that last until the user changes something are shown once while Quoth runs. */
  readonly #lasting = new Set<string>();
  #isLocked = false;
  #endSession: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #drawnAt = 0;

  constructor(options: DictationIndicatorOptions) {
    this.#options = options;
    this.#published = options.dictation();
    this.#dictation = this.#forUser(this.#published);
    this.#endEvents = options.events.on({
      'dictation-changed': ({ dictation }) => {
        this.#published = dictation;
        this.#dictation = this.#forUser(dictation);
        this.#noteEnds(this.#dictation);
        this.#plan(0);
      },
      'dictation-level': ({ level, elapsedMs }) => {
        this.#levels = [...this.#levels, Math.round(level * 1_000) / 1_000].slice(-VOICE_BARS);
        this.#elapsedMs = elapsedMs;
        this.#plan(options.isStill() ? STILL_FRAME_MS : FRAME_MS);
      },
      'transcript-partial': ({ recordingId, text, stableCharacters = text.length }) => {
        if (recordingId !== this.#recording) return;
        this.#heard = { words: text, settled: stableCharacters };
        this.#plan(FRAME_MS);
      },
      'cancel-asked': ({ shortcut, seconds }) => {
        this.#cancelAsked = { shortcut, until: performance.now() + seconds * 1_000 };
        this.#plan(0);
      },
      'remark-made': (event) => {
        const { kind, message, hint } = this.#forUser(event);
        const remark = { about: ANSWER, tone: kind, line: message, hint };
        this.#remarks = addRemark(this.#remarks, remark, performance.now());
        this.#plan(0);
      },
      'settings-changed': () => this.#plan(0),
    });
    options.texts.onChange(() => {
      this.#dictation = this.#forUser(this.#published);
      this.#plan(0);
    });
    this.#draw();
  }

  async close(): Promise<void> {
    this.#endEvents();
    this.#endSession?.();
    clearTimeout(this.#timer);
    await this.#options.indicator.close();
  }

  prepare(): void {
    this.#options.indicator.prepare?.();
  }

  /** Offers to remember a word that was corrected; `offered` is what a press of its button is about. */
  offer(learned: LearnedWord): void {
    const line = filled(this.#options.texts.current.indicator.rememberWord, {
      word: learned.written ?? learned.phrase,
    });
    const remark = { about: ANSWER, tone: 'done', line, offers: learned } as const;
    this.#remarks = addRemark(this.#remarks, remark, performance.now());
    this.#plan(0);
  }

  /** The word that is offered now; it is not offered any longer. */
  takeOffer(): LearnedWord | undefined {
    const taken = this.#remarks.list.at(-1)?.offers;
    if (taken) this.#remarks = dismissNoticed(this.#remarks, performance.now());
    this.#plan(0);
    return taken;
  }

  /** Call it when a tray icon appears or disappears. */
  refresh(): void {
    this.#plan(0);
  }

  /** In the words of the window, in the user's language. */
  #forUser<Value>(value: Value): Value {
    return this.#options.texts.translate(reworded('window', value));
  }

  #noteEnds({ recording, processing }: Dictation): void {
    const now = performance.now();
    if (recording?.id !== this.#recording) {
      this.#recording = recording?.id;
      this.#heard = nothingSaid;
      this.#said = nothingSaid;
      this.#saidAt = Number.NEGATIVE_INFINITY;
      this.#levels = [];
      this.#elapsedMs = 0;
      this.#cancelAsked = undefined;
      if (recording) this.#remarks = dismissNoticed(this.#remarks, now);
      // A user who starts a recording sees the screen, so it cannot be locked.
      if (recording?.program === null) this.#isLocked = false;
    }
    if (recording) this.#followSession();
    for (const { id, phase } of processing) {
      if (phase === 'delivering') void this.#noteProgram(id);
      if (FINAL.includes(phase) && !this.#finishedAt.has(id)) this.#finishedAt.set(id, now);
    }
    for (const one of [...processing, ...(recording ? [recording] : [])]) {
      const remark = remarkOn(one, this.#options.texts.current);
      if (!remark || this.#remarked.get(one.id) === remark.line) continue;
      this.#remarked.set(one.id, remark.line);
      const { isLasting = false, ...said } = remark;
      if (isLasting && this.#lasting.has(said.line)) continue;
      if (isLasting) this.#lasting.add(said.line);
      this.#remarks = addRemark(this.#remarks, { ...said, about: one.id, tone: 'problem' }, now);
    }
    const known = new Set([...processing.map(({ id }) => id), this.#recording]);
    for (const kept of [this.#finishedAt, this.#programs, this.#remarked])
      for (const id of kept.keys()) if (!known.has(id)) kept.delete(id);
  }

  /** The program that has the focus when a text is sent is the one that it goes to. */
  async #noteProgram(id: string): Promise<void> {
    if (this.#programs.has(id)) return;
    const program = await this.#options.activeProgram();
    if (!program || !this.#dictation.processing.some((one) => one.id === id)) return;
    this.#programs.set(id, program);
    this.#plan(0);
  }

  /** Remarks wait while the screen is locked, because no one would see them. */
  #followSession(): void {
    this.#endSession ??= this.#options.session.onEvent((event) => {
      if (event !== 'locked' && event !== 'unlocked') return;
      this.#isLocked = event === 'locked';
      this.#plan(0);
    });
  }

  /** At most once in this many milliseconds; 0 is at once. */
  #plan(everyMs: number): void {
    const wait = this.#drawnAt + everyMs - performance.now();
    if (everyMs > 0 && wait > 0) {
      this.#timer ??= setTimeout(() => this.#draw(), wait).unref();
      return;
    }
    this.#draw();
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#drawnAt = performance.now();
    const { indicator, settings, hasTray, isStill, modes, texts } = this.#options;
    const { appearance, indicatorSize } = settings();
    this.#remarks = expireShown(this.#remarks, this.#drawnAt);
    if (this.#heard !== this.#said && this.#drawnAt >= this.#saidAt + WORDS_MS) {
      this.#said = this.#heard;
      this.#saidAt = this.#drawnAt;
    }
    const facts: IndicatorFacts = {
      dictation: this.#dictation,
      texts: texts.current,
      language: texts.language,
      ...this.#said,
      elapsedMs: this.#elapsedMs,
      levels: this.#levels,
      programs: this.#programs,
      usualMode: modes().find(({ isDefault }) => isDefault)?.name,
      size: indicatorSize,
      isStill: isStill(),
      appearance: appearance === 'system' ? this.#options.appearance() : appearance,
      hasTray: hasTray(),
      finishedAt: this.#finishedAt,
      cancelAsked: this.#cancelAsked,
      remark: this.#remarks.list.at(-1),
      isLocked: this.#isLocked,
      now: this.#drawnAt,
    };
    this.#remarks = setVisible(this.#remarks, isRemarkSeen(facts));
    const view = indicatorView(facts);
    indicator.show(view && { ...view, mode: shownModeName(view.mode, modes(), texts.language) });
    const next = Math.min(
      nextLookAt(facts) ?? Number.POSITIVE_INFINITY,
      this.#heard === this.#said ? Number.POSITIVE_INFINITY : this.#saidAt + WORDS_MS,
    );
    if (next > this.#drawnAt && next !== Number.POSITIVE_INFINITY)
      this.#timer = setTimeout(() => this.#draw(), next - this.#drawnAt + 1).unref();
  }
}

/** Why a recording ended without its user noticing, who may still be speaking. */
const endings: Readonly<Partial<Record<Processing['ended_by'], keyof DesktopTexts['stopped']>>> = {
  'screen-locked': 'screenLocked',
  suspended: 'suspended',
  'microphone-lost': 'microphoneLost',
  'microphone-failed': 'microphoneFailed',
  'disk-failed': 'diskFull',
  limit: 'limit',
  forgotten: 'noSpeech',
};

/** A remark about a dictation. */
interface DictationRemark extends Pick<Remark, 'line' | 'hint' | 'mode'> {
  /** True for a condition that lasts until the user changes something, so that it is not shown with each dictation. */
  readonly isLasting?: boolean;
}

/** The remark about a dictation in any phase; undefined if nothing is wrong. */
function remarkOn(
  dictation: ActiveRecording | Processing,
  { stopped }: Pick<DesktopTexts, 'stopped'>,
): DictationRemark | undefined {
  const { mode } = dictation;
  if (!('ended_by' in dictation)) {
    const notice = dictation.warnings.find(({ level }) => level === 'info');
    return notice && { line: notice.message, hint: notice.hint };
  }
  const { phase, error, ended_by, program, delivery } = dictation;
  // A caller that asked for the text alone gets the warning with it.
  const warning = phase === 'transcribing' || delivery === 'none' ? undefined : dictation.warning;
  // A program is reported by its answer.
  const reason = program === null && phase !== 'cancelled' ? endings[ended_by] : undefined;
  const ending = reason && stopped[reason];
  if (error !== null) {
    if (isUnremarkable(phase, error.code)) return ending === undefined ? undefined : { line: ending };
    // A failure's own message already says how the recording ended.
    const line = phase === 'failed' ? error.message : inOneLine(ending, error.message);
    return {
      line,
      hint: error.hint ?? (isKept(dictation) ? stopped.transcribeAgain : undefined),
      mode: mode.name,
    };
  }
  if (warning !== undefined) {
    // Two warnings come as two lines.
    const message = warning.message.replaceAll('\n', ' ');
    return {
      line: inOneLine(ending, message),
      mode: mode.name,
      isLasting: warning.code === 'MISSING_API_KEY',
    };
  }
  if (ending === undefined) return undefined;
  return { line: ending, hint: stopped.isTranscribed, mode: mode.name };
}

/** True if what was said is in the history, and not yet a text. */
function isKept({ phase, private: isPrivate, duration_ms }: Processing): boolean {
  return phase === 'failed' && duration_ms > 0 && !isPrivate;
}
