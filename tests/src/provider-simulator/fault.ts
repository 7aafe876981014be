import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What can go wrong between a client and a vendor. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string }
  /** The request is read and never answered. */
  | { readonly kind: 'hang' }
  /** The right answer, once this has come. */
  | { readonly kind: 'late'; readonly until: Promise<void> }
  /** Half of an answer, then the connection is gone. */
  | { readonly kind: 'reset' }
  /** An answer of one byte every 20 ms. */
  | { readonly kind: 'drip' }
  /** JSON that breaks off, as if it were whole. */
  | { readonly kind: 'truncated' }
  /** Whole JSON of another shape. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'empty' }
  /** A page of a proxy or a login, with status 200. */
  | { readonly kind: 'html' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** JSON without an end. */
  | { readonly kind: 'huge' }
  /** An answer of the test's own, with status 200 where no other is given. */
  | { readonly kind: 'says'; readonly body: unknown; readonly status?: number };

/** What is answered by the fault itself; after one that is only late, the vendor answers. */
export type AnsweredFault = Exclude<Fault, { kind: 'late' }>;

const HALF = '{"text":"half of a sentence';

/** Answers as the fault has it. `errorBody` is what the vendor says to a status. */
export async function answerWith(
  fault: AnsweredFault,
  response: ServerResponse,
  errorBody: (status: number) => unknown,
): Promise<void> {
  const say = (body: string, status = 200, headers = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  switch (fault.kind) {
    case 'status': {
      const { status, retryAfter } = fault;
      return say(
        JSON.stringify(errorBody(status)),
        status,
        retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      );
    }
    case 'truncated':
      return say(HALF);
    case 'malformed':
      return say('[{"unexpected": ["shape"]}, 7]');
    case 'empty':
      return say('');
    case 'html':
      return say('<!doctype html><title>Sign in to the network</title>', 200, {
        'content-type': 'text/html',
      });
    case 'redirect':
      return say('', 307, { location: fault.to });
    case 'says':
      return say(JSON.stringify(fault.body), fault.status);
    case 'hang':
      return;
    case 'reset':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write(HALF, () => response.socket?.destroy());
      return;
    case 'drip':
      for (let sent = 0; !response.destroyed; sent++) {
        response.write(HALF[sent] ?? 'x');
        await sleep(20);
      }
      return;
    case 'huge': {
      const gone = once(response, 'close');
      response.write(HALF);
      while (!response.destroyed)
        if (!response.write('a'.repeat(1024 * 1024))) await Promise.race([once(response, 'drain'), gone]);
    }
  }
}
