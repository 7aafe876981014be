import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RecognizedAudio } from '../recognizer.ts';
import { demand } from '../refusal.ts';
import { bearerKey, call, type SimulatedVendor } from '../simulated-vendor.ts';
import { anything, heardIn, parsed, readForm, readJson, samplesOf, texts } from '../strict-reading.ts';

interface Job {
  readonly result: RecognizedAudio;
  readonly more: object;
  asked: number;
}

const shared = {
  language_hints: texts(100),
  context: z
    .strictObject({
      terms: texts(10_000).refine((terms = []) => terms.join('').length <= 10_000, 'the context is too long'),
      ...anything('general text translation_terms'),
    })
    .optional(),
  ...anything('language_hints_strict enable_language_identification enable_speaker_diarization'),
};
/** https://api.soniox.com/v1/openapi.json. */
const order = z.strictObject({
  ...shared,
  model: z.string().regex(/^stt-async-v[345]$/),
  file_id: z.string(),
  translation: z.strictObject({ type: z.string(), target_language: z.string().optional() }).optional(),
});
/**
 * The key is not among them: it belongs into the header
 * (https://soniox.com/docs/guides/migrate-websocket-authentication).
 */
const configuration = z.strictObject({
  ...shared,
  model: z.literal('stt-rt-v5'),
  audio_format: z.literal('pcm_s16le'),
  sample_rate: z.literal(16_000),
  num_channels: z.literal(1),
  ...anything('enable_endpoint_detection translation client_reference_id'),
});
const keepAlive = z.strictObject({
  type: z.literal('keepalive'),
  trailing_silence_ms: z.unknown().optional(),
});

const refusal = (status_code: number, error_type: string, message: string) => ({
  status_code,
  error_type,
  message,
  validation_errors: [],
  request_id: 'simulated',
});

/** npm @soniox/node 2.3.0. */
export const soniox: SimulatedVendor = {
  id: 'soniox',
  basePath: '/v1',
  keyOf: bearerKey,
  refusedKey: (key) => refusal(401, 'unauthenticated', `Incorrect API key provided: ${key}.`),
  errorBody: (status, message) => refusal(status, 'invalid_request', message),
  calls: [
    call('GET', /\/models/, () => ({ models: [{ id: 'stt-async-v5', transcription_mode: 'async' }] })),
    call(
      'POST',
      /\/files/,
      async (request) => {
        const { file } = await readForm(request, 'client_reference_id');
        const id = randomUUID();
        request.holdings.set(`/files/${id}`, file);
        return { id, filename: file.name, size: file.size, created_at: new Date(0).toISOString() };
      },
      201,
    ),
    call(
      'POST',
      /\/transcriptions/,
      async (request) => {
        const { model, file_id, translation } = readJson(request, order);
        const file = request.holdings.get(`/files/${file_id}`);
        demand(file instanceof File, 'there is no such file');
        const result = await heardIn(file, request);
        const id = randomUUID();
        const more = translation?.type === 'one_way' ? { translation_status: 'none' } : {};
        const job: Job = { result, more, asked: 0 };
        request.holdings.set(`/transcriptions/${id}`, job);
        return { id, status: 'queued', model, file_id };
      },
      201,
    ),
    call('GET', /(\/transcriptions\/([\w-]+))(\/transcript)?/, ({ holdings, groups }) => {
      const [path = '', id, transcript] = groups;
      const job = holdings.get(path) as Job | undefined;
      demand(job !== undefined, `nothing at ${path}`, 404);
      if (transcript !== undefined) {
        const { text, words } = job.result;
        return { id, text, tokens: tokensOf(words, { language: 'en', ...job.more }) };
      }
      job.asked += 1;
      return { id, status: job.asked < 2 ? 'processing' : 'completed' };
    }),
    call(
      'DELETE',
      /\/(?:files|transcriptions)\/[\w-]+/,
      ({ path, holdings }) => demand(holdings.delete(path), `nothing at ${path}`, 404),
      204,
    ),
  ],
  // RealtimeSttSession; https://soniox.com/docs/api-reference/stt/websocket-api.
  stream: {
    path: /\/transcribe-websocket/,
    check: (query) => demand(query.size === 0, 'unknown parameters'),
    open: (_, peer) => {
      const heard = peer.listen(16_000);
      let isConfigured = false;
      const result = { final_audio_proc_ms: 0, total_audio_proc_ms: 0 };
      const tokens = async (is_final: boolean) =>
        tokensOf((await heard.recognize()).words, { is_final, language: 'en' });
      return {
        onAudio: async (samples) => {
          demand(isConfigured, 'the configuration comes first');
          heard.add(samplesOf(samples));
          if (heard.isInterimDue()) peer.say({ tokens: await tokens(false), ...result });
        },
        onText: async (text) => {
          if (!isConfigured) {
            parsed(text, configuration);
            isConfigured = true;
          } else if (text === '') {
            const all = await tokens(true);
            peer.say({ tokens: [...all.slice(0, 3), { text: '<end>', is_final: true }], ...result });
            peer.say({ tokens: all.slice(3), ...result });
            peer.say({ tokens: [], ...result, finished: true });
            peer.close(1000);
          } else parsed(text, keepAlive);
        },
      };
    },
    refusal: (error_code, error_message) => ({ message: { error_code, error_message }, code: 1000 }),
  },
};

/** Words in two halves, as a real tokenizer would cut them. */
function tokensOf(words: RecognizedAudio['words'], more: object) {
  return words.flatMap(({ word, start, end }, index) => {
    const middle = Math.ceil(word.length / 2);
    const parts = [`${index === 0 ? '' : ' '}${word.slice(0, middle)}`, word.slice(middle)].filter(Boolean);
    const times = { start_ms: Math.round(start * 1_000), end_ms: Math.round(end * 1_000) };
    return parts.map((text) => ({ text, ...times, confidence: 0.95, ...more }));
  });
}
