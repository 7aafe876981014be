import { VoiceMeter } from '@quoth/audio';

/** How many are kept for the next: as many as there may be recordings of programs. */
const MOST_KEPT = 64;

/** Detectors of speech, used again: each is a WebAssembly module of its own, whose memory comes back late. */
export class VoiceMeters {
  readonly #free: VoiceMeter[] = [];

  /** One that nobody else has. */
  async take(): Promise<VoiceMeter> {
    const kept = this.#free.pop();
    kept?.reset();
    return kept ?? VoiceMeter.create();
  }

  /** Whoever gives it back uses it no more. */
  give(meter: VoiceMeter): void {
    if (this.#free.length < MOST_KEPT) this.#free.push(meter);
  }
}
