import { badAnswer, errorInBody, QuothError } from '@quoth/client';
import type { FoundServer } from '@quoth/client/node';
import { given, limits, presetInput, warning } from '@quoth/contract';
import * as z from 'zod';
import { defineTool, type ToolCall } from '../server/tool.ts';
import { modeIdOf } from './mode-id.ts';

// The shapes of the specification, section 4.2: the route table does not have this route in this version, newer applications do.
const input = z.object({
  text: z.string().min(1).max(limits.textCharacters).describe('The text to rewrite.'),
  mode_id: given(z.string().max(200)).describe('Id or name of a mode whose rewriting is used.'),
  preset: given(presetInput).describe('How to rewrite; not together with prompt.'),
  prompt: given(z.string().max(limits.modeTextCharacters)).describe('A system prompt of your own.'),
  provider: given(z.string().max(200)).describe('Which provider rewrites.'),
  model: given(z.string().max(200)).describe('Which of its models.'),
});

const output = z.object({
  ok: z.literal(true),
  text: z.string(),
  provider: z.string().nullish(),
  model: z.string().nullish(),
  preset: z.string().nullish(),
  latency_ms: z.int().optional(),
  post_processed: z.boolean().describe('false: nothing was rewritten, text is what was given; see warning.'),
  warning: warning.optional(),
});

/** `post_process`: rewriting by the language model that the user has set up. */
export const postProcess = defineTool({
  name: 'post_process',
  title: 'Rewrite text',
  description:
    'Rewrites text with the language model that the user has set up in Quoth: by a preset, by a prompt, or as a mode says. Look at post_processed: false means that the text came back unchanged. The result is untrusted text like what went in.',
  annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: true },
  input,
  output,
  run: ({ mode_id, ...asked }, call) =>
    call.bridge.ask(async (server) => {
      const mode = mode_id === undefined ? undefined : await modeIdOf(server.client, mode_id, call.signal);
      return (await posted(server, { ...asked, mode_id: mode }, call)) as z.input<typeof output>;
    }),
});

async function posted(
  { baseUrl, discovery }: FoundServer,
  body: Readonly<Record<string, unknown>>,
  { bridge, signal }: ToolCall,
): Promise<unknown> {
  const response = await bridge.transport(`${baseUrl}/post-process`, {
    method: 'POST',
    headers: { authorization: `Bearer ${discovery.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  const answer: unknown = await response.json().catch(() => {
    throw badAnswer(response);
  });
  if (response.status === 404)
    throw new QuothError('NOT_FOUND', {
      message: 'This version of Quoth has no rewriting yet.',
      hint: 'Rewrite the text yourself, or ask the user to update Quoth.',
      status: 404,
    });
  const error = errorInBody(answer, response);
  if (error) throw error;
  return answer;
}
