import * as z from 'zod';
import { errorBody } from './error-envelope.ts';
import { transcription } from './transcribe.ts';

/** What POST /transcribe answers with `stream=true`, as server-sent events. All deltas concatenated are the text of the result, unless the engine took a word back. */
export const transcribeStreamEvent = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('transcription-started'),
      recording_id: z.uuid().optional().describe('Of the recording, if one is kept.'),
    }),
    z.object({
      type: z.literal('transcript-delta'),
      delta: z.string().describe('More of the text, after text rules; it will not be taken back.'),
    }),
    z.object({ type: z.literal('transcription-completed'), transcription }),
    z.object({ type: z.literal('transcription-failed'), error: errorBody }),
  ])
  .meta({ id: 'TranscribeStreamEvent' });
export type TranscribeStreamEvent = z.output<typeof transcribeStreamEvent>;
