import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { gemini as speech } from '../speech/gemini.ts';
import { readJson, strictObject } from '../strict-fields.ts';
import { checkLimit, modelOf } from './chat-completions.ts';
import type { LanguageControl } from './language-control.ts';

const models = ['gemini-3.5-flash-lite', 'gemini-3.8-flash', 'gemini-3.5-flash', 'gemini-2.5-flash-lite'];

/** ai.google.dev/api/generate-content. The same call turns speech into text where audio is in it. */
export function gemini(control: LanguageControl): readonly SimulatedRoute[] {
  return [
    call('POST', /\/models\/([^/:]+):generateContent/, async (request, world, groups) => {
      const heard = speech.find(({ method }) => method === 'POST');
      if (request.body.includes('"inlineData"') && heard)
        return (await heard.answer(request, world, groups)).body;
      const body = readJson(request, ['contents', 'systemInstruction', 'generationConfig']);
      const model = modelOf(groups[0], models);
      const config = strictObject(
        body.generationConfig ?? {},
        ['maxOutputTokens', 'thinkingConfig'],
        'generationConfig',
      );
      checkLimit([config.maxOutputTokens]);
      checkThinking(config.thinkingConfig, model);
      const { parts: reported } = strictObject(body.systemInstruction, ['parts'], 'systemInstruction');
      const [content] = Array.isArray(body.contents) ? body.contents : [];
      const { role, parts } = strictObject(content, ['role', 'parts'], 'contents');
      if (role !== 'user') throw new Refusal(400, 'the content is not the user’s');
      const { text, reasoning, cutOff } = await control.say('gemini', model, {
        system: textOf(reported),
        user: textOf(parts),
      });
      const thought = reasoning === undefined ? [] : [{ text: reasoning, thought: true }];
      return {
        candidates: [
          {
            content: { role: 'model', parts: [...thought, { text }] },
            finishReason: cutOff ? 'MAX_TOKENS' : 'STOP',
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
        modelVersion: model,
      };
    }),
  ];
}

function checkThinking(value: unknown, model: string): void {
  const { thinkingLevel, thinkingBudget } = strictObject(
    value ?? {},
    ['thinkingLevel', 'thinkingBudget'],
    'thinkingConfig',
  );
  const older = model.startsWith('gemini-2.5');
  if (
    thinkingLevel !== undefined &&
    (older || !['minimal', 'low', 'medium', 'high'].includes(String(thinkingLevel)))
  )
    throw new Refusal(400, 'thinkingLevel is not supported by this model');
  if (thinkingBudget !== undefined && (!older || !Number.isInteger(thinkingBudget)))
    throw new Refusal(400, 'thinkingBudget is not supported by this model');
}

function textOf(parts: unknown): string {
  if (!Array.isArray(parts)) throw new Refusal(400, 'parts are missing');
  return parts.map((part) => String(strictObject(part, ['text'], 'parts').text)).join('');
}
