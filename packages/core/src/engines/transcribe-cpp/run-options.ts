import { primaryLanguage } from '@quoth/contract';
import type { FamilyExtension, TimestampKind, TranscribeModel, TranscribeOptions } from 'transcribe-cpp';
import type { HostRequest } from '../engine.ts';
import { RecognitionError } from '../host/recognizer.ts';

/** What run options depend on. */
export type ModelAbilities = Pick<TranscribeModel, 'capabilities' | 'arch' | 'accepts'>;

/** Whisper reads 224 tokens of prompt and drops the first ones of a longer one. */
const LONGEST_PROMPT = 600;

/** The options of one run, for what the model can do. Throws INVALID_REQUEST for a language or a translation that it lacks. */
export function runOptions(model: ModelAbilities, request: HostRequest): Omit<TranscribeOptions, 'signal'> {
  const { capabilities } = model;
  const language = languageFor(model, request.language);
  const family = promptFor(model, request.vocabulary);
  if (request.translate && !capabilities.supportsTranslate) {
    throw new RecognitionError(
      'INVALID_REQUEST',
      'This model does not translate.',
      'Choose one that does: "quoth models list --all" shows which.',
    );
  }
  return {
    timestamps: timestampsFor(model, request.wordTimes === true),
    ...(language !== undefined && { language }),
    ...(request.translate && { task: 'translate', targetLanguage: 'en' }),
    ...(family && { family }),
  };
}

/** The vocabulary as a prompt, for a model that takes one: as many terms as fit, the first ones first. */
export function promptText(vocabulary: readonly string[]): string {
  let prompt = '';
  for (const term of vocabulary) {
    const longer = prompt === '' ? term : `${prompt}, ${term}`;
    if (longer.length > LONGEST_PROMPT) break;
    prompt = longer;
  }
  return prompt;
}

function promptFor(model: ModelAbilities, vocabulary: readonly string[]): FamilyExtension | undefined {
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
      'This model cannot detect the spoken language.',
      `Specify it: one of ${languages.join(', ')}.`,
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
