import { demand } from '../refusal.ts';
import { bearerKey, call, type SimulatedVendor } from '../simulated-vendor.ts';
import { heardIn, readForm } from '../strict-reading.ts';
import { chatCompletions } from './language.ts';

const fields = 'model! language temperature stream diarize context_bias* timestamp_granularities*';

export const mistral: SimulatedVendor = {
  id: 'mistral',
  basePath: '/v1',
  keyOf: bearerKey,
  refusedKey: (key) => ({ detail: `Unauthorized: ${key}` }),
  errorBody: (status, message) =>
    status === 422
      ? { detail: [{ type: 'missing', loc: ['body'], msg: message }] }
      : { object: 'error', message, type: 'invalid_request_error', code: `${status}` },
  calls: [
    chatCompletions('mistral', {
      writers: {
        'mistral-small-latest': ['none', 'high'],
        'mistral-medium-latest': ['none', 'high'],
        'mistral-large-4': ['low', 'medium', 'high'],
      },
      limits: ['max_tokens'],
      temperature: true,
      systemRole: 'system',
    }),
    call('GET', /\/models/, () => ({ object: 'list', data: [{ id: 'voxtral-mini-latest' }] })),
    // npm @mistralai/mistralai 2.7.0: AudioTranscriptionRequest, TranscriptionResponse.
    call('POST', /\/audio\/transcriptions/, async (request) => {
      const form = await readForm(request, fields, { problem: 422 });
      const model = form.one('model') ?? '';
      demand(/^voxtral-mini-(latest|2602)$/.test(model), `Invalid model: ${model}`);
      const terms = form.all('context_bias');
      const isShort = terms.length <= 100 && !terms.some((term) => /[\s,]/.test(term));
      demand(isShort, 'context_bias must hold at most 100 items without commas and whitespace', 422);
      const [granularity] = form.all('timestamp_granularities');
      const language = form.one('language');
      const isOne = granularity === undefined || language === undefined;
      demand(isOne, 'language and timestamp_granularities cannot be combined', 422);
      const heard = await heardIn(form.file, request, ['wav', 'mp3', 'm4a', 'flac', 'ogg']);
      const segment = (text: string, start: number, end: number) => ({
        type: 'transcription_segment',
        text,
        start,
        end,
      });
      const times: Readonly<Record<string, readonly object[]>> = {
        word: heard.words.map(({ word, start, end }) => segment(` ${word}`, start, end)),
        segment: [segment(heard.text, 0, heard.seconds)],
      };
      return {
        model,
        text: heard.text,
        language: language ?? null,
        segments: times[granularity ?? ''] ?? [],
        usage: { prompt_audio_seconds: Math.ceil(heard.seconds), total_tokens: 1 },
      };
    }),
  ],
};
