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

/** Answers as the fault has it. `body` is what the vendor would have said. */
export async function answerWith(
  fault: AnsweredFault,
  response: ServerResponse,
  body: unknown,
): Promise<void> {
  const json = JSON.stringify(body ?? { text: 'half of a sentence that never ends' });
  const head = { 'content-type': 'application/json' };
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, {
        ...head,
        ...(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
      });
      response.end(json);
      return;
    case 'hang':
      return;
    case 'reset':
      response.writeHead(200, { ...head, 'content-length': json.length * 2 });
      response.write(json.slice(0, json.length / 2), () => response.socket?.destroy());
      return;
    case 'drip':
      response.writeHead(200, head);
      for (const byte of Buffer.from(json.repeat(50))) {
        if (response.destroyed) return;
        response.write(Buffer.of(byte));
        await sleep(20);
      }
      response.end();
      return;
    case 'truncated':
      response.writeHead(200, head).end(json.slice(0, -json.length / 2));
      return;
    case 'malformed':
      response.writeHead(200, head).end('[{"unexpected": ["shape"]}, 7]');
      return;
    case 'empty':
      response.writeHead(200, head).end();
      return;
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Sign in to the network</title>');
      return;
    case 'says':
      response.writeHead(fault.status ?? 200, head).end(JSON.stringify(fault.body));
      return;
    case 'redirect':
      response.writeHead(307, { location: fault.to }).end();
      return;
    case 'huge':
      response.writeHead(200, head);
      response.write('{"text": "');
      while (!response.destroyed) {
        if (!response.write('a'.repeat(1024 * 1024)))
          await Promise.race([
            new Promise((resolve) => response.once('drain', resolve)),
            new Promise((resolve) => response.once('close', resolve)),
          ]);
      }
  }
}
