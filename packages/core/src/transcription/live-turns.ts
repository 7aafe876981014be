import { SAMPLE_RATE, VOICE_FRAME, VoiceDetector } from '@quoth/audio';
import { AppError, type SpeakerNames } from '@quoth/contract';
import { textOfTurns, turnsOf } from '@quoth/text';

type Speaker = keyof SpeakerNames;

/** Frames of speech that begin a turn, and frames without any that end what one says. */
const BEGINS = Math.ceil((0.16 * SAMPLE_RATE) / VOICE_FRAME);
const ENDS = Math.ceil((0.3 * SAMPLE_RATE) / VOICE_FRAME);
/** Who begins within so many frames of what is played is its echo. */
const ECHO = Math.ceil((0.2 * SAMPLE_RATE) / VOICE_FRAME);
/** Sound before a turn is heard that belongs to it. */
const BEFORE = 0.7 * SAMPLE_RATE;

/** One track: whether somebody speaks in it, and since when. In frames. */
class Voice {
  begunAt = 0;
  #voiced = 0;
  #silent = 0;

  push(isVoiced: boolean, frame: number): void {
    this.#silent = isVoiced ? 0 : this.#silent + 1;
    if (this.#silent > ENDS) this.forget();
    if (isVoiced && this.#voiced++ === 0) this.begunAt = frame;
  }

  get speaks(): boolean {
    return this.#voiced >= BEGINS;
  }

  forget(): void {
    this.#voiced = 0;
  }
}

/**
 * Whose turn it is in a meeting: who speaks alone, and of two who speak at once, who began. What begins in the
 * microphone while the machine plays speech may be its echo, so it is no turn until that ends.
 */
export class WhoseTurn {
  readonly #voices = { me: new Voice(), others: new Voice() };
  #frame = 0;
  #speaker: Speaker | undefined;

  push(mine: boolean, theirs: boolean): Speaker | undefined {
    const { me, others } = this.#voices;
    const wasPlayed = others.speaks;
    me.push(mine, this.#frame);
    others.push(theirs, this.#frame++);
    // What the room still echoes is no beginning.
    if (wasPlayed && !others.speaks) me.forget();
    if (others.speaks && (!me.speaks || others.begunAt <= me.begunAt + ECHO)) this.#speaker = 'others';
    else if (me.speaks) this.#speaker = 'me';
    return this.#speaker;
  }
}

interface Turn {
  readonly speaker: Speaker;
  readonly words: TurnWords;
  text: string;
  stable: number;
  isOver: boolean;
}

/** Transcribes one turn, whose sound comes as it is spoken. */
interface TurnWords {
  /** Its text once it is over. */
  readonly text: Promise<string>;
  take(samples: Int16Array): Promise<void>;
  end(): void;
  stop(reason: AppError): void;
}

type Show = (text: string, stableCharacters: number) => void;

interface LiveTurnsOptions {
  readonly begin: (show: (text: string, stableCharacters?: number) => void) => TurnWords;
  readonly names: () => SpeakerNames;
  readonly show: Show;
}

/**
 * The words of a meeting while it goes on. One track at a time is transcribed, that of who speaks, and each turn by
 * itself: it costs no more than one voice, and the words have a name. They are for the eyes; both tracks are
 * transcribed when the meeting has ended.
 */
export class LiveTurns {
  readonly recognition = undefined;
  readonly #options: LiveTurnsOptions;
  readonly #whose = new WhoseTurn();
  readonly #voices = { me: new VoiceDetector(), others: new VoiceDetector() };
  /** The newest sound of both, for the turn that it may begin. */
  readonly #recent = { me: new Int16Array(0), others: new Int16Array(0) };
  #turns: Turn[] = [];
  #isOver = false;

  constructor(options: LiveTurnsOptions) {
    this.#options = options;
    // Its model is loaded before the first word.
    this.#begin('me');
  }

  async take(_mix: Int16Array, tracks: Int16Array): Promise<void> {
    const sound = { me: everySecond(tracks, 0), others: everySecond(tracks, 1) };
    const theirs = this.#voices.others.push(sound.others);
    let speaker: Speaker | undefined;
    for (const [at, { isVoiced }] of this.#voices.me.push(sound.me).entries())
      speaker = this.#whose.push(isVoiced, theirs[at]?.isVoiced ?? false);
    const last = this.#turns.at(-1);
    if (speaker && speaker !== last?.speaker) {
      last?.words.end();
      await this.#begin(speaker).words.take(this.#recent[speaker]);
    }
    const turn = this.#turns.at(-1);
    if (turn) await turn.words.take(sound[turn.speaker]);
    for (const one of ['me', 'others'] as const) this.#recent[one] = newest(this.#recent[one], sound[one]);
  }

  end(): void {
    for (const { words } of this.#turns) words.end();
  }

  stop(reason: AppError): void {
    this.#isOver = true;
    for (const { words } of this.#turns) words.stop(reason);
  }

  async close(): Promise<void> {
    this.stop(new AppError('CANCELLED'));
    await Promise.allSettled(this.#turns.map(({ words }) => words.text));
  }

  #begin(speaker: Speaker): Turn {
    const words = this.#options.begin((text, stable = 0) => this.#take(turn, { text, stable }));
    const turn: Turn = { speaker, words, text: '', stable: 0, isOver: false };
    this.#turns.push(turn);
    words.text.then(
      (text) => this.#take(turn, { text, stable: text.length, isOver: true }),
      // Nothing was understood: what was shown goes.
      () => this.#take(turn, { text: '', stable: 0, isOver: true }),
    );
    return turn;
  }

  #take(turn: Turn, heard: Partial<Turn>): void {
    Object.assign(turn, heard);
    // The newest is the one that goes on.
    const isKept = (one: Turn) => !one.isOver || one.text !== '' || one === this.#turns.at(-1);
    this.#turns = this.#turns.filter(isKept);
    if (this.#isOver) return;
    const open = this.#turns.findIndex(({ isOver }) => !isOver);
    const settled = this.#turns.slice(0, open + 1 || this.#turns.length);
    this.#options.show(
      this.#written(this.#turns, ({ text }) => text),
      this.#written(settled, ({ text, stable }) => text.slice(0, stable)).length,
    );
  }

  #written(turns: readonly Turn[], textOf: (turn: Turn) => string): string {
    const names = this.#options.names();
    const spoken = turns.map((turn) => ({ speaker: names[turn.speaker], text: textOf(turn).trim() }));
    return textOfTurns(turnsOf(spoken.filter(({ text }) => text !== '')));
  }
}

function everySecond(tracks: Int16Array, from: 0 | 1): Int16Array<ArrayBuffer> {
  return new Int16Array(tracks.length / 2).map((_, at) => tracks[2 * at + from] ?? 0);
}

function newest(before: Int16Array, next: Int16Array): Int16Array<ArrayBuffer> {
  const all = new Int16Array(before.length + next.length);
  all.set(before);
  all.set(next, before.length);
  return all.slice(-BEFORE);
}
