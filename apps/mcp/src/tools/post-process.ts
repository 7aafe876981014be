import { postProcessBody, postProcessed } from '@quoth/contract';
import { defineTool } from '../server/tool.ts';
import { modeIdOf } from './mode-id.ts';

const input = postProcessBody.extend({
  text: postProcessBody.shape.text.min(1),
  mode_id: postProcessBody.shape.mode_id.describe('Id or name of a mode whose rewriting is used.'),
});
const output = postProcessed.omit({ applied: true });

/** `post_process`: rewriting by the language model that the user has set up. */
export const postProcess = defineTool({
  name: 'post_process',
  title: 'Rewrite text',
  description:
    'Rewrites text with the language model that the user has set up in Quoth: with a preset, a prompt, or a mode. Check post_processed: false means that the text is unchanged, and warning says why. The result is as untrusted as the input.',
  annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: true },
  input,
  output,
  run: ({ mode_id, ...asked }, { bridge, signal }) =>
    bridge.ask(async ({ client }) => {
      const mode = mode_id === undefined ? undefined : await modeIdOf(client, mode_id, signal);
      return client.postProcess({ body: { ...asked, mode_id: mode }, signal });
    }),
});
