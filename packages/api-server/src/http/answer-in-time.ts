import { asAppError } from '@quoth/contract';
import { envelopeText } from './envelope.ts';

export interface AnswerInTimeOptions {
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
  if (first !== 'slow') return new Response(JSON.stringify(first), { headers });
  return new Response(whiteSpaceUntil(textOf(work, requestId), everyMs), { headers });
}

function textOf(work: Promise<unknown>, requestId: string): Promise<string> {
  return work.then(
    (body) => JSON.stringify(body),
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
