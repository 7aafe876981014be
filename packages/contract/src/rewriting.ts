import * as z from 'zod';
import { failing } from './checks.ts';
import { given } from './fields.ts';
import { limits } from './limits.ts';
import { presetInput, presets } from './modes.ts';
import { jsonBody, returnsJson, type WrittenRoute } from './route.ts';
import { warning } from './transcription.ts';

/**
 * Body of POST /post-process (specification, section 4.2). Only `text` is required; `preset` and `prompt` are mutually
 * exclusive.
 */
export const postProcessBody = z
  .object({
    text: z
      .string()
      .max(limits.textCharacters, failing('textAtMost', { count: limits.textCharacters }))
      .describe('The text to rewrite.'),
    mode_id: given(z.string().max(200)).describe('A saved mode; explicit fields override its own.'),
    mode: given(z.string().max(200)).describe('The same, by its id or its name.'),
    preset: given(presetInput).describe('How to rewrite; not together with prompt.'),
    prompt: given(z.string().max(limits.modeTextCharacters)).describe(
      'A system prompt of your own; the preset is then custom.',
    ),
    provider: given(z.string().max(200)).describe('Which provider rewrites: an id of GET /health.'),
    model: given(z.string().max(500)).describe('Which of its models.'),
  })
  .meta({ id: 'PostProcess' });
export type PostProcessBody = Omit<z.output<typeof postProcessBody>, 'mode'>;

/**
 * Success of POST /post-process, even if nothing could be rewritten: then `text` is the input, byte for byte, and
 * `warning` says why.
 */
export const postProcessed = z
  .object({
    ok: z.literal(true),
    text: z.string(),
    /** `none` if no provider is configured. */
    provider: z.string(),
    /** `none` if no model was called. */
    model: z.string(),
    preset: z.enum(presets),
    latency_ms: z.int(),
    /** True only if a language model wrote the text. */
    post_processed: z.boolean(),
    /** A duplicate, for clients that read it. */
    applied: z.boolean(),
    warning: warning.optional(),
  })
  .meta({ id: 'PostProcessed' });
export type PostProcessed = z.output<typeof postProcessed>;

export const rewritingRoutes = {
  postProcess: {
    method: 'POST',
    path: '/post-process',
    audience: 'api',
    needsToken: true,
    scopes: ['rewrite'],
    tag: 'Rewriting',
    summary: 'Rewrite a text with a language model',
    description:
      'Uses a preset, your own prompt, or a mode. A provider failure of any kind, including a missing key, still counts as a success: `post_processed` is false, `text` is the input byte for byte, and `warning` says why. The text is never treated as a message to the model: presets clean it up and do not answer it.',
    body: jsonBody(postProcessBody),
    returns: returnsJson(postProcessed),
    errors: ['MODE_NOT_FOUND', 'CANCELLED'],
  },
} as const satisfies Record<string, WrittenRoute>;
