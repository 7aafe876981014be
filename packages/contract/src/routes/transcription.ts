import * as z from 'zod';
import { type Route, returnsJson } from '../route.ts';
import {
  acceptedTranscription,
  transcribeBody,
  transcribeHeaders,
  transcribeTextOptions,
  transcription,
} from '../transcribe.ts';
import { transcribeStreamEvent } from '../transcribe-stream.ts';
import { transcriptionErrors } from './parts.ts';

/** The routes under "Transcription". */
export const transcriptionRoutes = {
  transcribe: {
    method: 'POST',
    path: '/transcribe',
    audience: 'api',
    needsToken: true,
    scopes: ['transcribe'],
    tag: 'Transcription',
    summary: 'Transcribe speech',
    description:
      'Send JSON with `file` or `audio_base64`, a multipart form with a `file` part, or the raw bytes with an audio content type and the options in the query. If the work takes longer than 10 s, the response starts early with white space before the JSON. With `Idempotency-Key` a request can be retried without repeating the work: the same recording is returned for 24 hours, even after a restart. With `stream` the response is server-sent events. Speech can be sent while it is spoken: 16-bit samples of one channel in a body that goes on, as `audio/pcm;rate=16000` (little-endian) or `audio/l16;rate=16000` (big-endian), at 8000 to 48000 samples per second; its text comes back while the body still arrives, and if the connection breaks, what came until then is kept as a recording and transcribed.',
    query: transcribeTextOptions,
    headers: transcribeHeaders,
    body: { kind: 'audio', json: transcribeBody, options: transcribeTextOptions },
    returns: {
      ...returnsJson(z.union([transcription, acceptedTranscription])),
      stream: transcribeStreamEvent,
    },
    errors: [
      ...transcriptionErrors,
      'FILE_NOT_FOUND',
      'FILE_ACCESS_DENIED',
      'FILE_NOT_ALLOWED',
      'RECORDING_NOT_FOUND',
    ],
  },
} as const satisfies Record<string, Route>;
