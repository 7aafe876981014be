import { AppError } from '@quoth/contract';

/** Number of blocks over which the smallest delay is searched for: a sound card's clock drifts, so old delays are useless. */
const WINDOW_BLOCKS = 500;

/**
 * Tells when the samples of a block were taken. A block that waited in a buffer arrives late, and some arrive in bursts; but they are
 * counted, and the one with the least delay tells when all the others were taken.
 */
export class CaptureClock {
  readonly #blockMs: number;
  #blocks = 0;
  #earliest = Number.POSITIVE_INFINITY;
  #earliestBefore = Number.POSITIVE_INFINITY;

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
    return Math.min(this.#earliest, this.#earliestBefore) + length;
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
  const names = there.map((name) => `"${name}"`).join(', ');
  if (wanted === null) {
    return new AppError('MICROPHONE_UNAVAILABLE', {
      message: 'No microphone was found.',
      hint: 'Plug one in, or allow access to it in the system settings.',
    });
  }
  return new AppError('MICROPHONE_UNAVAILABLE', {
    message: `The microphone "${wanted}" is not there.`,
    hint:
      there.length === 0
        ? 'Plug it in again; no other microphone was found.'
        : `Plug it in again, or choose another one. There is: ${names}.`,
  });
}

/** The sound server, or the system's sound, has died or hangs. */
export function soundSystemSilent(): AppError {
  return new AppError('MICROPHONE_UNAVAILABLE', {
    message: 'The sound system of this machine does not answer.',
    hint: 'Try again in a moment. If that does not help, log out and in again.',
  });
}

/** The system has no known way to a microphone. */
export function microphonesUnavailable(): AppError {
  return new AppError('MICROPHONE_UNAVAILABLE', {
    message: 'The microphones of this machine cannot be reached.',
    remedy:
      process.platform === 'linux'
        ? [
            'A sound server is needed, PulseAudio or PipeWire:',
            { kind: 'run', command: 'sudo apt-get install -y pulseaudio-utils' },
          ]
        : ['Install Quoth again: the part of it that reads microphones is missing.'],
  });
}
