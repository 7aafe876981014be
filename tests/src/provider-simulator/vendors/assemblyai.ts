import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RecognizedAudio } from '../recognizer.ts';
import { demand } from '../refusal.ts';
import { call, type SimulatedVendor } from '../simulated-vendor.ts';
import { anything, checkQuery, parsed, readJson, samplesOf } from '../strict-reading.ts';

interface Job {
  readonly result: RecognizedAudio;
  readonly language: string;
  asked: number;
}

const order = z.strictObject({
  audio_url: z.string(),
  speech_models: z
    .array(z.enum(['universal-3-5-pro', 'universal-3-pro', 'universal-2']))
    .max(3)
    .optional(),
  language_code: z.string().optional(),
  language_detection: z.boolean().optional(),
  keyterms_prompt: z
    .array(z.string().regex(/^[^ ]*( [^ ]*){0,5}$/))
    .max(1_000)
    .optional(),
  domain: z.literal('medical-v1').optional(),
  ...anything('prompt punctuate format_text'),
});
const control = z.strictObject({ type: z.string() });
const list = z.array(z.string()).max(100);
const streamParameters =
  'speech_model sample_rate encoding continuous_partials language_codes language_detection keyterms_prompt domain prompt min_turn_silence max_turn_silence vad_threshold inactivity_timeout';

const wordsOf = (words: RecognizedAudio['words'], more: object) =>
  words.map(({ word, start, end }) => ({
    text: word,
    start: Math.round(start * 1_000),
    end: Math.round(end * 1_000),
    confidence: 0.97,
    ...more,
  }));

/** npm assemblyai 4.41.5, openapi.generated.d.ts. */
export const assemblyai: SimulatedVendor = {
  id: 'assemblyai',
  basePath: '',
  keyOf: (headers) => {
    const written = headers.get('authorization') ?? undefined;
    return written?.includes(' ') ? undefined : written;
  },
  refusedKey: (key) => ({ error: `Authentication error, API token missing/invalid: ${key}` }),
  errorBody: (_, message) => ({ error: message }),
  calls: [
    call('POST', /\/v2\/upload/, ({ headers, body, baseUrl, holdings }) => {
      const isBytes = headers.get('content-type') === 'application/octet-stream';
      demand(isBytes, 'application/octet-stream is expected', 415);
      demand(body.length > 0, 'the upload is empty', 422);
      const upload_url = `${baseUrl}/uploads/${randomUUID()}`;
      holdings.set(upload_url, body);
      return { upload_url };
    }),
    call('POST', /\/v2\/transcript/, async (request) => {
      const { holdings, recognizer } = request;
      const { audio_url, language_code, language_detection } = readJson(request, order);
      const audio = holdings.get(audio_url);
      demand(Buffer.isBuffer(audio), 'audio_url leads nowhere');
      // Uploads are deleted with their transcription.
      holdings.delete(audio_url);
      const isOne = language_code === undefined || language_detection !== true;
      demand(isOne, 'language_code and language_detection exclude each other');
      const result = await recognizer.transcribe(audio);
      const id = randomUUID();
      const job: Job = { result, language: language_code ?? 'en_us', asked: 0 };
      holdings.set(`/v2/transcript/${id}`, job);
      return { id, status: 'queued', audio_url };
    }),
    call('GET', /\/v2\/transcript/, () => ({ transcripts: [], page_details: { limit: 1 } })),
    call('GET', /(\/v2\/transcript\/([\w-]+))(\/sentences)?/, ({ holdings, groups }) => {
      const [path = '', id, sentences] = groups;
      const job = holdings.get(path) as Job | undefined;
      demand(job !== undefined, `nothing at ${path}`, 404);
      const { text, seconds } = job.result;
      const words = wordsOf(job.result.words, { speaker: null });
      if (sentences !== undefined) {
        const whole = { text, start: 0, end: Math.round(seconds * 1_000), words };
        return { id, sentences: [whole], audio_duration: seconds };
      }
      // In progress when it is first asked after, and done the second time.
      job.asked += 1;
      if (job.asked < 2) return { id, status: 'processing', text: null, words: null };
      return { id, status: 'completed', text: text || null, words, language_code: job.language };
    }),
    call('DELETE', /\/v2\/transcript\/[\w-]+/, ({ path, holdings }) => {
      demand(holdings.delete(path), `nothing at ${path}`, 404);
      return { status: 'completed', text: 'Deleted by user.' };
    }),
  ],
  // StreamingTranscriber; https://www.assemblyai.com/docs/streaming/message-sequence and
  // .../common-session-errors-and-closures.
  stream: {
    path: /\/v3\/ws/,
    check: (query) => {
      checkQuery(query, streamParameters);
      demand(query.get('speech_model') === 'universal-3-5-pro', 'no such model');
      const isRaw = query.get('sample_rate') === '16000' && query.get('encoding') === 'pcm_s16le';
      demand(isRaw, 'raw audio needs a sample rate');
      for (const name of ['language_codes', 'keyterms_prompt']) parsed(query.get(name) ?? '[]', list);
    },
    open: (_, peer) => {
      const heard = peer.listen(16_000);
      let turn = 0;
      peer.say({ type: 'Begin', id: 'simulated', expires_at: 1_900_000_000 });
      const tell = async (isEnd: boolean) => {
        const { words, text } = await heard.recognize();
        if (text === '') return;
        peer.say({
          type: 'Turn',
          turn_order: turn,
          turn_is_formatted: isEnd,
          end_of_turn: isEnd,
          end_of_turn_confidence: isEnd ? 1 : 0.1,
          transcript: text,
          utterance: isEnd ? text : '',
          language_code: 'en',
          words: wordsOf(words, { word_is_final: isEnd }),
        });
        if (!isEnd) return;
        turn += 1;
        heard.cut();
      };
      return {
        onAudio: async (bytes) => {
          const samples = samplesOf(bytes);
          const milliseconds = samples.length / 32;
          const isTaken = milliseconds >= 50 && milliseconds <= 1_000;
          demand(
            isTaken,
            `Input duration violation: ${milliseconds} ms. Expected between 50 and 1000 ms`,
            3007,
          );
          heard.add(samples);
          if (heard.isInterimDue()) await tell(false);
        },
        onText: async (text) => {
          const { type } = parsed(text, control);
          if (type === 'KeepAlive') return;
          const isEnd = type === 'ForceEndpoint';
          demand(isEnd || type === 'Terminate', `Invalid Message Type: ${type}`, 3006);
          if (heard.seconds > 0) await tell(isEnd);
          if (isEnd) return;
          peer.say({ type: 'Termination', audio_duration_seconds: 1, session_duration_seconds: 1 });
          peer.close(1000);
        },
      };
    },
    refusal: (status, message) => {
      const code = status >= 3000 ? status : 3006;
      return { message: { type: 'Error', error_code: code, error: message }, code };
    },
  },
};
