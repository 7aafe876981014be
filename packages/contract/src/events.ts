import * as z from 'zod';
import { apiServerState, notice } from './application.ts';
import { errorBody } from './errors.ts';
import { modelDownload } from './models.ts';
import { mode } from './modes.ts';
import { provider } from './providers.ts';
import { recordingStatuses } from './recordings.ts';

/** What the application tells its clients, by type: noun-verb. Ids are uuids; `progress` is 0 to 1. */
export const eventSchemas = {
  'recording-created': z.object({ recordingId: z.uuid() }),
  'recording-status-changed': z.object({ recordingId: z.uuid(), status: z.enum(recordingStatuses) }),
  'recording-deleted': z.object({ recordingId: z.uuid() }),
  'transcription-progressed': z.object({ recordingId: z.uuid(), progress: z.number() }),
  'transcript-partial': z.object({ recordingId: z.uuid(), text: z.string() }),
  'mode-created': z.object({ mode }),
  'mode-updated': z.object({ mode, before: mode }),
  'mode-deleted': z.object({ mode }),
  /** A few times a second at most, and at every change of its status. */
  'model-download-progressed': z.object({ download: modelDownload }),
  'model-download-failed': z.object({ id: z.string(), error: errorBody }),
  /** It was given up, and what was here of it deleted. */
  'model-download-cancelled': z.object({ id: z.string() }),
  'model-installed': z.object({ id: z.string() }),
  'model-removed': z.object({ id: z.string() }),
  /** Any move of a provider's health, and a key that came or went. */
  'provider-health-changed': z.object({ provider }),
  'provider-removed': z.object({ id: z.string() }),
  'settings-changed': z.object({ keys: z.array(z.string()) }),
  'api-server-changed': z.object({ apiServer: apiServerState }),
  'notice-raised': z.object({ notice }),
} as const;

export type EventType = keyof typeof eventSchemas;

/** One event, discriminated by `type`. */
export type QuothEvent = {
  [Type in EventType]: { readonly type: Type } & z.output<(typeof eventSchemas)[Type]>;
}[EventType];
