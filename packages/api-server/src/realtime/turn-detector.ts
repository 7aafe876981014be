import type { LiveSound } from '@quoth/core';

/** When somebody begins and ends a turn. */
export interface TurnRules {
  /** 0 to 1: which share of the last quarter of a second must be voiced. */
  readonly threshold: number;
  /** How much of what came before a turn belongs to it. */
  readonly prefixPaddingMs: number;
  /** A turn ends after so much silence. */
  readonly silenceDurationMs: number;
}

/** What sound has done to the turn. Times are milliseconds from the first sample of the session. */
export type TurnStep =
  | { readonly type: 'started'; readonly atMs: number; readonly sounds: readonly LiveSound[] }
  | { readonly type: 'continued'; readonly sound: LiveSound }
  | { readonly type: 'stopped'; readonly atMs: number };

/** Samples per millisecond, and the milliseconds of a frame of which is known whether it is voiced. */
const PER_MS = 16;
const FRAME_MS = 32;
/** A quarter of a second: a click is shorter, a syllable is not. */
const WINDOW_FRAMES = 8;

/** Finds turns in sound that comes piece by piece. What lies between them is let go of. */
export class TurnDetector {
  readonly #rules: TurnRules;
  /** Samples of the session so far. */
  #samples: number;
  #held: LiveSound[] = [];
  #window: boolean[] = [];
  #isSpoken = false;
  #silentMs = 0;

  /** `samples`: how many the session has had before. */
  constructor(rules: TurnRules, samples = 0) {
    this.#rules = rules;
    this.#samples = samples;
  }

  push(sound: LiveSound): TurnStep[] {
    this.#samples += sound.samples.length;
    return this.#isSpoken ? this.#duringTurn(sound) : this.#betweenTurns(sound);
  }

  /** Ends the turn, on the client's request or ours; the next speech may begin another one. */
  reset(): void {
    this.#held = [];
    this.#window = [];
    this.#isSpoken = false;
    this.#silentMs = 0;
  }

  #betweenTurns(sound: LiveSound): TurnStep[] {
    this.#held.push(sound);
    this.#look(sound);
    const needed = Math.max(1, Math.round(this.#rules.threshold * WINDOW_FRAMES));
    if (this.#window.filter(Boolean).length < needed) {
      this.#forget(WINDOW_FRAMES * FRAME_MS + this.#rules.prefixPaddingMs);
      return [];
    }
    this.#isSpoken = true;
    this.#silentMs = 0;
    // The window's first voiced frame is where speech begins.
    const sinceVoice = (this.#window.length - this.#window.indexOf(true)) * FRAME_MS;
    this.#forget(sinceVoice + this.#rules.prefixPaddingMs);
    const sounds = this.#held;
    this.#held = [];
    const length = sounds.reduce((sum, { samples }) => sum + samples.length, 0);
    return [{ type: 'started', atMs: Math.round((this.#samples - length) / PER_MS), sounds }];
  }

  #duringTurn(sound: LiveSound): TurnStep[] {
    this.#look(sound);
    const { silenceDurationMs } = this.#rules;
    const steps: TurnStep[] = [{ type: 'continued', sound }];
    if (this.#silentMs < silenceDurationMs) return steps;
    this.reset();
    return [...steps, { type: 'stopped', atMs: Math.round(this.#samples / PER_MS) }];
  }

  #look({ voiced }: LiveSound): void {
    for (const isVoiced of voiced) {
      const before = this.#window.at(-1) ?? false;
      this.#window = [...this.#window, isVoiced].slice(-WINDOW_FRAMES);
      // One frame alone is a click.
      this.#silentMs = isVoiced && before ? 0 : this.#silentMs + FRAME_MS;
    }
  }

  /** Keeps whole pieces that together have at least this length. */
  #forget(keptMs: number): void {
    let kept = this.#held.reduce((sum, { samples }) => sum + samples.length, 0);
    let first = 0;
    for (const { samples } of this.#held) {
      if (kept - samples.length < keptMs * PER_MS) break;
      kept -= samples.length;
      first++;
    }
    this.#held = this.#held.slice(first);
  }
}
