import { FRAME_RATE, type SpeechSegment } from '@quoth/audio';
import { primaryLanguage, type Segment, say, type Word } from '@quoth/contract';
import type { RecognizedSpeech } from '@quoth/text';
import type {
  FamilyExtension,
  TimestampKind,
  TranscribeModel,
  TranscribeOptions,
  Transcript,
} from 'transcribe-cpp';
import type { HostRequest } from './engine.ts';
import { RecognitionError } from './recognizer.ts';
import { atTheVoice, estimatedPhrases, estimatedWords, spokenTimes, spokenWithin } from './spoken-time.ts';

/** What run options depend on. */
export type ModelAbilities = Pick<TranscribeModel, 'capabilities' | 'arch' | 'accepts'>;

/** Whisper reads 224 tokens of prompt and drops the first ones of a longer one. */
const MAX_PROMPT_CHARACTERS = 600;

/**
 * The options of one run, for what the model can do. Throws INVALID_REQUEST for a language or a translation that it
 * lacks.
 */
export function runOptions(model: ModelAbilities, request: HostRequest): Omit<TranscribeOptions, 'signal'> {
  const { capabilities } = model;
  const language = languageFor(model, request.language);
  if (request.translate && !capabilities.supportsTranslate) {
    throw new RecognitionError(
      'INVALID_REQUEST',
      say('thisModelTranslatesNothing'),
      say('chooseOneThatDoes'),
      say('showsWhichTranslate'),
    );
  }
  return {
    timestamps: timestampsFor(model, request.wordTimes === true),
    ...(language !== undefined && { language }),
    ...(request.translate && { task: 'translate', targetLanguage: 'en' }),
    ...(model.accepts({ kind: 'whisper' }) && { family: steady }),
  };
}

/**
 * The same sound gives the same text: where the library is unsure it would draw words by chance, and what was drawn is
 * often invented.
 */
export const steady = {
  kind: 'whisper',
  temperature: 0,
  temperatureInc: 0,
  conditionOnPrevTokens: false,
  seed: 1,
} as const;

/** The vocabulary as a prompt: as many terms as fit, the first ones first. */
function promptText(vocabulary: readonly string[]): string {
  let prompt = '';
  for (const term of vocabulary) {
    const longer = prompt === '' ? term : `${prompt}, ${term}`;
    if (longer.length > MAX_PROMPT_CHARACTERS) break;
    prompt = longer;
  }
  return prompt;
}

/** The family options of a run that is prompted with the vocabulary; undefined for a model that takes no prompt. */
export function promptFor(model: ModelAbilities, vocabulary: readonly string[]): FamilyExtension | undefined {
  const initialPrompt = promptText(vocabulary);
  if (initialPrompt === '' || !model.accepts({ kind: 'whisper' })) return undefined;
  return { kind: 'whisper', initialPrompt };
}

/** The model's own name of the language; undefined lets it find out. */
function languageFor({ capabilities }: ModelAbilities, asked: string): string | undefined {
  const { languages, supportsLanguageDetect } = capabilities;
  if (asked === 'auto') {
    if (supportsLanguageDetect || languages.length === 0) return undefined;
    const [only, another] = languages;
    if (only !== undefined && another === undefined) return only;
    throw new RecognitionError(
      'INVALID_REQUEST',
      say('thisModelDetectsNoLanguage'),
      say('specifyOneOf', { languages: { list: languages } }),
    );
  }
  const exact = languages.find((known) => known.toLowerCase() === asked.toLowerCase());
  const primary = primaryLanguage(asked);
  return exact ?? languages.find((known) => primaryLanguage(known) === primary) ?? asked;
}

/** Words cost Whisper a second look at the audio; for the Parakeet family they come for nothing. */
function timestampsFor({ capabilities, arch }: ModelAbilities, wordTimes: boolean): TimestampKind {
  switch (capabilities.maxTimestampKind) {
    case 'token':
    case 'word':
      return wordTimes || arch !== 'whisper' ? 'word' : 'segment';
    case 'segment':
      return 'segment';
    default:
      return 'auto';
  }
}

/** A segment made of words ends at a gap of so many seconds, at the end of a sentence, or when a caption is full. */
const GAP_S = 0.6;
const FULL_S = 7;
const FULL_LETTERS = 84;
/** Times of words may stand so far from where speech was found. */
const SLACK_S = 0.3;

/**
 * What the library recognised in one chunk, in our shape; times in seconds from the chunk's start. Segments are the
 * model's own where it makes several; a model that gives one for the whole run has it cut at pauses and ends of
 * sentences. Words without times share those of their segment.
 */
export function toSpeech(
  transcript: Pick<Transcript, 'text' | 'language' | 'segments' | 'words'> & Tokens,
  speechSegments: readonly SpeechSegment[],
  language: string | null,
): RecognizedSpeech {
  const text = transcript.text.trim();
  const words = toWords(transcript);
  const detected = transcript.language === '' ? language : transcript.language;
  const segments = toSegments(transcript, words, text, speechSegments);
  if (words.length > 0) return { text, words, segments, language: detected };
  return { text, words: estimatedWords(segments, spokenTimes(speechSegments)), segments, language: detected };
}

/** Reported by some models, with their probabilities. */
type Tokens = Partial<Pick<Transcript, 'tokens'>>;

function toWords({ words, tokens = [] }: Pick<Transcript, 'words'> & Tokens): Word[] {
  return words
    .map(({ text, t0Ms, t1Ms, firstToken, nTokens }) => ({
      word: text.trim(),
      start: t0Ms / 1000,
      end: t1Ms / 1000,
      ...confidenceOf(tokens.slice(firstToken, firstToken + nTokens)),
    }))
    .filter(({ word }) => word !== '');
}

/** Of a word: the mean of its tokens' probabilities, if the model reports them. */
function confidenceOf(tokens: readonly { readonly p: number }[]): Pick<Word, 'confidence'> {
  const mean = tokens.reduce((sum, { p }) => sum + p, 0) / tokens.length;
  return Number.isFinite(mean)
    ? { confidence: Math.round(Math.min(1, Math.max(0, mean)) * 1000) / 1000 }
    : {};
}

function toSegments(
  { segments }: Pick<Transcript, 'segments'>,
  words: readonly Word[],
  text: string,
  speechSegments: readonly SpeechSegment[],
): Segment[] {
  if (text === '') return [];
  const spoken = spokenTimes(speechSegments);
  const own = segments
    .map((segment) => ({ text: segment.text.trim(), start: segment.t0Ms / 1000, end: segment.t1Ms / 1000 }))
    .filter((segment) => segment.text !== '')
    .map((segment, id) => ({ id, ...segment }));
  const placed = atTheVoice(own, spoken);
  if (segments.length > 1) return placed;
  if (words.length > 0) return fromWords(words, speechSegments);
  // Where a model says that its one text ends early, the rest was passed over.
  const [only] = placed;
  const within = only && only.end > only.start ? spokenWithin(spoken, only) : [];
  return estimatedPhrases(text, within.length > 0 ? within : spoken);
}

function fromWords(words: readonly Word[], speechSegments: readonly SpeechSegment[]): Segment[] {
  const groups: Word[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group && belongs(word, group)) group.push(word);
    else groups.push([word]);
  }
  let before = 0;
  return groups.map((group, id) => {
    const first = group[0]?.start ?? 0;
    const end = group.at(-1)?.end ?? first;
    const start = Math.max(before, beginning(first, speechSegments));
    before = end;
    return { id, start, end, text: group.map(({ word }) => word).join(' ') };
  });
}

function belongs(word: Word, group: readonly Word[]): boolean {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last) return false;
  const letters = group.reduce((sum, one) => sum + one.word.length + 1, 0);
  if (word.start - last.end > GAP_S || /[.?!。？！]$/.test(last.word)) return false;
  return word.end - first.start <= FULL_S && letters + word.word.length <= FULL_LETTERS;
}

/** Where the speech that ends with the first word begins: a CTC model marks a word near its end. */
function beginning(firstWord: number, speechSegments: readonly SpeechSegment[]): number {
  const within = speechSegments.find(
    ({ start, end }) => start / FRAME_RATE <= firstWord && firstWord <= end / FRAME_RATE + SLACK_S,
  );
  const start = (within?.start ?? firstWord * FRAME_RATE) / FRAME_RATE;
  return firstWord - start <= GAP_S + SLACK_S ? start : firstWord;
}
