import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AudioDecoder, SAMPLE_RATE, sniffFormat } from '@quoth/audio';
import { TranscribeModel } from 'transcribe-cpp';
import { Refusal } from './refusal.ts';

const modelPath = join(import.meta.dirname, '../../../packages/core/src/models/fixtures/quoth-test-en.gguf');
/** In one run the memory grows with the square of the length. */
const CHUNK_SAMPLES = 28 * SAMPLE_RATE;
/** So many texts are kept; a run of chaos sends thousands. */
const MAX_HEARD = 200;

/** What was result. Times are seconds. */
export interface RecognizedAudio {
  readonly text: string;
  readonly words: readonly { readonly word: string; readonly start: number; readonly end: number }[];
  readonly seconds: number;
  /** Told by the first bytes. */
  readonly format: string;
}

/** Who listens to what a vendor is sent. */
export interface Recognizer {
  /** Throws Refusal 400 for what is no audio. */
  transcribe(bytes: Uint8Array): Promise<RecognizedAudio>;
  close(): Promise<void>;
}

/** A real local engine, so that what comes back proves which audio arrived. */
export class EngineRecognizer implements Recognizer {
  readonly #folder: string;
  readonly #model: TranscribeModel;
  readonly #decoder: AudioDecoder;
  readonly #heard = new Map<string, RecognizedAudio>();
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(folder: string, model: TranscribeModel, path: string | undefined) {
    this.#folder = folder;
    this.#model = model;
    this.#decoder = new AudioDecoder({
      env: { PATH: path },
      platform: process.platform,
      logger: { debug() {} },
    });
  }

  /** `path`: where programs are looked for, FFmpeg among them. */
  static async open(path = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'): Promise<EngineRecognizer> {
    const folder = await mkdtemp(join(tmpdir(), 'quoth-simulator-'));
    return new EngineRecognizer(folder, await TranscribeModel.load(modelPath, { backend: 'cpu' }), path);
  }

  /**
   * One file at a time: the model computes one thing at a time. What was heard of the same bytes before is said again:
   * vendors by the dozen are sent the same sentence.
   */
  async transcribe(bytes: Uint8Array): Promise<RecognizedAudio> {
    const key = createHash('sha256').update(bytes).digest('base64');
    const heard = this.#heard.get(key);
    if (heard) return heard;
    const work = this.#turn.then(() => this.#transcribe(bytes));
    this.#turn = work.catch(() => undefined);
    const result = await work;
    if (this.#heard.size < MAX_HEARD) this.#heard.set(key, result);
    return result;
  }

  async #transcribe(bytes: Uint8Array): Promise<RecognizedAudio> {
    const signal = new AbortController().signal;
    const spoolPath = join(this.#folder, `${randomUUID()}.pcm`);
    const format = await sniffFormat(async (position, length) => bytes.subarray(position, position + length));
    if (format === undefined) throw new Refusal(400, 'The file is no audio.');
    const path = join(this.#folder, `${randomUUID()}.${format}`);
    try {
      await writeFile(path, bytes, { mode: 0o600 });
      await this.#decoder.decode({ path, format, spoolPath, signal, maxSeconds: 21_600 }).catch(() => {
        throw new Refusal(400, 'The audio could not be decoded.');
      });
      const raw = await readFile(spoolPath);
      const samples = new Int16Array(raw.buffer, raw.byteOffset, raw.byteLength / 2);
      return { ...(await this.#words(samples)), seconds: samples.length / SAMPLE_RATE, format };
    } finally {
      await rm(path, { force: true });
      await rm(spoolPath, { force: true });
    }
  }

  async #words(samples: Int16Array): Promise<Pick<RecognizedAudio, 'text' | 'words'>> {
    const session = this.#model.createSession({ nThreads: 1 });
    try {
      const words: { word: string; start: number; end: number }[] = [];
      for (let at = 0; at < samples.length; at += CHUNK_SAMPLES) {
        const chunk = Float32Array.from(
          samples.subarray(at, at + CHUNK_SAMPLES),
          (sample) => sample / 32_768,
        );
        // The engine takes nothing shorter than 10 ms.
        if (chunk.length < SAMPLE_RATE / 100) continue;
        const result = await session.run(chunk, { timestamps: 'word' });
        const begin = at / SAMPLE_RATE;
        for (const { text, t0Ms, t1Ms } of result.words)
          words.push({ word: text.trim(), start: begin + t0Ms / 1_000, end: begin + t1Ms / 1_000 });
      }
      return { text: words.map(({ word }) => word).join(' '), words };
    } finally {
      session.dispose();
    }
  }

  async close(): Promise<void> {
    await this.#turn;
    this.#model.dispose();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
