import type { OpenAiStreamEvent } from '@quoth/contract';
import { asAppError } from '@quoth/contract';
import { GrowingText } from '../http/growing-text.ts';
import { openAiErrorOf } from './openai-error.ts';

const HEARTBEAT_MS = 15_000;
const encoder = new TextEncoder();

/**
 * A transcription as server-sent events. What is stable goes out at once as deltas; at the end the rest does, and then the whole
 * text. Put together, the deltas are the whole text, unless an engine changed what it had called stable: then the last event
 * tells the truth.
 */
export class DeltaStream {
  readonly #first = Promise.withResolvers<void>();
  readonly #text = new GrowingText();
  #waiting: OpenAiStreamEvent[] = [];
  #open: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** Settles with the first delta. */
  get first(): Promise<void> {
    return this.#first.promise;
  }

  /** All text that does not change any more. */
  update(text: string): void {
    const delta = this.#text.grown(text);
    if (delta === undefined) return;
    this.#send({ type: 'transcript.text.delta', delta });
    this.#first.resolve();
  }

  /** The answer's body, until the work has ended. */
  body(work: Promise<{ readonly text: string }>, requestId: string): ReadableStream<Uint8Array> {
    let heartbeat: NodeJS.Timeout | undefined;
    return new ReadableStream({
      start: (controller) => {
        this.#open = controller;
        for (const event of this.#waiting) this.#send(event);
        heartbeat = setInterval(() => this.#write(': still at work\n\n'), HEARTBEAT_MS).unref();
        void work
          .then(
            ({ text }) => {
              this.update(text);
              this.#send({ type: 'transcript.text.done', text });
            },
            (error: unknown) =>
              this.#write(
                `event: error\ndata: ${JSON.stringify(openAiErrorOf(asAppError(error), requestId))}\n\n`,
              ),
          )
          .finally(() => {
            clearInterval(heartbeat);
            this.#open?.close();
          });
      },
      cancel: () => {
        clearInterval(heartbeat);
        this.#open = undefined;
      },
    });
  }

  #send(event: OpenAiStreamEvent): void {
    if (this.#open) this.#write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    else this.#waiting.push(event);
  }

  #write(text: string): void {
    this.#open?.enqueue(encoder.encode(text));
  }
}
