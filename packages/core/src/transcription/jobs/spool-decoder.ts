import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type AudioDecoder, containsSpeech } from '@quoth/audio';
import { AppError, type AudioFormat, limits } from '@quoth/contract';
import { Semaphore } from '../../base/index.ts';
import type { JobAudio } from './job.ts';

/** Callbacks that report on decoding. */
export interface DecodingHooks {
  /** It has a slot; waited for before anything of the audio is read. */
  readonly onBegin: () => Promise<void>;
  readonly onDuration: (seconds: number) => void;
}

export interface SpoolDecoderOptions {
  readonly decoder: Pick<AudioDecoder, 'decode'>;
  /** True where somebody speaks in the spool. */
  readonly hasSpeech?: typeof containsSpeech;
}

/**
 * Turns the audio of jobs into spools. Files that may be long are decoded side by side as far as the machine has cores to spare: more would
 * only slow each other down. Small ones have slots of their own, so that no minute of speech waits for an hour to be decoded.
 */
export class SpoolDecoder {
  readonly #decoder: Pick<AudioDecoder, 'decode'>;
  readonly #hasSpeech: typeof containsSpeech;
  readonly #small = new Semaphore(availableParallelism());
  readonly #large = new Semaphore(Math.max(1, availableParallelism() - 1));

  constructor({ decoder, hasSpeech = containsSpeech }: SpoolDecoderOptions) {
    this.#decoder = decoder;
    this.#hasSpeech = hasSpeech;
  }

  /**
   * Returns the length of the audio in seconds, and how much of it is missing. Throws as `AudioDecoder.decode` does, and NO_SPEECH if nobody speaks, before any engine is started
   * or anything is sent to a provider.
   */
  async decode(
    audio: JobAudio,
    spoolPath: string,
    hooks: DecodingHooks,
    signal: AbortSignal,
  ): Promise<{ readonly durationSeconds: number; readonly missingSeconds: number }> {
    const slots = (await isSmall(audio)) ? this.#small : this.#large;
    return slots.run(signal, async () => {
      await hooks.onBegin();
      const job = { ...audio, spoolPath, signal, maxSeconds: limits.audioSeconds };
      const decoded = await this.#decoder.decode(job);
      hooks.onDuration(decoded.durationSeconds);
      if (!(await this.#hasSpeech({ spoolPath, signal }))) throw new AppError('NO_SPEECH');
      return decoded;
    });
  }
}

const MIB = 1024 * 1024;
/** About a minute of stereo in raw formats; what is compressed is decoded within a second or two up to its size. */
const smallBytes: Partial<Record<AudioFormat, number>> = { wav: 12 * MIB, aiff: 12 * MIB, flac: 8 * MIB };

async function isSmall({ path, format }: JobAudio): Promise<boolean> {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  return size <= (smallBytes[format] ?? 2 * MIB);
}
