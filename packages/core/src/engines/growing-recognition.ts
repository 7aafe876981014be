import { setTimeout as sleep } from 'node:timers/promises';
import {
  SAMPLE_RATE,
  type SpoolReader,
  VOICE_FRAME,
  type VoiceDetector,
  type VoiceFrame,
} from '@quoth/audio';
import type { Correction, Segment, Word } from '@quoth/contract';
import {
  AgreedWords,
  breakablePieces,
  type Doubt,
  endOf,
  joinTexts,
  type RecognizedSpeech,
  shiftedBy,
} from '@quoth/text';
import type { HostSpeech } from './engine.ts';
import type { RecognitionSession } from './recognizer.ts';

/** How often a model is asked again while somebody speaks. Lengths in samples. */
interface GrowingPace {
  /** Speech this long is heard again as a whole; what comes before it is settled at a pause. */
  readonly keep: number;
  /** Share of one core that the attempts may take on average while somebody speaks. */
  readonly share: number;
  /** False where only what ends at a pause is transcribed: another model shows the words until then. */
  readonly previews: boolean;
  /** True where somebody takes its words as soon as they are stable. */
  readonly isFollowed: boolean;
}

interface GrowingOptions {
  readonly session: Pick<RecognitionSession, 'signal' | 'partial'>;
  readonly sound: Pick<SpoolReader, 'read' | 'growing' | 'ended'>;
  readonly voice: Pick<VoiceDetector, 'push'>;
  /**
   * What is said in samples, which stay as they are until it has settled; undefined where nothing is said. For one in
   * passing, which the next attempt replaces, the vocabulary may be left out.
   */
  readonly decode: (
    samples: Int16Array,
    signal: AbortSignal,
    isPassing: boolean,
  ) => Promise<RecognizedSpeech | undefined>;
  /** True where a draft lacks something, so that none is the last word. */
  readonly hasDrafts: boolean;
  /**
   * Makes a draft of a part elsewhere, for a model whose attempts can't be stopped: the end waits for none. Rejects at
   * once when the signal is aborted.
   */
  readonly draft?: (
    range: { readonly start: number; readonly end: number },
    signal: AbortSignal,
  ) => Promise<RecognizedSpeech | undefined>;
  readonly pace: GrowingPace;
  readonly clock?: GrowingClock;
}

/** What an attempt costs, and how new sound is waited for; a stand-in in tests. Milliseconds. */
interface GrowingClock {
  wall(): number;
  processor(): number;
  wait(milliseconds: number): Promise<unknown>;
}

const ownClock: GrowingClock = {
  wall: () => performance.now(),
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  wait: (milliseconds) => sleep(milliseconds),
};

const BLOCK = SAMPLE_RATE / 4;
const POLL_MS = 30;
/** Sound before and after speech that is heard with it. */
const BEFORE = SAMPLE_RATE;
const AFTER = 0.7 * SAMPLE_RATE;
/**
 * A silence of this length is worth one attempt: often it is the end, and the text is there when the recording stops.
 */
const PAUSE = 0.24 * SAMPLE_RATE;
/** After a silence of this length, the next sound is more likely the end than a word. */
const LIKELY_END = 0.5 * SAMPLE_RATE;
/** A pause in which a sentence has surely ended. */
const LONG_PAUSE = 0.8 * SAMPLE_RATE;
/** New sound after which one more attempt may be made. */
const INTERVAL = 0.35 * SAMPLE_RATE;
/** Less speech says nothing yet. */
const MIN_SPEECH = 0.4 * SAMPLE_RATE;
/** What comes after a pause shows whether the sentence goes on. */
const AFTER_PAUSE = SAMPLE_RATE;
/** Less than this is not settled by itself. */
const MIN_SETTLED = 3 * SAMPLE_RATE;
/** So much speech has words. */
const MIN_PASSED = 0.4 * SAMPLE_RATE;
/** No attempt is longer. */
const LONGEST = 24 * SAMPLE_RATE;
/** But the last one, so that what is left is not heard by itself. Whisper takes 30 s. */
const MAX_REST = 28 * SAMPLE_RATE;
/** From here on, a part of the recording ends with a sentence, and from there on with any pause. */
const PART = { early: 20 * SAMPLE_RATE, late: 60 * SAMPLE_RATE };
/**
 * So many attempts in a row must agree on a word that stays. With two, 2.4 % of 616 words differed from those of the
 * file (Moonshine Tiny, simulated clock), with four 1.1 %, and where words stayed from a pause only, 0.8 %: but then
 * next to none had settled when somebody stopped speaking.
 */
const AGREEING = { followed: 2, shown: 4 };
/** Two attempts say the same up to a pause if no more of their words differ. */
const MAX_DIFFERENT = 0.2;

/** Silence after what is heard. */
const SILENCE = 0.2 * SAMPLE_RATE;
/** An attempt may take so many times as long as the one before, and at least this many milliseconds. */
const LIMIT_TIMES = 4;
const MIN_LIMIT_MS = 1_000;
/** The same while it is not known what one takes. */
const FIRST_LIMIT_MS = 5_000;
const MAX_LIMIT_MS = 60_000;

/** Samples, and a little silence: where sound breaks off, a model may write one word over and over. */
export function withSilence(
  samples: Int16Array,
  memory = new Int16Array(samples.length + SILENCE),
): Int16Array {
  const needed = samples.length + SILENCE;
  memory.set(samples);
  memory.fill(0, samples.length, needed);
  return memory.subarray(0, needed);
}

/** How an attempt is made. */
interface Making {
  /** Somebody speaks on: the next attempt is soon to replace it. */
  readonly isPassing: boolean;
  readonly elsewhere?: GrowingOptions['draft'];
}

/** What was heard from the last settled pause to a sample. */
interface Attempt {
  readonly to: number;
  readonly isDraft: boolean;
  readonly speech: RecognizedSpeech | undefined;
}

/** Where no one speaks within an utterance, and what was heard up to there, if that was tried. In samples. */
interface Pause {
  readonly from: number;
  to: number;
  words: readonly string[] | undefined;
}

/**
 * Transcribes a recording while it is made with a model that takes whole utterances: what is being said is decoded
 * again and again, from the last settled pause on. Words that two attempts agree on are stable. What came before a
 * pause is settled once the words after it were heard with it, so that no sentence ends where somebody only takes a
 * breath. Resolves at the end, or earlier after a sentence, with the sample from which the next part goes on.
 */
export async function recognizeGrowing(options: GrowingOptions): Promise<HostSpeech> {
  return new GrowingRecognition(options).run();
}

class GrowingRecognition {
  readonly #options: GrowingOptions;
  readonly #clock: GrowingClock;
  readonly #voice = new VoiceTrack();
  readonly #open: AgreedWords;
  /** Samples read. */
  #position = 0;
  /** Where what is not settled begins. */
  #from = 0;
  /** Of the last attempt. */
  #last: Attempt = { to: 0, isDraft: false, speech: undefined };
  /** The same, also where it failed. */
  #tried: Omit<Attempt, 'speech'> = { to: 0, isDraft: false };
  #restsUntil = 0;
  #segments: Segment[] = [];
  #words: Word[] = [];
  #doubts: Doubt[] = [];
  #corrections: Correction[] = [];
  #language: string | null = null;
  #reported = '';
  #memory = new Int16Array(0);
  /** Milliseconds that an attempt may take, here and elsewhere: one that takes longer has lost its way. */
  readonly #limits = { here: FIRST_LIMIT_MS, apart: FIRST_LIMIT_MS };

  constructor(options: GrowingOptions) {
    this.#options = options;
    this.#clock = options.clock ?? ownClock;
    this.#open = new AgreedWords(options.pace.isFollowed ? AGREEING.followed : AGREEING.shown);
  }

  async run(): Promise<HostSpeech> {
    const { sound, session } = this.#options;
    for (;;) {
      session.signal.throwIfAborted();
      const wasGrowing = sound.growing;
      const block = await sound.read(this.#position, BLOCK);
      this.#position += block.length;
      this.#voice.push(this.#options.voice.push(block));
      if (this.#position - this.#from >= (sound.growing ? LONGEST : MAX_REST)) await this.#settleLong();
      else if (block.length > 0) this.#skipSilence();
      else if (!wasGrowing) break;
      else if (this.#isDue()) await this.#attempt();
      else if (this.#isNewPause()) this.#notePause();
      else if (this.#endsPart()) return this.#result(this.#position - Math.min(BEFORE, this.#silence / 2));
      else await this.#clock.wait(POLL_MS);
    }
    if (!this.#covers(this.#last)) await this.#hearAll(this.#position);
    return this.#result();
  }

  /** Samples since somebody spoke. */
  get #silence(): number {
    return this.#position - this.#voice.last;
  }

  /** Silence that is worth an attempt: one that takes long would often be under way when somebody goes on. */
  get #enough(): number {
    const attempt = (this.#limits.here / LIMIT_TIMES / 1000) * SAMPLE_RATE;
    return Math.min(LIKELY_END, Math.max(PAUSE, attempt / 3));
  }

  /** True where an attempt heard all that was said. */
  #covers({ to, isDraft }: Omit<Attempt, 'speech'>): boolean {
    return to >= this.#voice.last && !isDraft;
  }

  #skipSilence(): void {
    if (this.#voice.last > this.#from) return;
    this.#from = Math.max(this.#from, this.#position - BEFORE);
    this.#voice.forget(this.#from, this.#position);
  }

  #isDue(): boolean {
    const { pace, draft } = this.#options;
    if (this.#covers(this.#tried) || this.#clock.wall() < this.#restsUntil) return false;
    const waitsForEnd =
      draft !== undefined && this.#tried.to >= this.#voice.last && this.#silence < LIKELY_END;
    if (waitsForEnd) return false;
    if (this.#silence >= this.#enough) return true;
    const isLonger = this.#position - Math.max(this.#from, this.#tried.to) >= INTERVAL;
    return this.#voice.last > this.#tried.to && pace.previews && isLonger && this.#voice.spoken >= MIN_SPEECH;
  }

  /** Somebody pauses, and all that they said was heard. */
  #isNewPause(): boolean {
    const { last, pauses } = this.#voice;
    return (
      this.#silence >= PAUSE && this.#covers(this.#last) && last > this.#from && pauses.at(-1)?.from !== last
    );
  }

  /** Where nothing new was heard since the pause before, the model has passed over it: then it is heard by itself. */
  #notePause(): void {
    const before = this.#voice.pauses.at(-1);
    const { words } = this.#open;
    if (before?.words && this.#voice.last - before.to >= MIN_PASSED) {
      if (words.length > 0 && endOf(before.words, words).at >= words.length) {
        this.#settle([{ pause: before, at: words.length }]);
        this.#last = { to: this.#from, isDraft: false, speech: undefined };
        this.#tried = this.#last;
        return;
      }
    }
    this.#voice.note(words);
  }

  async #attempt(): Promise<void> {
    const atPause = this.#silence >= PAUSE;
    const isLong = this.#position - this.#from >= this.#options.pace.keep;
    const missed = isLong && !atPause ? this.#missedPause() : undefined;
    if (missed) await this.#hearBefore(missed);
    else await this.#try(this.#position, atPause);
    // Before the sound of the meantime is read, in which somebody may speak again.
    if (this.#isNewPause()) this.#notePause();
    if (isLong && !this.#last.isDraft) this.#settleAtPause();
    this.#report();
  }

  /** The longest pause that is over and at which there was no time for an attempt. */
  #missedPause(): Pause | undefined {
    const passed = this.#voice.pauses.filter(
      ({ from, to, words }) =>
        !words && from - this.#from >= MIN_SETTLED && to <= this.#last.to - AFTER_PAUSE,
    );
    return passed.sort((one, other) => other.to - other.from - (one.to - one.from))[0];
  }

  /** Makes up for the attempt at a pause: what was said before it is settled then, and need not be heard again. */
  async #hearBefore(pause: Pause): Promise<void> {
    pause.words = [];
    const speech = await this.#heard(Math.min((pause.from + pause.to) / 2, pause.from + AFTER), false);
    if (speech) pause.words = breakablePieces(speech.text);
  }

  /** One attempt while the recording goes on. */
  async #try(to: number, atPause: boolean): Promise<void> {
    const { draft, hasDrafts } = this.#options;
    const isApart = draft !== undefined && this.#silence < LIKELY_END;
    // Who has stopped speaking waits for the last words, and not for those before.
    const isDraft = hasDrafts && (isApart || !atPause);
    this.#tried = { to, isDraft };
    const speech = await this.#heard(Math.min(to, this.#voice.last + AFTER), atPause);
    if (speech !== null) this.#take({ to, isDraft, speech });
    // Then a pause is still worth an attempt here.
    else if (isApart) this.#tried = { to, isDraft: true };
  }

  /** What was said up to a sample; null where the attempt failed: the next one hears more. */
  async #heard(end: number, atPause: boolean): Promise<RecognizedSpeech | undefined | null> {
    const { session, sound, draft, hasDrafts } = this.#options;
    const elsewhere = this.#silence < LIKELY_END ? draft : undefined;
    const place = elsewhere ? 'apart' : 'here';
    // One that heard all that was said is the text, also where the recording ends meanwhile.
    const isLast = !elsewhere && (atPause || !hasDrafts);
    const over = [session.signal, AbortSignal.timeout(this.#limits[place]), ...(isLast ? [] : [sound.ended])];
    const begun = this.#clock.wall();
    try {
      const speech = await this.#hear(end, AbortSignal.any(over), { isPassing: !atPause, elsewhere });
      this.#limits[place] = Math.max(MIN_LIMIT_MS, Math.ceil(LIMIT_TIMES * (this.#clock.wall() - begun)));
      return speech;
    } catch {
      session.signal.throwIfAborted();
      this.#limits[place] = Math.min(2 * this.#limits[place], MAX_LIMIT_MS);
      return null;
    }
  }

  #take(attempt: Attempt): void {
    this.#last = attempt;
    this.#language = attempt.speech?.language ?? this.#language;
    this.#open.hear(attempt.speech?.text ?? '', attempt.isDraft ? 'draft' : 'part');
  }

  /** Decodes all that was said from the last settled pause on, and takes it as the text. */
  async #hearAll(to: number): Promise<void> {
    const end = Math.min(to, this.#voice.last + AFTER);
    this.#take({ to, isDraft: false, speech: await this.#hear(end, this.#options.session.signal) });
  }

  /** Decodes everything from the last settled pause to a sample. */
  async #hear(
    end: number,
    signal: AbortSignal,
    { isPassing, elsewhere }: Making = { isPassing: false },
  ): Promise<RecognizedSpeech | undefined> {
    const { decode, pace } = this.#options;
    const begun = { wall: this.#clock.wall(), processor: this.#clock.processor() };
    try {
      return elsewhere
        ? await elsewhere({ start: this.#from, end: Math.round(end) }, signal)
        : await decode(await this.#sound(Math.round(end) - this.#from, isPassing), signal, isPassing);
    } finally {
      const { wall, processor } = this.#clock;
      const took = elsewhere ? wall() - begun.wall : processor() - begun.processor;
      this.#restsUntil = begun.wall + took / pace.share;
    }
  }

  /** Samples from the last settled pause on, with a little silence in passing; else just what a file would hold. */
  async #sound(length: number, isPassing: boolean): Promise<Int16Array> {
    const samples = await this.#options.sound.read(this.#from, length);
    const needed = samples.length + SILENCE;
    if (this.#memory.length < needed) this.#memory = new Int16Array(needed + 4 * SAMPLE_RATE);
    const longer = withSilence(samples, this.#memory);
    return isPassing ? longer : longer.subarray(0, samples.length);
  }

  /**
   * How many words were said before each pause that ended by then. Where an attempt passed over what was said since the
   * pause before, none.
   */
  #heardAtPauses(until: number): { readonly pause: Pause; readonly at: number }[] {
    let before = 0;
    return this.#voice.pauses.flatMap((pause) => {
      if (!pause.words || pause.to > until) return [];
      const { at, errors } = endOf(pause.words, this.#open.words);
      if (at <= before || errors > MAX_DIFFERENT) return [];
      before = at;
      return [{ pause, at }];
    });
  }

  /**
   * Settles what was said before a pause, where the last attempt and the one at the pause heard the same: best where a
   * sentence ends.
   */
  #settleAtPause(): void {
    const heard = this.#heardAtPauses(this.#last.to - AFTER_PAUSE);
    const best = heard.findLast(({ at }) => this.#open.endsSentence(at)) ?? heard.at(-1);
    if (best) this.#settle(heard.slice(0, heard.indexOf(best) + 1));
  }

  /** Speech without a settled pause for too long is cut at its last one, or where it is. */
  async #settleLong(): Promise<void> {
    const isHeard = this.#covers(this.#last);
    const pause = isHeard
      ? { from: this.#voice.last, to: this.#position }
      : this.#voice.pauses.findLast(({ from }) => from - this.#from >= LONGEST / 4);
    const to = pause ? Math.round((pause.from + pause.to) / 2) : this.#position;
    if (!isHeard) await this.#hearAll(to);
    this.#settle([{ pause: pause ?? { from: to, to }, at: this.#open.words.length }]);
    this.#last = { to, isDraft: false, speech: undefined };
    this.#report();
  }

  #settle(parts: readonly { readonly pause: Pick<Pause, 'from' | 'to'>; readonly at: number }[]): void {
    let taken = 0;
    for (const { pause, at } of parts) {
      const words = this.#open.take(at - taken);
      taken = at;
      const end = Math.round((pause.from + pause.to) / 2);
      this.#addSegment(words, pause.from);
      this.#keepTimes(end);
      this.#from = end;
      this.#voice.forget(end, pause.to, words);
    }
  }

  #addSegment(words: readonly string[], end: number): void {
    if (words.length === 0) return;
    const start = Math.min(this.#voice.first, end);
    const middle = ((start + end) / 2 - this.#from) / SAMPLE_RATE;
    const heard = this.#last.speech?.segments.findLast((segment) => segment.start <= middle);
    this.#segments.push({
      id: this.#segments.length,
      start: start / SAMPLE_RATE,
      end: end / SAMPLE_RATE,
      text: joinTexts(words),
      ...(heard?.language !== undefined && { language: heard.language }),
    });
  }

  /** Keeps what the last attempt knows of the time up to a sample, and counts the rest of it from there. */
  #keepTimes(until: number): void {
    const { speech } = this.#last;
    if (!speech) return;
    const earlier = shiftedBy(this.#from / SAMPLE_RATE, speech);
    const isIn = ({ start }: { readonly start: number }) => start * SAMPLE_RATE < until;
    this.#words.push(...earlier.words.filter(isIn));
    this.#doubts.push(...(earlier.doubts ?? []).filter(isIn));
    this.#corrections.push(...(speech.corrections ?? []));
    const later = <Timed extends { readonly start: number }>(all: readonly Timed[]) =>
      all.filter((timed) => !isIn(timed));
    const rest = { ...earlier, words: later(earlier.words), doubts: later(earlier.doubts ?? []) };
    this.#last = { ...this.#last, speech: shiftedBy(-until / SAMPLE_RATE, rest) };
  }

  #endsPart(): boolean {
    const { length } = this.#open.words;
    // An attempt may have failed, or wait for its share of a core: what it would have heard is not in the text yet.
    if (length === 0 || !this.#covers(this.#last)) return false;
    if (this.#silence < PAUSE || this.#position < PART.early) return false;
    return this.#position >= PART.late || (this.#silence >= LONG_PAUSE && this.#open.endsSentence(length));
  }

  #result(until?: number): HostSpeech {
    this.#open.hear(this.#open.text, 'whole');
    const end = { from: this.#voice.last, to: this.#voice.last + AFTER * 2 };
    this.#settle([...this.#heardAtPauses(this.#voice.last), { pause: end, at: this.#open.words.length }]);
    this.#report();
    const text = joinTexts(this.#segments.map((segment) => segment.text));
    const corrections = this.#corrections.filter(
      ({ written }, at) =>
        text.includes(written) && at === this.#corrections.findIndex((other) => other.written === written),
    );
    return {
      text,
      words: this.#words,
      segments: this.#segments,
      language: this.#language,
      ...(this.#doubts.length > 0 && { doubts: this.#doubts }),
      ...(corrections.length > 0 && { corrections }),
      ...(until !== undefined && { until: Math.round(until) }),
    };
  }

  #report(): void {
    const settled = joinTexts(this.#segments.map((segment) => segment.text));
    const text = joinTexts([settled, this.#open.text]);
    const stable = joinTexts([settled, this.#open.text.slice(0, this.#open.stableCharacters)]).length;
    if (`${stable} ${text}` === this.#reported) return;
    this.#reported = `${stable} ${text}`;
    this.#options.session.partial(text, stable);
  }
}

/** Frames of speech in a row that end a silence. */
const RESUMED = 2;

/** Where somebody speaks and where not, since what was settled last. In samples. */
class VoiceTrack {
  /** Where the first and the last speech is. */
  first = 0;
  last = 0;
  /** Samples with speech. */
  spoken = 0;
  pauses: Pause[] = [];
  #frames = 0;
  #voicedFrames = 0;

  push(frames: readonly Pick<VoiceFrame, 'isVoiced'>[]): void {
    for (const { isVoiced } of frames) {
      this.#frames++;
      this.#voicedFrames = isVoiced ? this.#voicedFrames + 1 : 0;
      if (this.#voicedFrames >= RESUMED) this.#speech();
    }
  }

  /** What was heard until the silence that goes on. */
  note(words: readonly string[]): void {
    const now = this.#frames * VOICE_FRAME;
    this.pauses.push({ from: this.last, to: now, words: [...words] });
  }

  /** Forgets what is before a sample, and the words that belong to it; what was said after it begins with `first`. */
  forget(before: number, first: number, words: readonly string[] = []): void {
    this.pauses = this.pauses
      .filter((pause) => (pause.from + pause.to) / 2 > before)
      .map((pause) => ({ ...pause, words: pause.words?.slice(endOf(words, pause.words).at) }));
    this.first = first;
    this.spoken = Math.max(0, this.last - first);
  }

  #speech(): void {
    const now = this.#frames * VOICE_FRAME;
    const begun = now - RESUMED * VOICE_FRAME;
    const pause = this.pauses.at(-1);
    if (pause?.from === this.last) pause.to = Math.max(pause.from, begun);
    else if (begun - this.last >= PAUSE && this.spoken > 0)
      this.pauses.push({ from: this.last, to: begun, words: undefined });
    if (this.spoken === 0) this.first = begun;
    this.spoken += this.#voicedFrames === RESUMED ? RESUMED * VOICE_FRAME : VOICE_FRAME;
    this.last = now;
  }
}
