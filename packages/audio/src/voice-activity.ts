import { setImmediate as turn } from 'node:timers/promises';
import { HighPass } from './high-pass.ts';
import { SAMPLE_RATE, type SampleRange, SpoolMemory, SpoolReader } from './spool.ts';
import { VOICE_FRAME, VoiceNetwork } from './voice-network.ts';

/** A frame of a segment is 10 ms. */
export const FRAME_SAMPLES = 160;
/** Frames a second. */
export const FRAME_RATE = SAMPLE_RATE / FRAME_SAMPLES;

/** What was heard in 512 samples (32 ms). */
export interface VoiceFrame {
  /** From 0 to 1: how probable it is that somebody speaks. */
  readonly probability: number;
  /** Somebody speaks; where that is uncertain, as in the frame before. */
  readonly isVoiced: boolean;
}

/** From this probability on, somebody has begun to speak. */
const VOICED = 0.5;
/** Below this one, they have stopped. */
const UNVOICED = 0.35;

/** Hears whether somebody speaks, frame by frame, as sound arrives. */
export class VoiceDetector {
  readonly #network = new VoiceNetwork();
  readonly #conditioning = new Conditioning();
  readonly #frame = new Float32Array(VOICE_FRAME);
  #filled = 0;
  #isVoiced = false;
  #isWarm = false;

  /** Forgets everything before. */
  reset(): void {
    this.#network.reset();
    this.#conditioning.reset();
    this.#filled = 0;
    this.#isVoiced = false;
    this.#isWarm = false;
  }

  /** One for each frame of 512 samples that these complete; a frame takes a twentieth of a millisecond. */
  push(samples: Int16Array): VoiceFrame[] {
    const frames: VoiceFrame[] = [];
    for (let at = 0; at < samples.length; ) {
      const count = Math.min(VOICE_FRAME - this.#filled, samples.length - at);
      for (let index = 0; index < count; index++)
        this.#frame[this.#filled + index] = (samples[at + index] as number) / 32_768;
      this.#filled += count;
      at += count;
      if (this.#filled === VOICE_FRAME) frames.push(this.#heard());
    }
    return frames;
  }

  /** The last frame, filled up with silence, if there are samples left for one. */
  end(): VoiceFrame[] {
    return this.#filled === 0 ? [] : this.push(new Int16Array(VOICE_FRAME - this.#filled));
  }

  #heard(): VoiceFrame {
    this.#filled = 0;
    if (!this.#isWarm) this.#warmUp();
    const probability = this.#listen(this.#frame);
    this.#isVoiced = probability >= (this.#isVoiced ? UNVOICED : VOICED);
    return { probability, isVoiced: this.#isVoiced };
  }

  #listen(frame: Float32Array): number {
    this.#conditioning.apply(frame);
    return this.#network.probability(frame);
  }

  /**
   * To a network that has heard nothing, any background that begins is like a voice: so it has heard this one for half
   * a second.
   */
  #warmUp(): void {
    this.#isWarm = true;
    for (let times = 1; times < WARM_UPS; times++)
      this.#listen(times % 2 === 1 ? this.#frame.toReversed() : this.#frame.slice());
  }
}

/** How often the first frame is heard back and forth. */
const WARM_UPS = 16;

/** Root mean square that the loudest frame of the last seconds is brought up to. */
const TARGET = 0.1;
/** Not more than this, or rounding noise would be all there is. */
const MAX_GAIN = 1_000;
/** How much of a level is left after each frame: half of it after two seconds. */
const FADING = 0.5 ** (VOICE_FRAME / SAMPLE_RATE / 2);

/** Makes sound as the network learned to hear it: without hum and offset, and not too quiet. */
class Conditioning {
  readonly #highPass = new HighPass();
  #level = 0;

  reset(): void {
    this.#highPass.reset();
    this.#level = 0;
  }

  /** In place. */
  apply(frame: Float32Array): void {
    this.#highPass.apply(frame);
    let squares = 0;
    for (const sample of frame) squares += sample * sample;
    this.#level = Math.max(Math.sqrt(squares / frame.length), this.#level * FADING);
    const gain = Math.min(MAX_GAIN, TARGET / Math.max(this.#level, 1e-9));
    if (gain <= 1) return;
    for (let at = 0; at < frame.length; at++) frame[at] = (frame[at] as number) * gain;
  }
}

/** A segment of the audio with speech, in frames of 10 ms; `end` is exclusive. */
export interface SpeechSegment {
  readonly start: number;
  readonly end: number;
}

/** Pauses up to this length belong to one segment. */
const PAUSE_FRAMES = 35;
/** A click, a key or a knock is shorter, also with another right after it. In frames of the detector. */
const MIN_VOICED_FRAMES = 5;
/** A word begins before it is certain, by up to this. */
const LEAD_FRAMES = 3;

const FRAME_RATIO = VOICE_FRAME / FRAME_SAMPLES;

/**
 * Where speech is, with short pauses in it; sounds shorter than any word are left out. Takes 60 ms for a minute of
 * audio.
 */
export function detectSpeech(samples: Int16Array): SpeechSegment[] {
  const detector = new VoiceDetector();
  const frames = [...detector.push(samples), ...detector.end()];
  const end = Math.floor(samples.length / FRAME_SAMPLES);
  const sure = speechSegments(frames);
  const segments = sure.length > 0 ? speechSegments(withLikely(frames, sure)) : sure;
  return segments.map((segment) => ({ start: segment.start, end: Math.min(end, segment.end) }));
}

/** In a longer pause, what may be speech is taken for it. In frames of 10 ms. */
const LONG_PAUSE = 100;
/** From this probability on, somebody may speak, in an echo or far away; noise, music and tones have less. */
const LIKELY = 0.15;
const UNLIKELY = 0.05;
/** A shorter sound is no sentence that was missed. In frames of the detector. */
const MIN_LIKELY_FRAMES = 6;

/**
 * With what is likely to be speech in long pauses of somebody who surely speaks: an echo makes the detector uncertain.
 */
function withLikely(frames: readonly VoiceFrame[], sure: readonly SpeechSegment[]): readonly VoiceFrame[] {
  const filled = [...frames];
  let before = 0;
  for (const { start, end } of [...sure, { start: frames.length * FRAME_RATIO, end: 0 }]) {
    if (start - before >= LONG_PAUSE) {
      const [from, to] = [Math.ceil(before / FRAME_RATIO), Math.floor(start / FRAME_RATIO)];
      let isVoiced = false;
      const likely = frames.slice(from, to).map(({ probability }) => {
        isVoiced = probability >= (isVoiced ? UNLIKELY : LIKELY);
        return { probability, isVoiced };
      });
      for (const run of voicedRuns(likely))
        if (run.end - run.start >= MIN_LIKELY_FRAMES)
          for (let at = run.start; at < run.end; at++) filled[from + at] = likely[at] as VoiceFrame;
    }
    before = end;
  }
  return filled;
}

interface VoicedRun extends SpeechSegment {
  readonly voiced: number;
}

/**
 * The same for frames that the detector gave for sound from its beginning; the last segment may end within the last
 * frame.
 */
export function speechSegments(frames: readonly VoiceFrame[]): SpeechSegment[] {
  const runs: VoicedRun[] = [];
  let before: VoicedRun | undefined;
  for (const { start, end } of voicedRuns(frames)) {
    const segment = {
      start: Math.max(0, Math.floor(start * FRAME_RATIO) - LEAD_FRAMES),
      end: Math.ceil(end * FRAME_RATIO),
    };
    const isNear = before !== undefined && segment.start - before.end <= PAUSE_FRAMES;
    if (before && isNear) runs.pop();
    before = {
      start: before && isNear ? before.start : segment.start,
      end: segment.end,
      voiced: end - start + (before && isNear ? before.voiced : 0),
    };
    runs.push(before);
  }
  return runs.flatMap(({ start, end, voiced }) => (voiced >= MIN_VOICED_FRAMES ? [{ start, end }] : []));
}

function voicedRuns(frames: readonly VoiceFrame[]): SpeechSegment[] {
  const runs: SpeechSegment[] = [];
  let start = -1;
  for (let frame = 0; frame <= frames.length; frame++) {
    const isVoiced = frames[frame]?.isVoiced === true;
    if (isVoiced && start < 0) start = frame;
    if (!isVoiced && start >= 0) {
      runs.push({ start, end: frame });
      start = -1;
    }
  }
  return runs;
}

/** A place to cut: a sample, and whether it lies in a pause. */
export interface CutPlace {
  readonly at: number;
  readonly isPause: boolean;
}

/** Shorter gaps lie inside words. */
const MIN_CUT_FRAMES = 3;

/**
 * Where a cut does the least harm: in the middle of the longest pause (of the later one among equals), or else at the
 * quietest position.
 */
export function cutPlace(samples: Int16Array): CutPlace {
  const frames = new VoiceDetector().push(samples);
  let best: SpeechSegment = { start: 0, end: 0 };
  for (const run of voicedRuns(
    frames.map(({ probability, isVoiced }) => ({ probability, isVoiced: !isVoiced })),
  ))
    if (run.end - run.start >= best.end - best.start) best = run;
  if (best.end - best.start >= MIN_CUT_FRAMES)
    return { at: Math.round(((best.start + best.end) / 2) * VOICE_FRAME), isPause: true };
  return { at: quietestPlace(samples), isPause: false };
}

/** The middle of the 96 ms with the least energy. */
function quietestPlace(samples: Int16Array): number {
  const energies: number[] = [];
  for (let at = 0; at + VOICE_FRAME <= samples.length; at += VOICE_FRAME) {
    let sum = 0;
    for (const sample of samples.subarray(at, at + VOICE_FRAME)) sum += sample * sample;
    energies.push(sum);
  }
  let best = samples.length;
  let lowest = Number.POSITIVE_INFINITY;
  for (let frame = 1; frame + 1 < energies.length; frame++) {
    const sum = (energies[frame - 1] ?? 0) + (energies[frame] ?? 0) + (energies[frame + 1] ?? 0);
    if (sum > lowest) continue;
    lowest = sum;
    best = Math.round((frame + 0.5) * VOICE_FRAME);
  }
  return best;
}

/** How much is listened to at first: most recordings begin with speech, and then no more is asked for. */
const FIRST_STEP = SAMPLE_RATE / 2;
/** How much is listened to before other work of the process has its turn: that takes 5 ms. */
const STEP = 4 * SAMPLE_RATE;

/** A finished spool to search. */
export interface SpeechSearch {
  readonly spoolPath: string;
  /** The part to search; everything if absent. */
  readonly range?: SampleRange;
  /** The spool's first samples, where they are in memory: what they hold need not be read. */
  readonly head?: Int16Array | undefined;
  readonly signal: AbortSignal;
}

/** True as soon as speech has been detected anywhere in the spool. Rejects with the signal's reason. */
export async function containsSpeech(search: SpeechSearch): Promise<boolean> {
  let frames: VoiceFrame[] = [];
  for await (const step of voiceFrames(search)) {
    frames.push(...step);
    if (speechSegments(frames).length > 0) return true;
    // A word may lie across the edge.
    frames = frames.slice(-STEP / VOICE_FRAME / 2);
  }
  return false;
}

/** Where speech is in a spool of any length: an hour takes 4 s. Rejects with the signal's reason. */
export async function speechIn(search: SpeechSearch): Promise<SpeechSegment[]> {
  const frames: VoiceFrame[] = [];
  for await (const step of voiceFrames(search)) frames.push(...step);
  return speechSegments(frames);
}

async function* voiceFrames({ spoolPath, range, head, signal }: SpeechSearch): AsyncGenerator<VoiceFrame[]> {
  const known = range === undefined && head !== undefined ? head : new Int16Array(0);
  let reader: SpoolReader | undefined;
  const read = async (start: number, count: number): Promise<Int16Array> => {
    if (start + count <= known.length) return known.subarray(start, start + count);
    reader ??= await SpoolReader.open(spoolPath, { growing: false, range, memory: new SpoolMemory() });
    return reader.read(start, count);
  };
  const detector = new VoiceDetector();
  try {
    for (let start = 0, step = FIRST_STEP; ; start += step, step = Math.min(STEP, 2 * step)) {
      signal.throwIfAborted();
      const samples = await read(start, step);
      yield [...detector.push(samples), ...(samples.length < step ? detector.end() : [])];
      if (samples.length < step) return;
      await turn();
    }
  } finally {
    await reader?.close();
  }
}
