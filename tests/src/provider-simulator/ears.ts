import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AudioDecoder, AudioIntake, silentLogger } from '@quoth/core';
import { TranscribeModel } from 'transcribe-cpp';
import { Refusal } from './simulated-route.ts';

const modelPath = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'packages',
  'core',
  'src',
  'models',
  'fixtures',
  'quoth-test-en.gguf',
);
const RATE = 16_000;
/** In one run the memory grows with the square of the length. */
const PIECE_SAMPLES = 28 * RATE;

/** What was heard. Times are seconds. */
export interface Heard {
  readonly text: string;
  readonly words: readonly { readonly word: string; readonly start: number; readonly end: number }[];
  readonly seconds: number;
  /** Told by the first bytes. */
  readonly format: string;
}

/** Who listens to what a vendor is sent. */
export interface Ears {
  /** Throws Refusal 400 for what is no audio. */
  hear(bytes: Uint8Array): Promise<Heard>;
  close(): Promise<void>;
}

/** A real local engine, so that what comes back proves which audio arrived. */
export class EngineEars implements Ears {
  readonly #folder: string;
  readonly #model: TranscribeModel;
  readonly #intake: AudioIntake;
  readonly #decoder: AudioDecoder;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(folder: string, model: TranscribeModel, path: string | undefined) {
    this.#folder = folder;
    this.#model = model;
    this.#intake = new AudioIntake({ incoming: folder });
    this.#decoder = new AudioDecoder({
      env: { PATH: path },
      platform: process.platform,
      logger: silentLogger,
    });
  }

  /** `path`: where programs are looked for, FFmpeg among them. */
  static async open(path = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'): Promise<EngineEars> {
    const folder = await mkdtemp(join(tmpdir(), 'quoth-simulator-'));
    return new EngineEars(folder, await TranscribeModel.load(modelPath, { backend: 'cpu' }), path);
  }

  /** One file at a time: the model computes one thing at a time. */
  async hear(bytes: Uint8Array): Promise<Heard> {
    const hearing = this.#turn.then(() => this.#hear(bytes));
    this.#turn = hearing.catch(() => undefined);
    return hearing;
  }

  async #hear(bytes: Uint8Array): Promise<Heard> {
    const signal = new AbortController().signal;
    const spoolPath = join(this.#folder, `${randomUUID()}.pcm`);
    const audio = await this.#intake.fromBytes(bytes, signal).catch(() => {
      throw new Refusal(400, 'The file is no audio.');
    });
    try {
      const { format } = audio;
      await this.#decoder
        .decode({ path: audio.path, format, spoolPath, signal, maxSeconds: 21_600 })
        .catch(() => {
          throw new Refusal(400, 'The audio could not be decoded.');
        });
      const raw = await readFile(spoolPath);
      const samples = new Int16Array(raw.buffer, raw.byteOffset, raw.byteLength / 2);
      return { ...(await this.#words(samples)), seconds: samples.length / RATE, format };
    } finally {
      await audio.discard();
      await rm(spoolPath, { force: true });
    }
  }

  async #words(samples: Int16Array): Promise<Pick<Heard, 'text' | 'words'>> {
    const session = this.#model.createSession({ nThreads: 1 });
    try {
      const words: { word: string; start: number; end: number }[] = [];
      for (let at = 0; at < samples.length; at += PIECE_SAMPLES) {
        const piece = Float32Array.from(
          samples.subarray(at, at + PIECE_SAMPLES),
          (sample) => sample / 32_768,
        );
        // The engine takes nothing shorter than 10 ms.
        if (piece.length < RATE / 100) continue;
        const heard = await session.run(piece, { timestamps: 'word' });
        const begin = at / RATE;
        for (const { text, t0Ms, t1Ms } of heard.words)
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
