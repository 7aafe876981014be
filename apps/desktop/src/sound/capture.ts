import { AppError, say } from '@quoth/contract';
import type { MusicHeadset } from './headset.ts';

/**
 * Number of blocks over which the smallest delay is searched for: a sound card's clock drifts, so old delays are
 * useless.
 */
const WINDOW_BLOCKS = 500;
/** Blocks that are so many milliseconds late, and still are after so many more, came after a gap. */
const GAP_MS = 500;
const CAUGHT_UP_MS = 200;

/**
 * Tells when the samples of a block were taken. A block that waited in a buffer arrives late, and some arrive in
 * bursts; but they are counted, and the one with the least delay tells when all the others were taken. An
 * output that slept gave none meanwhile: then the count begins again.
 */
export class CaptureClock {
  readonly #blockMs: number;
  #blocks = 0;
  #earliest = Number.POSITIVE_INFINITY;
  #earliestBefore = Number.POSITIVE_INFINITY;
  #behindSince: number | undefined;

  constructor(blockMs: number) {
    this.#blockMs = blockMs;
  }

  /** When the last sample of the next block was taken, given the time of its arrival; never later than that. */
  next(cameAt: number): number {
    this.#blocks++;
    if (this.#blocks % WINDOW_BLOCKS === 0) {
      this.#earliestBefore = this.#earliest;
      this.#earliest = Number.POSITIVE_INFINITY;
    }
    const length = this.#blocks * this.#blockMs;
    this.#earliest = Math.min(this.#earliest, cameAt - length);
    const takenAt = Math.min(this.#earliest, this.#earliestBefore) + length;
    if (!this.#isAfterGap(cameAt, cameAt - takenAt)) return takenAt;
    this.#blocks = 0;
    this.#earliest = cameAt;
    this.#earliestBefore = cameAt;
    return cameAt;
  }

  #isAfterGap(cameAt: number, behindMs: number): boolean {
    this.#behindSince = behindMs > GAP_MS ? (this.#behindSince ?? cameAt) : undefined;
    if (this.#behindSince === undefined || cameAt - this.#behindSince < CAUGHT_UP_MS) return false;
    this.#behindSince = undefined;
    return true;
  }
}

/** The library does not run on this machine. */
export class LibraryUnavailable extends Error {
  constructor() {
    super('The microphone library does not load.');
    this.name = 'LibraryUnavailable';
  }
}

/** A missing device, with those that exist; it is never silently replaced by another one. */
export function noSuchMicrophone(wanted: string | null, there: readonly string[]): AppError {
  const list = there.map((name) => `"${name}"`);
  if (wanted === null) {
    return new AppError('MICROPHONE_UNAVAILABLE', {
      message: say('noMicrophoneFound'),
      hint: say('plugMicrophoneIn'),
    });
  }
  return new AppError('MICROPHONE_UNAVAILABLE', {
    message: say('microphoneMissing', { name: wanted }),
    hint: there.length === 0 ? say('plugItInAgain') : say('plugItInOrChoose', { names: { list } }),
  });
}

/** A headset that would give nothing but silence until its profile is another one. */
export function headsetPlaysMusic({ name, card, music, speech }: MusicHeadset): AppError {
  const profile = (wanted: string) => `pactl set-card-profile ${card} ${wanted}`;
  return new AppError('MICROPHONE_UNAVAILABLE', {
    message: say('headsetPlaysMusic', { name }),
    hint: say('switchHeadset', { command: profile(speech), back: profile(music) }),
  });
}

/** The sound server, or the system's sound, has died or hangs. */
export function soundSystemSilent(): AppError {
  return new AppError('MICROPHONE_UNAVAILABLE', {
    message: say('soundSystemSilent'),
    hint: say('tryAgainOrLogOut'),
  });
}

/** The system has no known way to a microphone. */
export function microphonesUnavailable(): AppError {
  return new AppError('MICROPHONE_UNAVAILABLE', {
    message: say('microphonesUnreachable'),
    remedy:
      process.platform === 'linux'
        ? [say('soundServerNeeded'), say('run', { command: 'sudo apt-get install -y pulseaudio-utils' })]
        : say('microphonePartMissing'),
  });
}
