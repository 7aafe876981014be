import {
  type AppError,
  asAppError,
  type OpenAiError,
  type OpenAiStreamEvent,
  type TranscribeStreamEvent,
  type Transcription,
} from '@quoth/contract';
import { envelopeText, errorBodyOf, jsonForReader, openAiErrorOf } from './errors.ts';

interface AnswerOptions {
  /** Milliseconds after which work sends its headers, and white space until the answer is there. */
  readonly afterMs: number;
  readonly everyMs?: number;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The answer to work that may take long. Clients give up on headers after some minutes (Node's fetch after 300 s), and
 * JSON may be preceded by white space: so slow work answers 200 early, and says in the envelope how it ended.
 */
export function answeredInTime(
  work: Promise<unknown>,
  { requestId, ...options }: AnswerOptions & { readonly requestId: string },
): Promise<Response> {
  const text = work.then((body) => jsonForReader(body));
  const lateText = text.catch((error: unknown) => envelopeText(asAppError(error), requestId));
  return slowAnswer(text, lateText, { ...options, contentType: JSON_TYPE });
}

/**
 * The answer to work that may take long, for clients that tell a failure by its status: they wait for it as long as
 * they can. Just before they would give up, headers go out (and white space, where the body is JSON); should the work
 * fail after that, the connection is cut, which every client takes for a failure.
 */
export function answerByPatience(
  work: Promise<string>,
  options: AnswerOptions & { readonly contentType: string },
): Promise<Response> {
  return slowAnswer(work, work, options);
}

/** The text with headers of its own, or after the given time what has become of it by then. */
async function slowAnswer(
  text: Promise<string>,
  lateText: Promise<string>,
  { contentType, afterMs, everyMs = 5_000 }: AnswerOptions & { readonly contentType: string },
): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), afterMs);
  });
  const first = await Promise.race([text, slow]).finally(() => clearTimeout(timer));
  const headers = { 'Content-Type': contentType };
  if (first !== undefined) return new Response(first, { headers });
  const filler = contentType.startsWith('application/json') ? ' ' : '';
  return new Response(bodyOf(lateText, filler, everyMs), { headers });
}

function bodyOf(work: Promise<string>, filler: string, everyMs: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  let isCallerGone = false;
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
            if (isCallerGone) return;
            controller.enqueue(encoder.encode(text));
            controller.close();
          },
          (error: unknown) => {
            if (!isCallerGone) controller.error(error);
          },
        )
        .finally(() => clearInterval(timer));
    },
    cancel() {
      isCallerGone = true;
      clearInterval(timer);
    },
  });
}

const HEARTBEAT_MS = 15_000;

type TextEvent = TranscribeStreamEvent | OpenAiStreamEvent | OpenAiError;

/** The events of a growing text in one dialect. */
interface StreamDialect<Result> {
  readonly delta: (delta: string) => TextEvent;
  readonly done: (result: Result) => TextEvent;
  readonly failed: (error: AppError, requestId: string) => TextEvent;
}

/** A transcription in our own dialect. */
export function transcriptStream(): TextStream<Transcription> {
  return new TextStream({
    delta: (delta) => ({ type: 'transcript-delta', delta }),
    done: (transcription) => ({ type: 'transcription-completed', transcription }),
    failed: (error, requestId) => ({ type: 'transcription-failed', error: errorBodyOf(error, requestId) }),
  });
}

/** A transcription in OpenAI's dialect. */
export function deltaStream(): TextStream<Pick<Transcription, 'text' | 'warning'>> {
  return new TextStream({
    delta: (delta) => ({ type: 'transcript.text.delta', delta }),
    done: ({ text, warning }) => ({ type: 'transcript.text.done', text, ...(warning && { warning }) }),
    failed: openAiErrorOf,
  });
}

/**
 * A transcription as server-sent events, for readers that cannot take a word back. What is stable goes out at once as
 * deltas; at the end the rest does, and then the result. Put together, the deltas are the whole text, unless an engine
 * changed what it had called stable: then the last event tells the truth.
 */
class TextStream<Result extends { readonly text: string }> {
  readonly #dialect: StreamDialect<Result>;
  readonly #first = Promise.withResolvers<void>();
  readonly #encoder = new TextEncoder();
  #given = '';
  /** Until the body is read, and from then on; once it is over, nothing more is written. */
  #waiting = '';
  #write = (text: string): void => {
    this.#waiting += text;
  };

  constructor(dialect: StreamDialect<Result>) {
    this.#dialect = dialect;
  }

  /** Settles with the first delta. */
  get first(): Promise<void> {
    return this.#first.promise;
  }

  send(event: TextEvent): void {
    const name = 'type' in event ? event.type : 'error';
    this.#write(`event: ${name}\ndata: ${jsonForReader(event)}\n\n`);
  }

  /** All text that does not change any more. What does not go on from what was given out is left out. */
  update(text: string): void {
    if (!text.startsWith(this.#given) || text.length === this.#given.length) return;
    this.send(this.#dialect.delta(text.slice(this.#given.length)));
    this.#given = text;
    this.#first.resolve();
  }

  /** The answer, until the work has ended. */
  answer(work: Promise<Result>, requestId: string): Response {
    const { done, failed } = this.#dialect;
    let heartbeat: NodeJS.Timeout | undefined;
    const end = () => {
      clearInterval(heartbeat);
      this.#write = () => undefined;
    };
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const waiting = this.#waiting;
        this.#write = (text) => controller.enqueue(this.#encoder.encode(text));
        if (waiting !== '') this.#write(waiting);
        heartbeat = setInterval(() => this.#write(': still in progress\n\n'), HEARTBEAT_MS).unref();
        void work
          .then(
            (result) => {
              this.update(result.text);
              this.send(done(result));
            },
            (error: unknown) => this.send(failed(asAppError(error), requestId)),
          )
          .finally(() => {
            end();
            if (!isCancelled) controller.close();
          });
      },
      cancel: () => {
        isCancelled = true;
        end();
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
  }
}
