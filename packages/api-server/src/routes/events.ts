import { eventsQuery, type QuothEvent } from '@quoth/contract';
import { openSink } from '../events/event-sink.ts';
import { isForProgram } from '../events/is-for-program.ts';
import { validated } from '../input/validate.ts';
import type { Handler } from './handler.ts';

/** Server-sent events: `id:`, `event:` is the type, `data:` the event as JSON. */
export const streamEvents: Handler = ({ query, headers, isHead, outgoing, program }, { events, core }) => {
  const { types, recording_id: recordingId } = validated(eventsQuery, query, 'text');
  events.check();
  if (isHead) return new Response(null, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
  const lastEventId = headers.get('last-event-id')?.trim() || undefined;
  const { sink, response } = openSink(outgoing);
  const allows = program && ((event: QuothEvent) => isForProgram(event, program, core.recordings));
  events.add({ sink, types, recordingId, lastEventId, allows });
  return response;
};
