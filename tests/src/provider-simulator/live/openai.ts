import { Refusal } from '../refusal.ts';
import { checkQuery, strictObject, textList } from '../strict-fields.ts';
import { noAudio, readMessage, samplesOf } from './read-message.ts';
import type { SimulatedStream } from './simulated-stream.ts';

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';
const MIN_SECONDS = 0.1;

/** https://developers.openai.com/api/docs/guides/realtime-transcription and npm openai 7.55.0, resources/realtime. */
export const openai: SimulatedStream = {
  path: /\/realtime/,
  check: ({ query }) => {
    checkQuery(query, ['intent']);
    if (query.get('intent') !== 'transcription') throw new Refusal(400, 'only transcription is simulated');
  },
  open: (_, peer) => {
    const heard = peer.listen(24_000);
    let isConfigured = false;
    let item = 0;
    let reported = 0;
    const idOf = (number: number) => `item_${number}`;
    const say = (type: string, fields: object) =>
      peer.say({ type, event_id: 'simulated', content_index: 0, ...fields });
    say('session.created', { session: { type: 'transcription' } });
    const commit = async () => {
      if (heard.seconds < MIN_SECONDS)
        throw new Refusal(400, 'buffer too small. Expected at least 100ms of audio');
      const item_id = idOf(item);
      say('input_audio_buffer.committed', { item_id, previous_item_id: item === 0 ? null : idOf(item - 1) });
      const { text } = await heard.recognize();
      heard.cut();
      item += 1;
      reported = 0;
      say(`${TRANSCRIPTION}.completed`, {
        item_id,
        transcript: text,
        usage: { type: 'duration', seconds: 1 },
      });
    };
    return {
      onAudio: noAudio,
      onText: async (text) => {
        const message = readMessage(text, ['type', 'event_id', 'session', 'audio']);
        if (message.type === 'session.update') {
          checkSession(message.session);
          isConfigured = true;
          return say('session.updated', { session: message.session });
        }
        if (!isConfigured) throw new Refusal(400, 'the session is not configured');
        if (message.type === 'input_audio_buffer.commit') return commit();
        if (message.type !== 'input_audio_buffer.append') throw new Refusal(400, 'no such event');
        heard.add(samplesOf(message.audio));
        if (!heard.isInterimDue()) return;
        // Deltas are never taken back: the last word may still change.
        const words = (await heard.recognize()).words.slice(0, -1).map(({ word }) => word);
        const delta = words
          .slice(reported)
          .map((word, index) => `${reported + index === 0 ? '' : ' '}${word}`)
          .join('');
        reported = Math.max(reported, words.length);
        if (delta !== '') say(`${TRANSCRIPTION}.delta`, { item_id: idOf(item), delta });
      },
    };
  },
  refusal: (_, message) => ({
    message: {
      type: 'error',
      event_id: 'simulated',
      error: { type: 'invalid_request_error', code: 'invalid_value', message },
    },
    code: 1008,
  }),
};

function checkSession(value: unknown): void {
  const session = strictObject(value, ['type', 'audio', 'include'], 'session');
  if (session.type !== 'transcription') throw new Refusal(400, 'another type of session');
  const { input } = strictObject(session.audio, ['input'], 'audio');
  const { format, transcription, turn_detection } = strictObject(
    input,
    ['format', 'transcription', 'turn_detection', 'noise_reduction'],
    'input',
  );
  const { type, rate } = strictObject(format, ['type', 'rate'], 'format');
  if (type !== 'audio/pcm' || rate !== 24_000) throw new Refusal(400, 'another format');
  if (turn_detection !== null) throw new Refusal(400, 'the model detects no turns');
  const { model, languages, keywords } = strictObject(
    transcription,
    ['model', 'languages', 'keywords', 'prompt'],
    'transcription',
  );
  if (model !== 'gpt-live-transcribe') throw new Refusal(400, 'no such model');
  textList(languages, 'languages', 20);
  textList(keywords, 'keywords', 100);
}
