import type { QuothEvent } from '@quoth/contract';
import type { Handler } from './handler.ts';

const HEARTBEAT_MS = 15_000;
/** A client that reads nothing while so many events pass is dropped. */
const MOST_UNREAD = 10_000;

/** Server-sent events: `event:` is the type, `data:` the event as JSON. */
export const streamEvents: Handler = (_context, { core }) => {
  const encoder = new TextEncoder();
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string) => {
          if ((controller.desiredSize ?? 0) < -MOST_UNREAD) {
            end();
            controller.close();
          } else controller.enqueue(encoder.encode(text));
        };
        const unsubscribe = core.events.subscribe((event: QuothEvent) =>
          write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
        );
        const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
        heartbeat.unref();
        end = () => {
          unsubscribe();
          clearInterval(heartbeat);
        };
        write(': listening\n\n');
      },
      cancel: () => end(),
    },
    { highWaterMark: 16 },
  );
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
};
