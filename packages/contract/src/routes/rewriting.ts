import { postProcessBody, postProcessed } from '../post-process.ts';
import { jsonBody, type Route, returnsJson } from '../route.ts';

/** The routes under "Rewriting". */
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
    errors: ['INVALID_REQUEST', 'MODE_NOT_FOUND', 'CANCELLED'],
  },
} as const satisfies Record<string, Route>;
