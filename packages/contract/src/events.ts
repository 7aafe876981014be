import * as z from 'zod';
import { actionRunStates } from './actions.ts';
import { apiCall } from './api-server.ts';
import { apiServerState, notice, wyomingState } from './application.ts';
import { change } from './changes.ts';
import { dictation, microphone } from './dictation.ts';
import { errorBody, reasonFields } from './error-envelope.ts';
import { given } from './fields.ts';
import { modelDownload } from './models.ts';
import { mode } from './modes.ts';
import { provider, providerAccount } from './providers.ts';
import { recordingSources, recordingStatuses } from './recordings.ts';
import type { WrittenRoute } from './route.ts';
import type { Scope } from './scopes.ts';
import { shortcutActions, shortcuts } from './shortcuts.ts';

/** Events that the application sends its clients, by type: noun-verb. Ids are uuids; `progress` is 0 to 1. */
export const eventSchemas = {
  /** `requestId` is the X-Request-Id of the request that made it. */
  'recording-created': z.object({ recordingId: z.uuid(), requestId: z.string().optional() }),
  'recording-status-changed': z.object({ recordingId: z.uuid(), status: z.enum(recordingStatuses) }),
  'recording-deleted': z.object({ recordingId: z.uuid() }),
  /** At most four per second, and always a final one of 1 once there is a text. */
  'transcription-progressed': z.object({ recordingId: z.uuid(), progress: z.number() }),
  /**
   * The same of a request whose recording is not kept, by its X-Request-Id. For the application's own window and
   * command line only.
   */
  'request-progressed': z.object({ requestId: z.string(), progress: z.number() }),
  /**
   * The engine's own text so far, before text rules; a later one may change any part of it except its first
   * `stableCharacters` characters, if that is given. Programs receive it for dictations only if the user allows it.
   */
  'transcript-partial': z.object({
    recordingId: z.uuid(),
    text: z.string(),
    stableCharacters: z.int().optional(),
    source: z.enum(recordingSources).optional(),
    /** Belongs to a dictation that is not kept: never sent to programs. */
    private: z.literal(true).optional(),
  }),
  /** Programs receive what concerns them alone: see GET /dictation. */
  'dictation-changed': z.object({ dictation }),
  /**
   * At most twenty per second while recording: the loudest sample since the last event, 0 to 1. A program receives it
   * for its own recording.
   */
  'dictation-level': z.object({ level: z.number(), elapsedMs: z.int(), recordingId: z.uuid() }),
  /**
   * A microphone was connected or disconnected, or the system default changed. For the application's own window and
   * command line only, while a window is open.
   */
  'microphones-changed': z.object({ microphones: z.array(microphone) }),
  /** A shortcut was registered, lost or set. For the same readers, as are the next two. */
  'shortcuts-changed': z.object({ shortcuts }),
  /** The user is trying the shortcuts and pressed this one, or let it go. */
  'shortcut-tried': z.object({ action: z.enum(shortcutActions), isDown: z.boolean() }),
  /** A long recording is discarded only if this shortcut is pressed again within this many seconds. */
  'cancel-asked': z.object({ seconds: z.int(), shortcut: z.string() }),
  /**
   * What a key press came to where no recording shows it: a `problem`, or what was `done`. The indicator shows it for a
   * moment. For the application's own window and command line only.
   */
  'remark-made': z.object({
    kind: z.enum(['done', 'problem']),
    message: z.string(),
    hint: z.string().optional(),
    ...reasonFields,
  }),
  /**
   * The user asked for a window, and one is open: it came to the front and turns to this page. For the same readers.
   */
  'window-wanted': z.object({ page: z.string() }),
  'mode-created': z.object({ mode }),
  'mode-updated': z.object({ mode, before: mode }),
  'mode-deleted': z.object({ mode }),
  /** At most a few times per second, and at every change of its status. */
  'model-download-progressed': z.object({ download: modelDownload }),
  'model-download-failed': z.object({ id: z.string(), error: errorBody }),
  /** It was cancelled, and its partial file deleted. */
  'model-download-cancelled': z.object({ id: z.string() }),
  'model-installed': z.object({ id: z.string() }),
  'model-removed': z.object({ id: z.string() }),
  /** A provider's health changed, or a key was added or removed. */
  'provider-health-changed': z.object({ provider }),
  'provider-removed': z.object({ id: z.string() }),
  /** The balance with a gateway was read again. For the application's own window and command line only. */
  'provider-account-changed': z.object({ id: z.string(), account: providerAccount }),
  /** For the application's own window and command line only. */
  'vocabulary-changed': z.object({ entries: z.int() }),
  /** A program changed something, or the user undid such a change. For the same readers. */
  'change-recorded': z.object({ change }),
  /** The text of a recording was edited. */
  'recording-edited': z.object({ recordingId: z.uuid() }),
  /** A token for a program was made or revoked. For the application's own window and command line only. */
  'named-tokens-changed': z.object({ namedTokens: z.int() }),
  /** An action was made, changed, paused or deleted. For the same readers, as is the next one. */
  'actions-changed': z.object({ actions: z.int() }),
  'action-run-changed': z.object({
    runId: z.uuid(),
    actionId: z.uuid(),
    recordingId: z.uuid(),
    state: z.enum(actionRunStates),
  }),
  'settings-changed': z.object({ keys: z.array(z.string()) }),
  'api-server-changed': z.object({ apiServer: apiServerState }),
  /**
   * The Wyoming listener was switched on or off, or could not be. For the application's own window and command line
   * only.
   */
  'wyoming-changed': z.object({ wyoming: wyomingState }),
  /** The latest call of the local API; sent at most once per second, and only to the window. */
  'api-called': z.object({ call: apiCall }),
  'notice-raised': z.object({ notice }),
  /**
   * Sent to one reader, past any filter: the events since its last one are no longer available, so it has to read its
   * state again. `too-old`: the buffer no longer reaches back. `other-run`: the id is not of this run of the
   * application.
   */
  'events-missed': z.object({ reason: z.enum(['too-old', 'other-run']) }),
} as const;

export type EventType = keyof typeof eventSchemas;

/** Types as a list, in the table's order. */
export const eventTypes = Object.keys(eventSchemas) as EventType[];

/** Events that are never sent to the public port. */
export const appEventTypes: readonly EventType[] = [
  'request-progressed',
  'provider-account-changed',
  'microphones-changed',
  'vocabulary-changed',
  'change-recorded',
  'api-called',
  'named-tokens-changed',
  'wyoming-changed',
  'remark-made',
  'actions-changed',
  'action-run-changed',
];

/**
 * Which events a named token with the scope `events` receives: with a further scope, `any`, `recording` (about those
 * that it may see), `dictation` (with the scope `record` and the user's permission, about its own), or `none`: what
 * tells of the user's keys, settings and desktop is no program's concern.
 */
export const eventAudiences: Readonly<Record<EventType, Scope | 'any' | 'recording' | 'dictation' | 'none'>> =
  {
    'recording-created': 'recording',
    'recording-status-changed': 'recording',
    'recording-deleted': 'recording',
    'recording-edited': 'recording',
    'transcription-progressed': 'recording',
    'request-progressed': 'none',
    'transcript-partial': 'recording',
    'mode-created': 'modes.read',
    'mode-updated': 'modes.read',
    'mode-deleted': 'modes.read',
    'model-download-progressed': 'any',
    'model-download-failed': 'any',
    'model-download-cancelled': 'any',
    'model-installed': 'any',
    'model-removed': 'any',
    'events-missed': 'any',
    'dictation-changed': 'dictation',
    'dictation-level': 'dictation',
    'microphones-changed': 'none',
    'shortcuts-changed': 'none',
    'shortcut-tried': 'none',
    'cancel-asked': 'none',
    'remark-made': 'none',
    'window-wanted': 'none',
    'provider-health-changed': 'none',
    'provider-removed': 'none',
    'provider-account-changed': 'none',
    'vocabulary-changed': 'none',
    'change-recorded': 'none',
    'settings-changed': 'none',
    'api-server-changed': 'none',
    'wyoming-changed': 'none',
    'api-called': 'none',
    'named-tokens-changed': 'none',
    'actions-changed': 'none',
    'action-run-changed': 'none',
    'notice-raised': 'none',
  };

/** One event, discriminated by `type`. */
export type QuothEvent = {
  [Type in EventType]: { readonly type: Type } & z.output<(typeof eventSchemas)[Type]>;
}[EventType];

/** Every event as sent, including `type`. */
export const quothEvent = z
  .union(eventTypes.map((type) => z.object({ type: z.literal(type), ...eventSchemas[type].shape })))
  .meta({ id: 'Event' });

const eventType = z.enum(eventTypes as [EventType, ...EventType[]]);

/** Query of GET /events. Without a filter, every event is sent. */
export const eventsQuery = z.object({
  types: given(
    z
      .union([z.string(), z.array(z.string())])
      .transform((value) =>
        [value]
          .flat()
          .join(',')
          .split(',')
          .map((type) => type.trim())
          .filter((type) => type !== ''),
      )
      .pipe(z.array(eventType)),
  ).describe('One or more types, separated by commas; default: all.'),
  recording_id: given(z.uuid().transform((id) => id.toLowerCase())).describe(
    'Only events about this recording.',
  ),
});

/** Header of GET /events: the `id` of the last event that a reader received. */
const eventsHeaders = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .describe('The `id` of the last event received: the stream resumes after it.'),
});

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
    returns: { kind: 'events' },
    errors: ['RATE_LIMITED'],
  },
} as const satisfies Record<string, WrittenRoute>;
