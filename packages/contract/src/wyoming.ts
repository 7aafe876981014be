import * as z from 'zod';
import { switchWyomingBody, wyomingState } from './application.ts';
import { given, language } from './fields.ts';
import { limits } from './limits.ts';
import { jsonBody, returnsOk, type WrittenRoute } from './route.ts';

/*
 * The Wyoming protocol as far as a speech-to-text server needs it: https://github.com/OHF-Voice/wyoming (README,
 * "Format", "Event Types" and "Event Flow").
 */

/** One event: a JSON header in a line, then JSON data and a payload of so many bytes. */
export const wyomingHeader = z.object({
  type: z.string().min(1).max(64),
  data: given(z.record(z.string(), z.unknown())),
  data_length: given(z.int().min(0)),
  payload_length: given(z.int().min(0)),
});

/**
 * Samples of `audio-start` and `audio-chunk`: integers of `width` bytes, little-endian, without sign if it is one byte.
 */
export const wyomingAudioFormat = z.object({
  rate: z.int().min(8_000).max(48_000),
  width: z.int().min(1).max(4),
  channels: z.int().min(1).max(8),
});
export type WyomingAudioFormat = z.output<typeof wyomingAudioFormat>;

const terms = given(z.array(z.string().max(limits.vocabularyTermCharacters)).max(limits.vocabularyTerms));

/** The data of `transcribe`. What else it may have (`context`, `vad_sensitivity`) changes nothing here. */
export const wyomingTranscribe = z.object({
  name: given(z.string().max(200)).describe("A model's name from `info`."),
  language: given(z.union([language, z.literal('').transform(() => undefined)])),
  transcript_names: terms.describe('Names to expect.'),
  transcript_terms: terms.describe('Words to expect.'),
});
export type WyomingTranscribe = z.output<typeof wyomingTranscribe>;

export const wyomingRoutes = {
  switchWyoming: {
    method: 'PUT',
    path: '/wyoming',
    audience: 'app',
    needsToken: true,
    tag: 'Wyoming',
    summary: 'Switch the Wyoming listener for Home Assistant on or off',
    description: 'If its port is taken, it stays off, and `notices` says so.',
    body: jsonBody(switchWyomingBody),
    returns: returnsOk({ wyoming: wyomingState }),
  },
} as const satisfies Record<string, WrittenRoute>;
