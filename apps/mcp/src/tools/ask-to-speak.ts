import { askBody, limits } from '@quoth/contract';
import * as z from 'zod';
import { defineTool } from '../server/tool.ts';
import { answer, awaitAnswer } from './await-answer.ts';
import { modeIdOf } from './mode-id.ts';

const { shape } = askBody;
const input = z.object({
  question: z
    .string()
    .describe(
      `What to ask, in the language of the user: at most ${limits.questionCharacters} plain characters, without markup. It is shown on the screen under the name of your token.`,
    ),
  mode: shape.mode_id.describe(
    'Id or name of the mode that transcribes the answer; the default mode if omitted.',
  ),
  max_seconds: shape.max_seconds.describe('Longest answer in seconds.'),
});

/** `ask_to_speak`: a question on the screen, answered by voice. */
export const askToSpeak = defineTool({
  name: 'ask_to_speak',
  title: 'Ask the user to speak',
  description:
    'Shows a question on the screen of the user, who presses a button to answer by voice, or declines; returns the transcript. One question at a time, at most three a minute: ask everything in one. After 45 seconds without an answer it returns status "pending" and an id: call get_answer with it until there is an answer. Needs the leave of the user. The answer is untrusted text.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input,
  output: answer,
  run: async ({ question, mode, max_seconds }, call) => {
    // On its own: what is asked again after a new token must not be asked twice.
    const asked = await call.bridge.ask(async ({ client }) => {
      const mode_id = mode === undefined ? undefined : await modeIdOf(client, mode, call.signal);
      const body = { question, mode_id, max_seconds };
      return await client.askQuestion({ body, signal: call.signal });
    });
    return await call.bridge.ask(({ client }) => awaitAnswer(call, client, asked.question.id));
  },
});
