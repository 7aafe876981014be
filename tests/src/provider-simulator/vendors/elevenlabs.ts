import { z } from 'zod';
import { demand } from '../refusal.ts';
import { call, type SimulatedVendor } from '../simulated-vendor.ts';
import { checkQuery, heardIn, parsed, readForm, samplesOf } from '../strict-reading.ts';

const fields =
  'model_id! language_code tag_audio_events timestamps_granularity diarize no_verbatim temperature seed keyterms*';
const streamParameters =
  'model_id audio_format commit_strategy language_code secondary_languages include_timestamps include_language_detection keyterms no_verbatim enable_logging vad_silence_threshold_secs vad_threshold min_speech_duration_ms min_silence_duration_ms';
const MIN_SECONDS = 0.3;

const chunk = z.strictObject({
  message_type: z.literal('input_audio_chunk'),
  audio_base_64: z.string(),
  commit: z.boolean(),
  sample_rate: z.literal(16_000),
  previous_text: z.unknown().optional(),
});

export const elevenlabs: SimulatedVendor = {
  id: 'elevenlabs',
  basePath: '/v1',
  keyOf: (headers) => headers.get('xi-api-key') ?? undefined,
  refusedKey: (key) => ({ detail: { status: 'invalid_api_key', message: `Invalid API key: ${key}` } }),
  errorBody: (status, message) =>
    status === 422
      ? { detail: [{ type: 'missing', loc: ['body'], msg: message, input: null }] }
      : { detail: { status: 'bad_request', message } },
  calls: [
    // npm @elevenlabs/elevenlabs-js 2.73.0: BodySpeechToTextV1SpeechToTextPost, SpeechToTextChunkResponseModel.
    call('POST', /\/speech-to-text/, async (request) => {
      // The probe sends nothing: the key is looked at first, the body then.
      demand(request.body.length > 0, 'Field required', 422);
      const form = await readForm(request, fields, { problem: 422 });
      demand(form.one('model_id') === 'scribe_v2', 'invalid_model_id');
      for (const term of form.all('keyterms')) {
        const isTaken = term.length < 50 && term.split(' ').length <= 5 && !/[<>{}[\]\\]/.test(term);
        demand(isTaken, `invalid keyterm ${term}`, 422);
      }
      const granularity = form.one('timestamps_granularity') ?? 'word';
      demand(['none', 'word', 'character'].includes(granularity), 'timestamps_granularity', 422);
      const heard = await heardIn(form.file, request);
      const times = (start: number, end: number) => (granularity === 'none' ? {} : { start, end });
      const words = heard.words.flatMap(({ word, start, end }, index) => [
        ...(index > 0 ? [{ text: ' ', type: 'spacing', logprob: 0, ...times(start, start) }] : []),
        { text: word, type: 'word', logprob: -0.01, ...times(start, end) },
      ]);
      return { language_code: 'eng', language_probability: 0.98, text: heard.text, words };
    }),
  ],
  // The same package, wrapper/realtime.
  stream: {
    path: /\/speech-to-text\/realtime/,
    check: (query) => {
      checkQuery(query, streamParameters);
      demand(query.get('model_id') === 'scribe_v2_realtime', 'no such model');
      demand(query.get('audio_format') === 'pcm_16000', 'no such format');
      demand(query.get('commit_strategy') === 'manual', 'only manual commits are simulated');
      const terms = query.getAll('keyterms');
      const isTaken = (term: string) => term.length <= 20 && !/[<>{}[\]\\]/.test(term);
      demand(terms.length <= 50 && terms.every(isTaken), 'keyterms');
    },
    open: (query, peer) => {
      const heard = peer.listen(16_000);
      const config = { model_id: query.get('model_id') };
      peer.say({ message_type: 'session_started', session_id: 'simulated', config });
      return {
        onText: async (message) => {
          const { audio_base_64, commit } = parsed(message, chunk);
          heard.add(samplesOf(audio_base_64));
          if (!commit && !heard.isInterimDue()) return;
          demand(!commit || heard.seconds >= MIN_SECONDS, 'commit_throttled', 429);
          const { text } = await heard.recognize();
          if (commit) heard.cut();
          peer.say({ message_type: commit ? 'committed_transcript' : 'partial_transcript', text });
        },
      };
    },
    refusal: (status, error) => ({
      message: { message_type: status === 429 ? 'commit_throttled' : 'input_error', error },
      code: 1008,
    }),
  },
};
