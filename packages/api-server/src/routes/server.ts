import { createHmac } from 'node:crypto';
import { eventsQuery, healthQuery, openApiDocument, proofText } from '@quoth/contract';
import { eventsForProgram, openSink } from '../events.ts';
import { type Handler, json, jsonText } from '../handler.ts';
import { validated } from '../http/body.ts';
import { healthAnswer, healthOf } from '../kept-answers.ts';

/** From memory only; with a challenge, the answer proves that this server knows its token. */
export const getHealth: Handler = ({ query }, { core, identity }) => {
  const { challenge } = validated(healthQuery, query, 'text');
  if (challenge === undefined) return jsonText(healthAnswer({ core, identity }).text);
  const { port, startedAt, token } = identity();
  const proof = createHmac('sha256', token).update(proofText(challenge, port)).digest('base64url');
  return json({ ...healthOf(core, port, startedAt), proof });
};

export const getOpenApi: Handler = (_context, { identity }) => {
  const { port } = identity();
  if (printed?.port !== port) {
    printed = { port, text: Buffer.from(JSON.stringify(openApiDocument(`http://127.0.0.1:${port}`))) };
  }
  return jsonText(printed.text);
};

/** Printing takes 100 ms, and what is printed changes with the port alone. */
let printed: { readonly port: number; readonly text: Buffer<ArrayBuffer> } | undefined;

/** Server-sent events: `id:`, `event:` is the type, `data:` the event as JSON. */
export const streamEvents: Handler = (
  { query, headers, isHead, outgoing, caller },
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
  const view = isPublic ? eventsForProgram({ caller, core, settings }) : undefined;
  events.add({ sink, types, recordingId, lastEventId, view });
  return response;
};
