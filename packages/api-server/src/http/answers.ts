import {
  asAppError,
  type OpenAiStreamEvent,
  type TranscribeStreamEvent,
  type Transcription,
} from '@quoth/contract';
import { envelopeText, errorBodyOf, jsonForReader, openAiErrorOf } from './errors.ts';

interface AnswerInTimeOptions {
  /** Milliseconds after which work sends its headers, and white space until the answer is there. */
  readonly afterMs: number;
  readonly requestId: string;
  readonly everyMs?: number;
}

/**
 * The answer to work that may take long. Clients give up on headers after some minutes (Node's fetch after 300 s), and JSON may
 * be preceded by white space: so slow work answers 200 early, and says in the envelope how it ended.
 */
export async function answeredInTime(
  work: Promise<unknown>,
  options: AnswerInTimeOptions,
): Promise<Response> {
  const { afterMs, requestId, everyMs = 5_000 } = options;
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<'slow'>((resolve) => {
    timer = setTimeout(() => resolve('slow'), afterMs);
  });
  const first = await Promise.race([work, slow]).finally(() => clearTimeout(timer));
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  if (first !== 'slow') return new Response(jsonForReader(first), { headers });
  return new Response(whiteSpaceUntil(textOf(work, requestId), everyMs), { headers });
}

function textOf(work: Promise<unknown>, requestId: string): Promise<string> {
  return work.then(
    (body) => jsonForReader(body),
    (error: unknown) => envelopeText(asAppError(error), requestId),
  );
}

function whiteSpaceUntil(text: Promise<string>, everyMs: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  let hungUp = false;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(' '));
      timer = setInterval(() => controller.enqueue(encoder.encode(' ')), everyMs);
      void text.then((written) => {
        clearInterval(timer);
        if (hungUp) return;
        controller.enqueue(encoder.encode(written));
        controller.close();
      });
    },
    cancel() {
      hungUp = true;
      clearInterval(timer);
    },
  });
}

interface PatienceOptions {
  readonly contentType: string;
  /** Work that takes longer sends its headers now. */
  readonly afterMs: number;
  readonly everyMs?: number;
}

/**
 * The answer to work that may take long, for clients that tell a failure by its status: they wait for it as long as they can.
 * Just before they would give up, headers go out (and white space, where the body is JSON); should the work fail after that,
 * the connection is cut, which every client takes for a failure.
 */
export async function answerByPatience(
  work: Promise<string>,
  { contentType, afterMs, everyMs = 5_000 }: PatienceOptions,
): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), afterMs);
  });
  const first = await Promise.race([work, slow]).finally(() => clearTimeout(timer));
  const headers = { 'Content-Type': contentType };
  if (first !== undefined) return new Response(first, { headers });
  const filler = contentType.startsWith('application/json') ? ' ' : '';
  return new Response(bodyOf(work, filler, everyMs), { headers });
}

function bodyOf(work: Promise<string>, filler: string, everyMs: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  let hungUp = false;
  return new ReadableStream({
    start(controller) {
      const fill = () => {
        if (filler !== '') controller.enqueue(encoder.encode(filler));
      };
      fill();
      timer = setInterval(fill, everyMs);
      work
        .then(
          (text) => {
            if (hungUp) return;
            controller.enqueue(encoder.encode(text));
            controller.close();
          },
          (error: unknown) => {
            if (!hungUp) controller.error(error);
          },
        )
        .finally(() => clearInterval(timer));
    },
    cancel() {
      hungUp = true;
      clearInterval(timer);
    },
  });
}

/** A text for readers that cannot take a word back: what has been given out stays its beginning. */
class GrowingText {
  #given = '';

  /** What to give out of this text; undefined where there is nothing more, and where it does not go on from what was given. */
  grown(text: string): string | undefined {
    if (!text.startsWith(this.#given) || text.length === this.#given.length) return undefined;
    const delta = text.slice(this.#given.length);
    this.#given = text;
    return delta;
  }
}

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
        heartbeat = setInterval(() => this.#write(': still in progress\n\n'), HEARTBEAT_MS).unref();
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
    if (this.#open) this.#write(`event: ${event.type}\ndata: ${jsonForReader(event)}\n\n`);
    else this.#waiting.push(event);
  }

  #write(text: string): void {
    this.#open?.enqueue(encoder.encode(text));
  }
}

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
        heartbeat = setInterval(() => this.#write(': still in progress\n\n'), HEARTBEAT_MS).unref();
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
