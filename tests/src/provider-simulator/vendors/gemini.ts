import { z } from 'zod';
import { demand } from '../refusal.ts';
import { call, type SimulatedRequest, type SimulatedVendor } from '../simulated-vendor.ts';
import { anything, readJson, texts } from '../strict-reading.ts';
import { checkModel, limit, type Writers } from './language.ts';

const levels = ['minimal', 'low', 'medium', 'high'];
/** An older model takes a budget for its thoughts instead of a level. */
const writers: Writers = {
  'gemini-3.5-flash-lite': levels,
  'gemini-3.8-flash': levels,
  'gemini-3.5-flash': levels,
  'gemini-2.5-flash-lite': [],
};

const mediaTypes: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  aiff: 'audio/aiff',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
};

const audio = z.strictObject({ mimeType: z.string(), data: z.string().min(1) });
/** npm @google/genai 2.32.0: GenerateContentParameters, AudioTranscriptionConfig, Transcription. */
const speech = z.strictObject({
  contents: z.tuple([
    z.strictObject({
      role: z.literal('user'),
      parts: z.array(z.strictObject({ text: z.string().optional(), inlineData: audio.optional() })),
    }),
  ]),
  generationConfig: z
    .strictObject({
      audioTranscriptionConfig: z.strictObject({
        languageCodes: texts(10),
        customVocabulary: texts(1_000),
        wordTimestamp: z.boolean().optional(),
        ...anything('diarization mode'),
      }),
    })
    .optional(),
});

const parts = z.array(z.strictObject({ text: z.string() }));
/** ai.google.dev/api/generate-content. */
const writing = z.strictObject({
  contents: z.tuple([z.strictObject({ role: z.literal('user'), parts })]),
  systemInstruction: z.strictObject({ parts }),
  generationConfig: z
    .strictObject({
      maxOutputTokens: limit.optional(),
      thinkingConfig: z
        .strictObject({ thinkingLevel: z.string().optional(), thinkingBudget: z.int().optional() })
        .optional(),
    })
    .optional(),
});

const answer = (model: string, parts: readonly object[], isCutOff = false) => ({
  candidates: [
    { content: { role: 'model', parts }, finishReason: isCutOff ? 'MAX_TOKENS' : 'STOP', index: 0 },
  ],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  modelVersion: model,
});

export const gemini: SimulatedVendor = {
  id: 'gemini',
  basePath: '/v1beta',
  keyOf: (headers) => headers.get('x-goog-api-key') ?? undefined,
  refusedKeyStatus: 400,
  refusedKey: (key) => ({
    error: {
      code: 400,
      message: `API key not valid: ${key}. Please pass a valid API key.`,
      status: 'INVALID_ARGUMENT',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
    },
  }),
  errorBody: (code, message) => ({ error: { code, message, status: 'INVALID_ARGUMENT' } }),
  calls: [
    call('GET', /\/models/, () => ({ models: [{ name: 'models/gemini-3.5-transcribe' }] })),
    // One call for both: it turns speech into text where audio is in it.
    call('POST', /\/models\/([^/:]+):generateContent/, (request) =>
      request.body.includes('"inlineData"') ? transcribed(request) : written(request),
    ),
  ],
};

async function transcribed(request: SimulatedRequest) {
  const [model = ''] = request.groups;
  const { contents, generationConfig } = readJson(request, speech);
  const [{ parts }] = contents;
  const inline = parts.find(({ inlineData }) => inlineData)?.inlineData;
  demand(inline !== undefined, 'there is no audio');
  const transcribes = model === 'gemini-3.5-transcribe';
  demand(transcribes || parts.some(({ text }) => text), 'this model needs to be told what to do');
  const { customVocabulary = [], wordTimestamp = false } = generationConfig?.audioTranscriptionConfig ?? {};
  demand(
    customVocabulary.length === 0 || !wordTimestamp,
    'customVocabulary and wordTimestamp exclude each other',
  );
  const heard = await request.recognizer.transcribe(Buffer.from(inline.data, 'base64'));
  demand(mediaTypes[heard.format] === inline.mimeType, `the audio is not of the type ${inline.mimeType}`);
  if (!transcribes) return answer(model, [{ text: `${heard.text}\n` }]);
  // Two turns of speech, where there are words for two.
  const middle = Math.ceil(heard.words.length / 2);
  const turns = [heard.words.slice(0, middle), heard.words.slice(middle)].filter(({ length }) => length > 0);
  const spoken = turns.map((turn) => ({
    text: turn.map(({ word }) => word).join(' '),
    languageCode: 'en',
    ...(wordTimestamp && {
      words: turn.map(({ word, start, end }) => ({ word, startOffset: `${start}s`, endOffset: `${end}s` })),
    }),
  }));
  return answer(
    model,
    spoken.map((audioTranscription) => ({ audioTranscription })),
  );
}

async function written(request: SimulatedRequest) {
  const [model = ''] = request.groups;
  const { contents, systemInstruction, generationConfig } = readJson(request, writing);
  const { thinkingLevel, thinkingBudget } = generationConfig?.thinkingConfig ?? {};
  checkModel(writers, model, thinkingLevel);
  demand(thinkingBudget === undefined || writers[model] !== levels, 'thinkingBudget is not for this model');
  const textOf = (some: z.infer<typeof parts>) => some.map(({ text }) => text).join('');
  const { text, reasoning, cutOff } = await request.language.say('gemini', model, {
    system: textOf(systemInstruction.parts),
    user: textOf(contents[0].parts),
  });
  const thought = reasoning === undefined ? [] : [{ text: reasoning, thought: true }];
  return answer(model, [...thought, { text }], cutOff);
}
