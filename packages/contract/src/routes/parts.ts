import * as z from 'zod';

/** The parameter of routes about one thing. */
export const byId = z.object({ id: z.string() });

/** The errors of a transcription, besides those of every route. */
export const transcriptionErrors = [
  'INVALID_REQUEST',
  'MODE_NOT_FOUND',
  'MODEL_NOT_FOUND',
  'MODEL_NOT_INSTALLED',
  'ENGINE_UNAVAILABLE',
  'MISSING_API_KEY',
  'AUDIO_DECODE_FAILED',
  'PAYMENT_REQUIRED',
  'TRANSCRIPTION_FAILED',
  'NO_SPEECH',
  'CANCELLED',
  'RATE_LIMITED',
  'TIMEOUT',
] as const;
