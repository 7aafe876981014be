import { randomUUID } from 'node:crypto';
import type { RecognizedAudio } from '../recognizer.ts';
import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { readJson, textList } from '../strict-fields.ts';

interface Job {
  readonly result: RecognizedAudio;
  readonly language: string;
  asked: number;
}

const fields =
  'audio_url speech_models language_code language_detection keyterms_prompt prompt domain punctuate format_text'.split(
    ' ',
  );
const models = ['universal-3-5-pro', 'universal-3-pro', 'universal-2'];
const milliseconds = (seconds: number) => Math.round(seconds * 1_000);

/**
 * npm assemblyai 4.41.5, openapi.generated.d.ts. A job is in progress when it is first asked after, and done the second
 * time.
 */
export const assemblyai: readonly SimulatedRoute[] = [
  call('POST', /\/v2\/upload/, ({ headers, body }, { baseUrl, holdings }) => {
    if (headers.get('content-type') !== 'application/octet-stream')
      throw new Refusal(415, 'application/octet-stream is expected');
    if (body.length === 0) throw new Refusal(422, 'the upload is empty');
    const upload_url = `${baseUrl}/uploads/${randomUUID()}`;
    holdings.set(upload_url, body);
    return { upload_url };
  }),
  call('POST', /\/v2\/transcript/, async (request, { recognizer, holdings }) => {
    const asked = readJson(request, fields);
    const audio = holdings.get(String(asked.audio_url));
    if (!Buffer.isBuffer(audio)) throw new Refusal(400, 'audio_url leads nowhere');
    // Uploads are deleted with their transcription.
    holdings.delete(String(asked.audio_url));
    for (const model of textList(asked.speech_models, 'speech_models', 3))
      if (!models.includes(model)) throw new Refusal(400, `unknown speech model ${model}`);
    for (const term of textList(asked.keyterms_prompt, 'keyterms_prompt', 1_000))
      if (term.split(' ').length > 6) throw new Refusal(400, `the key term ${term} is too long`);
    if (asked.language_code !== undefined && asked.language_detection === true)
      throw new Refusal(400, 'language_code and language_detection exclude each other');
    if (asked.domain !== undefined && asked.domain !== 'medical-v1') throw new Refusal(400, 'unknown domain');
    const result = await recognizer.transcribe(audio);
    const id = randomUUID();
    const job: Job = { result, language: String(asked.language_code ?? 'en_us'), asked: 0 };
    holdings.set(`/v2/transcript/${id}`, job);
    return { id, status: 'queued', audio_url: asked.audio_url };
  }),
  call('GET', /\/v2\/transcript/, () => ({ transcripts: [], page_details: { limit: 1 } })),
  call('GET', /\/v2\/transcript\/([\w-]+)(\/sentences)?/, ({ path }, { holdings }, [id = '', sentences]) => {
    const job = holdings.get(`/v2/transcript/${id}`) as Job | undefined;
    if (!job) throw new Refusal(404, `nothing at ${path}`);
    const { result, language } = job;
    const words = result.words.map(({ word, start, end }) => ({
      text: word,
      start: milliseconds(start),
      end: milliseconds(end),
      confidence: 0.97,
      speaker: null,
    }));
    if (sentences !== undefined) {
      const whole = { text: result.text, start: 0, end: milliseconds(result.seconds), words };
      return { id, sentences: [whole], audio_duration: result.seconds };
    }
    job.asked += 1;
    if (job.asked < 2) return { id, status: 'processing', text: null, words: null };
    const text = result.text === '' ? null : result.text;
    return { id, status: 'completed', text, words, language_code: language };
  }),
  call('DELETE', /(\/v2\/transcript\/[\w-]+)/, (_, { holdings }, [path = '']) => {
    if (!holdings.delete(path)) throw new Refusal(404, `nothing at ${path}`);
    return { status: 'completed', text: 'Deleted by user.' };
  }),
];
