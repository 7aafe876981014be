import { eventsHeaders, eventsQuery } from '../events.ts';
import { noBody, type Route } from '../route.ts';

/** The routes under "Events". */
export const eventsRoutes = {
  streamEvents: {
    method: 'GET',
    path: '/events',
    audience: 'api',
    needsToken: true,
    scopes: ['events'],
    tag: 'Events',
    summary: 'Events as they happen (server-sent events)',
    description:
      'Each block has `id`, `event` (the type) and `data` (JSON with the same `type`). Send the last `id` as `Last-Event-ID` to resume from there; if that is no longer possible, `events-missed` comes first: reload your state. A comment is sent every 15 s as a heartbeat. A reader that does not keep up is disconnected, as are all readers when the token is regenerated or the API is switched off.',
    query: eventsQuery,
    headers: eventsHeaders,
    body: noBody,
    returns: { kind: 'events' },
    errors: ['INVALID_REQUEST', 'RATE_LIMITED'],
  },
} as const satisfies Record<string, Route>;
