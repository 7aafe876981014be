import { eventsQuery } from '@quoth/contract';
import { eventsForProgram } from '../events/event-for-program.ts';
import { openSink } from '../events/event-sink.ts';
import { validated } from '../input/validate.ts';
import type { Handler } from './handler.ts';

/** Server-sent events: `id:`, `event:` is the type, `data:` the event as JSON. */
export const streamEvents: Handler = (
  { query, headers, isHead, outgoing, program },
  { events, core, application },
) => {
  const { types, recording_id: recordingId } = validated(eventsQuery, query, 'text');
  events.check();
  if (isHead) return new Response(null, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
  const lastEventId = headers.get('last-event-id')?.trim() || undefined;
  const { sink, response } = openSink(outgoing);
  // Only our own window and command line reach a listener that has the application's controls.
  const isPublic = application === undefined;
  const settings = () => core.settings.get();
  const view = isPublic ? eventsForProgram({ program, core, settings }) : undefined;
  events.add({ sink, types, recordingId, lastEventId, view });
  return response;
};
