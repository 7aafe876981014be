import type { ProviderErrorKind } from '../../call/provider-error.ts';
import { languageOf, primaryTag } from '../../speech/language-tag.ts';
import { asMessage, type LiveJob, type LiveNews, type LiveSpeech } from '../../speech/live/live-speech.ts';
import { type Fields, listOf, textOf } from '../../speech/reply-fields.ts';
import { contextTerms, wordsOf } from './shared-fields.ts';

const SAMPLE_RATE = 16_000;

/** npm @soniox/node 2.3.0, mapErrorResponse. */
const errors: Readonly<Record<number, ProviderErrorKind>> = {
  400: 'rejected',
  401: 'unauthorized',
  402: 'limited',
  408: 'unreachable',
  429: 'limited',
};

/**
 * A first message with the configuration, then samples in binary frames; an empty message ends the stream, and `finished` is the answer. The key is
 * in the header of the connection: in the first message it is refused from January 2027 on
 * (https://soniox.com/docs/guides/migrate-websocket-authentication). Fields and messages: npm @soniox/node 2.3.0, RealtimeSttSession, and
 * https://soniox.com/docs/api-reference/stt/websocket-api.
 */
export const live: LiveSpeech = {
  baseUrl: 'https://stt-rt.soniox.com',
  path: () => '/transcribe-websocket',
  sampleRate: SAMPLE_RATE,
  opening,
  audioAfter: 'opening',
  audio: (samples) => samples,
  end: [''],
  read,
};

function opening(job: LiveJob): string {
  const terms = contextTerms(job.vocabulary);
  return asMessage({
    model: job.model,
    audio_format: 'pcm_s16le',
    sample_rate: SAMPLE_RATE,
    num_channels: 1,
    enable_language_identification: true,
    ...(job.language === undefined ? {} : { language_hints: [primaryTag(job.language)] }),
    ...(terms.length === 0 ? {} : { context: { terms } }),
  });
}

function read(message: Fields): readonly LiveNews[] {
  if (message.error_code !== undefined)
    return [{ kind: 'failed', error: errors[Number(message.error_code)] ?? 'unreachable' }];
  // Marks of the end of a phrase, which are not said.
  const tokens = listOf(message.tokens).filter(({ text }) => text !== '<end>' && text !== '<fin>');
  const final = tokens.filter((token) => token.is_final === true);
  const others = tokens.filter((token) => token.is_final !== true);
  const news: LiveNews[] = [];
  // A final token comes once, any other again and again: without them, what they said is void.
  if (final.length > 0)
    news.push({
      kind: 'words',
      text: spoken(final),
      final: true,
      joined: true,
      words: wordsOf(final),
      language: languageOf(final.find(({ language }) => language)?.language),
    });
  news.push({ kind: 'words', text: spoken(others), final: false, joined: true });
  if (message.finished === true) news.push({ kind: 'done' });
  return news;
}

function spoken(tokens: readonly Fields[]): string {
  return tokens.map(({ text }) => textOf(text)).join('');
}
