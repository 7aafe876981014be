import type { ProviderErrorKind } from '../../call/provider-error.ts';
import { primaryTag } from '../../speech/language-tag.ts';
import {
  asMessage,
  base64Of,
  type LiveJob,
  type LiveNews,
  type LiveSpeech,
} from '../../speech/live/live-speech.ts';
import { type Fields, fieldsOf, textOf } from '../../speech/reply-fields.ts';
import { keywordsOf } from '../../speech/transcriptions-endpoint.ts';

/** The only rate that it takes as PCM. */
const SAMPLE_RATE = 24_000;
const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

/** Codes of `error` events that say something of the account; any other is a refusal. */
const errors: ReadonlyMap<string, ProviderErrorKind> = new Map([
  ['invalid_api_key', 'unauthorized'],
  ['insufficient_quota', 'limited'],
  ['rate_limit_exceeded', 'limited'],
]);

/**
 * The realtime API with `intent=transcription`: samples as base64 in JSON, turns that are committed by us, text by `item_id`
 * (https://developers.openai.com/api/docs/guides/realtime-transcription). Fields and events: npm openai 7.55.0, resources/realtime.
 */
export const live: LiveSpeech = {
  path: () => '/realtime?intent=transcription',
  sampleRate: SAMPLE_RATE,
  opening,
  audioAfter: 'started',
  audio: (samples) => asMessage({ type: 'input_audio_buffer.append', audio: base64Of(samples) }),
  // "Expected at least 100ms of audio" (https://community.openai.com/t/1365511).
  commit: { message: asMessage({ type: 'input_audio_buffer.commit' }), leastSeconds: 0.2 },
  end: [],
  read,
};

function opening(job: LiveJob): string {
  const keywords = keywordsOf(job.vocabulary);
  return asMessage({
    type: 'session.update',
    session: {
      type: 'transcription',
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: SAMPLE_RATE },
          transcription: {
            model: job.model,
            ...(job.language === undefined ? {} : { languages: [primaryTag(job.language)] }),
            ...(keywords.length === 0 ? {} : { keywords }),
          },
          // The model knows no other way (the guide above).
          turn_detection: null,
        },
      },
    },
  });
}

function read(message: Fields): readonly LiveNews[] {
  switch (message.type) {
    case 'session.updated':
      return [{ kind: 'started' }];
    case 'input_audio_buffer.committed':
      return [{ kind: 'committed', part: textOf(message.item_id) }];
    case `${TRANSCRIPTION}.delta`: {
      const part = textOf(message.item_id);
      return [{ kind: 'words', part, text: textOf(message.delta ?? ''), adds: true, final: false }];
    }
    case `${TRANSCRIPTION}.completed`: {
      const part = textOf(message.item_id);
      return [{ kind: 'words', part, text: textOf(message.transcript), final: true }];
    }
    case `${TRANSCRIPTION}.failed`:
    case 'error':
      return [{ kind: 'failed', error: errors.get(String(fieldsOf(message.error).code)) ?? 'rejected' }];
    default:
      return [];
  }
}
