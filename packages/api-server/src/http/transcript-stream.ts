import type { TranscribeStreamEvent, Transcription } from '@quoth/contract';
import { asAppError } from '@quoth/contract';
import { errorBodyOf } from './envelope.ts';
import { GrowingText } from './growing-text.ts';

const HEARTBEAT_MS = 15_000;
const encoder = new TextEncoder();

/** A transcription as server-sent events: what is stable at once, the rest at the end. */
export class TranscriptStream {
  readonly #text = new GrowingText();
  readonly #waiting: TranscribeStreamEvent[] = [];
  #open: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** The recording is there, or will not be. */
  started(recordingId: string | undefined): void {
    this.#send({
      type: 'transcription-started',
      ...(recordingId !== undefined && { recording_id: recordingId }),
    });
  }

  /** All text that does not change any more. */
  update(text: string): void {
    const delta = this.#text.grown(text);
    if (delta !== undefined) this.#send({ type: 'transcript-delta', delta });
  }

  /** The answer, until the work has ended. */
  answer(work: Promise<Transcription>, requestId: string): Response {
    let heartbeat: NodeJS.Timeout | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#open = controller;
        for (const event of this.#waiting.splice(0)) this.#send(event);
        heartbeat = setInterval(() => this.#write(': still at work\n\n'), HEARTBEAT_MS).unref();
        void work
          .then(
            (transcription) => {
              this.update(transcription.text);
              this.#send({ type: 'transcription-completed', transcription });
            },
            (error: unknown) =>
              this.#send({ type: 'transcription-failed', error: errorBodyOf(asAppError(error), requestId) }),
          )
          .finally(() => {
            clearInterval(heartbeat);
            this.#open?.close();
            this.#open = undefined;
          });
      },
      cancel: () => {
        clearInterval(heartbeat);
        this.#open = undefined;
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
  }

  #send(event: TranscribeStreamEvent): void {
    if (this.#open) this.#write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    else this.#waiting.push(event);
  }

  #write(text: string): void {
    this.#open?.enqueue(encoder.encode(text));
  }
}
