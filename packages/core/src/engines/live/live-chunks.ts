import type { SampleRange } from '@quoth/audio';

/** A chunk of a recording in progress: its start is known, its end only later. */
export interface LiveChunk {
  readonly start: number;
  /** Settles when its end is known. */
  readonly ended: Promise<number>;
}

interface OpenChunk extends LiveChunk {
  readonly end: (at: number) => void;
}

/** The chunks of one recording, from who cuts it to who recognises it. */
export class LiveChunks {
  readonly #chunks: OpenChunk[] = [];
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor() {
    this.#begin(0);
  }

  /** The chunk that is being spoken ends here, and the next one begins. */
  cut(at: number): void {
    if (this.#isOver) return;
    this.#chunks.at(-1)?.end(at);
    this.#begin(at);
  }

  /** The recording has ended, at this sample. */
  end(at: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#chunks.at(-1)?.end(at);
    this.#wake();
  }

  /** Each chunk as soon as it begins. For one reader. */
  async *begun(): AsyncGenerator<LiveChunk, void, void> {
    for (let next = 0; ; next++) {
      while (next >= this.#chunks.length) {
        if (this.#isOver) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      const chunk = this.#chunks[next];
      if (chunk) yield chunk;
    }
  }

  /** Each chunk when it is whole. For one reader. */
  async *whole(): AsyncGenerator<SampleRange, void, void> {
    for await (const { start, ended } of this.begun()) yield { start, end: await ended };
  }

  #begin(start: number): void {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#chunks.push({ start, ended: promise, end: resolve });
    this.#wake();
  }
}
