import { primaryLanguage, type TranscriptionWarning, type Word } from '@quoth/contract';
import { knowsLanguage } from './planning/knows-language.ts';
import type { LocalPlan, PlannableModel } from './planning/plan-local.ts';
import { type Machine, rankModels } from './planning/rank-models.ts';
import { namesForeignSpeech, readsUnlike } from './text-language.ts';

/** What is compared: what was planned, and what was recognised. */
export interface RecognitionToCheck {
  readonly plan: Pick<LocalPlan, 'model' | 'language'>;
  readonly result: {
    readonly text: string;
    readonly language: string | null;
    readonly words: readonly Word[];
  };
  /** True where the text is to be in English, whatever was spoken. */
  readonly translate?: boolean;
  /** Every model of this machine, installed or not. */
  readonly models: readonly PlannableModel[];
  readonly machine: Machine;
}

/** Fewer words are not enough to decide. */
const A_FEW_WORDS = 3;
const MANY_WORDS = 8;
/** A word above this was hardly guessed. */
const SURE = 0.9;

/**
 * A warning if the speech does not seem to be in an expected language: the model detected another one or says so in its text, was unsure throughout, or
 * wrote something that reads like another language. Names a model that would understand it. Undefined if there is no reason to doubt the text.
 */
export function languageWarning({
  plan,
  result,
  models,
  machine,
  translate = false,
}: RecognitionToCheck): TranscriptionWarning | undefined {
  const { model, language } = plan;
  const detected = result.language === null ? undefined : primaryLanguage(result.language);
  const wanted = language === 'auto' ? model.languages : [language];
  const isOther = detected !== undefined && !knowsLanguage({ languages: wanted }, detected);
  const others = models.filter(({ id }) => id !== model.id);
  if (isOther) {
    const fitting = others.filter((other) => knowsLanguage(other, detected));
    const message = `The speech seems to be ${nameOf(detected)}, and ${namesOf(wanted)} was expected.`;
    return warningOf(message, advice(fitting, detected, machine));
  }
  const fitting = others.filter((other) => other.detectsLanguage && isMultilingual(other));
  if (isUnsure(model, result.words)) {
    // Unclear speech is the more likely reason, and the same models help against both.
    const message = `${model.displayName} is unsure of most words: the speech is unclear, or not ${namesOf(wanted)}.`;
    return warningOf(message, advice(fitting, 'auto', machine, 'understands more'));
  }
  const sign = signOf(model, result, translate ? [] : wanted.map(primaryLanguage));
  if (sign === undefined) return undefined;
  const message = `${sign}: the speech may not be ${namesOf(wanted)}.`;
  return warningOf(message, advice(fitting, 'auto', machine));
}

/** How certain words are: their mean confidence, and the share of confident ones. Undefined if the model reports none. */
export function certaintyOf(words: readonly Word[]): number | undefined {
  const told = words.flatMap(({ confidence }) => confidence ?? []);
  if (told.length === 0) return undefined;
  const mean = told.reduce((sum, one) => sum + one, 0) / told.length;
  return mean + told.filter((one) => one > SURE).length / told.length;
}

/** What speaks against the text, in words. */
function signOf(
  model: PlannableModel,
  { text }: RecognitionToCheck['result'],
  languages: readonly string[],
): string | undefined {
  if (namesForeignSpeech(text))
    return `${model.displayName} noted speech in a language that it does not know`;
  if (readsUnlike(text, languages)) return 'The text reads like another language';
  return undefined;
}

function isUnsure({ doubtBelow }: PlannableModel, words: readonly Word[]): boolean {
  const certainty = certaintyOf(words);
  if (doubtBelow === undefined || certainty === undefined || words.length < A_FEW_WORDS) return false;
  return certainty < (words.length < MANY_WORDS ? doubtBelow.ofAFewWords : doubtBelow.ofManyWords);
}

function isMultilingual({ languages }: PlannableModel): boolean {
  return languages.includes('*') || languages.length > 1;
}

function advice(
  fitting: readonly PlannableModel[],
  language: string,
  machine: Machine,
  does = 'supports this language',
): string {
  const [installed] = rankModels(
    fitting.filter((model) => model.installed),
    language,
    machine,
  );
  if (installed)
    return `${installed.displayName} is installed and ${does}: choose the model ${installed.id}.`;
  const [known] = rankModels(
    fitting.filter((model) => model.listed),
    language,
    machine,
  );
  if (!known) return 'No model in the catalog supports this language.';
  return `${known.displayName} ${does}: quoth models download ${known.slug ?? known.id}`;
}

function warningOf(message: string, hint: string): TranscriptionWarning {
  return { code: 'LANGUAGE_MISMATCH', message: `${message} ${hint}` };
}

const names = new Intl.DisplayNames(['en'], { type: 'language' });

function nameOf(language: string): string {
  return names.of(language) ?? language;
}

function namesOf(languages: readonly string[]): string {
  const [first = '', ...others] = languages;
  if (others.length === 0) return nameOf(first);
  return others.length < 3
    ? languages.map(nameOf).join(' or ')
    : `one of the model's ${languages.length} languages`;
}
