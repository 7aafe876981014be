import { readFileSync } from 'node:fs';
import { TranscribeModel } from 'transcribe-cpp';
import { HEADER_BYTES, RATE } from './speech-files.ts';

/** What is longer is cut: in one run the memory grows with the square of the length. */
const CHUNK_SAMPLES = 28 * RATE;

/** The engine without anything of ours around it, its model warm: no server, no queue, no speech detector. */
export class EngineAlone {
  readonly #model: TranscribeModel;

  private constructor(model: TranscribeModel) {
    this.#model = model;
  }

  static async load(path: string): Promise<EngineAlone> {
    return new EngineAlone(await TranscribeModel.load(path, { backend: 'cpu' }));
  }

  /** The text of a wav file, and how long reading and transcribing it took. */
  async run(wav: string, threads: number, language?: string): Promise<{ text: string; ms: number }> {
    const startedAt = performance.now();
    const bytes = readFileSync(wav).subarray(HEADER_BYTES);
    const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const session = this.#model.createSession({ nThreads: threads });
    const texts: string[] = [];
    for (let at = 0; at < samples.length; at += CHUNK_SAMPLES) {
      // Not every model knows when each word was said.
      const options = language === undefined ? { timestamps: 'word' as const } : { language };
      const { text } = await session.run(floats(samples.subarray(at, at + CHUNK_SAMPLES)), options);
      texts.push(text.trim());
    }
    session.dispose();
    return { text: texts.join(' '), ms: performance.now() - startedAt };
  }

  /** How many milliseconds of sound it takes until there is a word that it will not undo. */
  async firstWordMs(samples: Int16Array, pieceMs: number): Promise<number | undefined> {
    const session = this.#model.createSession({ nThreads: 1 });
    const stream = await session.stream({});
    try {
      const piece = (pieceMs / 1000) * RATE;
      for (let at = 0; at < samples.length; at += piece) {
        const part = samples.subarray(at, at + piece);
        await stream.feed(floats(part));
        if (stream.text.committed.trim() !== '') return ((at + part.length) / RATE) * 1000;
      }
      return undefined;
    } finally {
      stream.reset();
      session.dispose();
    }
  }

  dispose(): void {
    this.#model.dispose();
  }
}

function floats(samples: Int16Array): Float32Array {
  return new Float32Array(samples).map((sample) => sample / 32_768);
}
