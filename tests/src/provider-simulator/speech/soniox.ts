import { randomUUID } from 'node:crypto';
import type { RecognizedAudio } from '../recognizer.ts';
import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { checkFileName, readForm, readJson, strictObject, textList } from '../strict-fields.ts';

interface Job {
  readonly result: RecognizedAudio;
  readonly translated: boolean;
  asked: number;
}

const fields =
  'model file_id language_hints language_hints_strict enable_language_identification enable_speaker_diarization context translation'.split(
    ' ',
  );

/** npm @soniox/node 2.3.0 and https://api.soniox.com/v1/openapi.json. */
export const soniox: readonly SimulatedRoute[] = [
  call('GET', /\/models/, () => ({ models: [{ id: 'stt-async-v5', transcription_mode: 'async' }] })),
  call(
    'POST',
    /\/files/,
    async (request, { holdings }) => {
      const { file } = await readForm(request, { client_reference_id: 'one' });
      const id = randomUUID();
      holdings.set(`/files/${id}`, file);
      return { id, filename: file.name, size: file.size, created_at: new Date(0).toISOString() };
    },
    201,
  ),
  call(
    'POST',
    /\/transcriptions/,
    async (request, { recognizer, holdings }) => {
      const asked = readJson(request, fields);
      if (!/^stt-async-v[345]$/.test(String(asked.model))) throw new Refusal(400, 'unknown model');
      const file = holdings.get(`/files/${String(asked.file_id)}`);
      if (!(file instanceof File)) throw new Refusal(400, 'there is no such file');
      const { terms } = strictObject(
        asked.context ?? {},
        ['general', 'text', 'terms', 'translation_terms'],
        'context',
      );
      if (textList(terms, 'context.terms', 10_000).join('').length > 10_000)
        throw new Refusal(400, 'the context is too long');
      textList(asked.language_hints, 'language_hints', 100);
      const translation = strictObject(asked.translation ?? {}, ['type', 'target_language'], 'translation');
      const result = await recognizer.transcribe(await file.bytes());
      checkFileName(file, result.format);
      const id = randomUUID();
      const job: Job = { result, translated: translation.type === 'one_way', asked: 0 };
      holdings.set(`/transcriptions/${id}`, job);
      return { id, status: 'queued', model: asked.model, file_id: asked.file_id };
    },
    201,
  ),
  call(
    'GET',
    /\/transcriptions\/([\w-]+)(\/transcript)?/,
    ({ path }, { holdings }, [id = '', transcript]) => {
      const job = holdings.get(`/transcriptions/${id}`) as Job | undefined;
      if (!job) throw new Refusal(404, `nothing at ${path}`);
      if (transcript === undefined) {
        job.asked += 1;
        return { id, status: job.asked < 2 ? 'processing' : 'completed' };
      }
      return { id, text: job.result.text, tokens: tokensOf(job) };
    },
  ),
  call(
    'DELETE',
    /(\/(?:files|transcriptions)\/[\w-]+)/,
    (_, { holdings }, [path = '']) => {
      if (!holdings.delete(path)) throw new Refusal(404, `nothing at ${path}`);
      return undefined;
    },
    204,
  ),
];

/** Words in two halves, as a real tokenizer would cut them. */
function tokensOf({ result, translated }: Job): unknown[] {
  return result.words.flatMap(({ word, start, end }, index) => {
    const middle = Math.ceil(word.length / 2);
    const times = { start_ms: Math.round(start * 1_000), end_ms: Math.round(end * 1_000) };
    const parts = [`${index === 0 ? '' : ' '}${word.slice(0, middle)}`, word.slice(middle)].filter(Boolean);
    return parts.map((text) => ({
      text,
      ...times,
      confidence: 0.95,
      language: 'en',
      ...(translated ? { translation_status: 'none' } : {}),
    }));
  });
}
