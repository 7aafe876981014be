import { Refusal } from '../refusal.ts';
import { checkQuery } from '../strict-fields.ts';
import { noAudio, readMessage, samplesOf } from './read-message.ts';
import type { SimulatedStream } from './simulated-stream.ts';

const parameters =
  'model_id audio_format commit_strategy language_code secondary_languages include_timestamps include_language_detection keyterms no_verbatim enable_logging vad_silence_threshold_secs vad_threshold min_speech_duration_ms min_silence_duration_ms'.split(
    ' ',
  );
const fields = ['message_type', 'audio_base_64', 'commit', 'sample_rate', 'previous_text'];
const MIN_SECONDS = 0.3;

/** npm @elevenlabs/elevenlabs-js 2.73.0, wrapper/realtime. */
export const elevenlabs: SimulatedStream = {
  path: /\/speech-to-text\/realtime/,
  check: ({ query }) => {
    checkQuery(query, parameters);
    if (query.get('model_id') !== 'scribe_v2_realtime') throw new Refusal(400, 'no such model');
    if (query.get('audio_format') !== 'pcm_16000') throw new Refusal(400, 'no such format');
    const terms = query.getAll('keyterms');
    if (terms.length > 50 || terms.some((term) => term.length > 20 || /[<>{}[\]\\]/.test(term)))
      throw new Refusal(400, 'keyterms');
  },
  open: ({ query }, peer) => {
    if (query.get('commit_strategy') !== 'manual')
      throw new Refusal(400, 'only manual commits are simulated');
    const heard = peer.listen(16_000);
    peer.say({
      message_type: 'session_started',
      session_id: 'simulated',
      config: { model_id: query.get('model_id') },
    });
    return {
      onAudio: noAudio,
      onText: async (text) => {
        const message = readMessage(text, fields);
        if (message.message_type !== 'input_audio_chunk' || typeof message.commit !== 'boolean')
          throw new Refusal(400, 'no such message');
        if (message.sample_rate !== 16_000) throw new Refusal(400, 'another sample rate');
        heard.add(samplesOf(message.audio_base_64));
        if (message.commit) {
          if (heard.seconds < MIN_SECONDS) throw new Refusal(429, 'commit_throttled');
          const { text: said } = await heard.recognize();
          heard.cut();
          peer.say({ message_type: 'committed_transcript', text: said });
        } else if (heard.isInterimDue())
          peer.say({ message_type: 'partial_transcript', text: (await heard.recognize()).text });
      },
    };
  },
  refusal: (status, message) => ({
    message: { message_type: status === 429 ? 'commit_throttled' : 'input_error', error: message },
    code: 1008,
  }),
};
