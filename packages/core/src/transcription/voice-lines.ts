import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AudioDecoder, voiceLineOf } from '@quoth/audio';
import { limits } from '@quoth/contract';
import { Semaphore } from '../base/index.ts';
import { getAudio, keepVoiceLine, knownVoiceLines, type RecordingPlaces } from '../recordings/index.ts';

/** The lines of recordings that have none yet, counted one after the other. */
export class VoiceLines {
  readonly #places: RecordingPlaces;
  readonly #decoder: Pick<AudioDecoder, 'decode'>;
  readonly #slot = new Semaphore(1);

  constructor(places: RecordingPlaces, decoder: Pick<AudioDecoder, 'decode'>) {
    this.#places = places;
    this.#decoder = decoder;
  }

  /**
   * Counts the line of a recording, and keeps it, if it has none. Throws as `getAudio` and `AudioDecoder.decode` do, or
   * the signal's reason.
   */
  async of(id: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const known = () => knownVoiceLines(this.#places, [id]).then((lines) => lines.get(id));
    return (
      (await known()) ??
      // Who asked for it before may have had it counted meanwhile.
      this.#slot.run(signal, async () => (await known()) ?? this.#count(id, signal))
    );
  }

  async #count(id: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const { path, format } = await getAudio(this.#places, id);
    const spoolPath = join(this.#places.folder.spool, `${randomUUID()}.pcm`);
    try {
      await this.#decoder.decode({ path, format, spoolPath, signal, maxSeconds: limits.audioSeconds });
      const line = await voiceLineOf(spoolPath, signal);
      if (line) await keepVoiceLine(this.#places, id, line);
      return line;
    } finally {
      await rm(spoolPath, { force: true });
    }
  }
}
