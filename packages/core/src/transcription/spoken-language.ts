import { SAMPLE_RATE } from '@quoth/audio';
import { AppError, primaryLanguage } from '@quoth/contract';
import type { RecognizedSpeech } from '@quoth/text';
import type { EngineModel, EngineRequest, Engines } from '../engines/index.ts';
import { dictionaryOf } from '../rewriting/index.ts';

/** Shorter words are in every language's list. */
const MIN_LETTERS = 3;
/** Of fewer words, one name would be too much. */
const MIN_WORDS = 6;
/** What is listened to, in seconds. */
const LISTEN_S = 8;
/** Of a long text, so much is looked at. */
const MAX_CHARACTERS = 4_000;

/**
 * The language that was spoken, where a model that knows no other wrote words that are in no dictionary: it makes such
 * words of speech in another language. Another included model listens to a few seconds then. Undefined where the text
 * looks right, or nothing better is known.
 */
export async function spokenLanguage(
  engines: Pick<Engines, 'recognize' | 'models'>,
  request: EngineRequest,
  heard: RecognizedSpeech,
  share: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const listener = engines.models().find(isListener);
  if (!listener || unknownShare(heard.text, request.language, request.vocabulary) < share) return undefined;
  const start = Math.max(0, (heard.segments[0]?.start ?? 0) - 0.5);
  const range = { start: Math.round(start * SAMPLE_RATE), end: Math.round((start + LISTEN_S) * SAMPLE_RATE) };
  const { live: _live, ...rest } = request;
  const asked = { model: listener.id, language: 'auto', vocabulary: [], range, durationSeconds: LISTEN_S };
  try {
    const { language } = await engines.recognize({ ...rest, ...asked, wordTimes: false }, { signal });
    return language ?? undefined;
  } catch (error) {
    signal.throwIfAborted();
    // The text stands without the warning.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function isListener({ installed, included, detectsLanguage, languages }: EngineModel): boolean {
  return installed && included === true && detectsLanguage && languages.length > 1;
}

/**
 * Share of the words that neither the language's list nor the vocabulary has; 0 for few words and for a language
 * without a list.
 */
function unknownShare(text: string, language: string, vocabulary: readonly string[]): number {
  const isListed = dictionaryOf(primaryLanguage(language));
  if (!isListed) return 0;
  const expected = new Set(vocabulary.flatMap((term) => wordsOf(term)));
  const words = wordsOf(text.slice(0, MAX_CHARACTERS));
  if (words.length < MIN_WORDS) return 0;
  return words.filter((word) => !isListed(word) && !expected.has(word)).length / words.length;
}

/** In lower case, without what follows an apostrophe. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?/gu) ?? [];
  return words
    .filter((word) => !/n['’]t$/u.test(word))
    .map((word) => word.replace(/['’]\p{L}+$/u, ''))
    .filter((word) => word.length >= MIN_LETTERS);
}
