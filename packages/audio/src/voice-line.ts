import { SAMPLE_RATE, SpoolMemory, SpoolReader } from './spool.ts';

/** Bars of a stored line, one byte each. */
export const VOICE_LINE_BARS = 200;

/** Ten milliseconds: shorter than a bar of every recording of two seconds or more. */
const FRAME_SAMPLES = SAMPLE_RATE / 100;

/** Counts the line of a voice while its samples come: how loud a recording is, from its beginning to its end. */
export class VoiceLine {
  readonly #peaks: number[] = [];
  #peak = 0;
  #inFrame = 0;

  /** Takes samples at `SAMPLE_RATE`. */
  add(samples: Int16Array): void {
    for (const sample of samples) {
      const size = sample < 0 ? -sample : sample;
      if (size > this.#peak) this.#peak = size;
      if (++this.#inFrame < FRAME_SAMPLES) continue;
      this.#peaks.push(this.#peak);
      this.#peak = 0;
      this.#inFrame = 0;
    }
  }

  /** A bar each two-hundredth of the length; undefined if there was not a hundredth of a second. */
  bars(): Uint8Array | undefined {
    const { length } = this.#peaks;
    if (length === 0) return undefined;
    const bars = new Uint8Array(VOICE_LINE_BARS);
    for (let bar = 0; bar < VOICE_LINE_BARS; bar++) {
      const from = Math.floor((bar * length) / VOICE_LINE_BARS);
      const to = Math.max(from + 1, Math.floor(((bar + 1) * length) / VOICE_LINE_BARS));
      let sum = 0;
      for (let at = from; at < to; at++) sum += this.#peaks[at] ?? 0;
      // The mean: of an hour, the loudest moment of each bar would be the same everywhere. Its root, because speech is
      // quiet beside its peaks.
      bars[bar] = Math.round(Math.sqrt(sum / (to - from) / 32_768) * 255);
    }
    return bars;
  }
}

/** Samples at a time: so few that what else the process does never waits for them. */
const STEP = 32 * 1024;

/** The line of a spool that is complete. Rejects with the signal's reason. */
export async function voiceLineOf(spoolPath: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const reader = await SpoolReader.open(spoolPath, {
    growing: false,
    range: undefined,
    memory: new SpoolMemory(),
  });
  try {
    const line = new VoiceLine();
    for (;;) {
      const samples = await reader.next(STEP, signal);
      if (!samples) return line.bars();
      line.add(samples);
    }
  } finally {
    await reader.close();
  }
}
