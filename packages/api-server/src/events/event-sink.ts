import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** The destination of one reader's events. */
export interface EventSink {
  write(bytes: Uint8Array): void;
  /** Bytes written that the other side has not taken yet. */
  queuedBytes(): number;
  /** Ends the stream in order. */
  end(): void;
  /** Cuts it off, whatever waits. */
  drop(): void;
  /** Called once, when there is no reader left. */
  onGone(listener: () => void): void;
}

const EVENT_STREAM = { 'Content-Type': 'text/event-stream; charset=utf-8' } as const;

/** A sink and the response to return for it: straight to the socket where there is one, a stream in memory. */
export function openSink(outgoing: ServerResponse | undefined): { sink: EventSink; response: Response } {
  return outgoing ? socketSink(outgoing) : streamSink();
}

/** Past the adapter: what waits is counted where it waits, and a thousand readers cost one write each. */
function socketSink(outgoing: ServerResponse): { sink: EventSink; response: Response } {
  outgoing.writeHead(200, EVENT_STREAM);
  // One that is gone already is noticed by its close.
  outgoing.on('error', () => undefined);
  const sink: EventSink = {
    write: (bytes) => outgoing.write(bytes),
    queuedBytes: () => outgoing.writableLength,
    end: () => outgoing.end(),
    drop: () => outgoing.destroy(),
    onGone: (listener) => {
      if (outgoing.closed) listener();
      else outgoing.once('close', listener);
    },
  };
  return { sink, response: RESPONSE_ALREADY_SENT };
}

function streamSink(): { sink: EventSink; response: Response } {
  let gone = () => {};
  let open: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        open = controller;
      },
      cancel: () => gone(),
    },
    { highWaterMark: 0, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  const sink: EventSink = {
    write: (bytes) => open?.enqueue(bytes),
    queuedBytes: () => -(open?.desiredSize ?? 0),
    end: () => open?.close(),
    drop: () => open?.error(new Error('The reader did not keep up.')),
    onGone: (listener) => {
      gone = listener;
    },
  };
  return { sink, response: new Response(body, { headers: EVENT_STREAM }) };
}
