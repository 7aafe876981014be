import { Refusal } from '../refusal.ts';
import { call, type SimulatedRoute } from '../simulated-route.ts';
import { checkFileName, readForm } from '../strict-fields.ts';

/** npm @mistralai/mistralai 2.7.0: AudioTranscriptionRequest, TranscriptionResponse. */
export const mistral: readonly SimulatedRoute[] = [
  call('GET', /\/models/, () => ({ object: 'list', data: [{ id: 'voxtral-mini-latest' }] })),
  call('POST', /\/audio\/transcriptions/, async (request, { recognizer }) => {
    const form = await readForm(
      request,
      {
        model: 'needed',
        language: 'one',
        temperature: 'one',
        stream: 'one',
        diarize: 'one',
        context_bias: 'many',
        timestamp_granularities: 'many',
      },
      { problem: 422 },
    );
    const model = form.one('model') ?? '';
    if (!/^voxtral-mini-(latest|2602)$/.test(model)) throw new Refusal(400, `Invalid model: ${model}`);
    const terms = form.all('context_bias');
    if (terms.length > 100 || terms.some((term) => /[\s,]/.test(term)))
      throw new Refusal(422, 'context_bias must hold at most 100 items without commas and whitespace');
    const granularities = form.all('timestamp_granularities');
    if (granularities.length > 0 && form.one('language') !== undefined)
      throw new Refusal(422, 'language and timestamp_granularities cannot be combined');
    const result = await recognizer.transcribe(await form.file.bytes());
    if (!['wav', 'mp3', 'm4a', 'flac', 'ogg'].includes(result.format))
      throw new Refusal(400, 'Unsupported audio format');
    checkFileName(form.file, result.format);
    const segments = granularities.includes('word')
      ? result.words.map(({ word, start, end }) => ({
          type: 'transcription_segment',
          text: ` ${word}`,
          start,
          end,
        }))
      : [{ type: 'transcription_segment', text: result.text, start: 0, end: result.seconds }];
    return {
      model,
      text: result.text,
      language: form.one('language') ?? null,
      segments: granularities.length === 0 ? [] : segments,
      usage: { prompt_audio_seconds: Math.ceil(result.seconds), total_tokens: 1 },
    };
  }),
];
