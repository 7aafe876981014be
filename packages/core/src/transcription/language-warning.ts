import {
  type Message,
  primaryLanguage,
  say,
  type TranscriptionWarning,
  type Word,
  withAdvice,
} from '@quoth/contract';
import type { Doubt } from '@quoth/text';
import {
  knowsLanguage,
  type LocalPlan,
  nearestModels,
  type PlannableModel,
  type RankingMachine,
} from './plan-local.ts';

/**
 * Languages whose own texts are recognised as such: of 12 words and more from the translations of Debian's programs, at
 * most 3 in 1,000 scored below the bound (docs/decisions/2026-11-22-language-warning.md). Of the others nothing is
 * said.
 */
const known = new Set('en de es fr it nl pt pl sv cs hu ro tr el bg id hr'.split(' '));
/** Fewer words may all be names. */
const MIN_WORDS = 12;
/** Of the score of the likeliest language. */
const MIN_SCORE = 0.75;
/** What is looked at of a long text. */
const MAX_CHARACTERS = 2_000;

/**
 * What models that know English alone write for other speech, learnt from subtitles: "(speaking in foreign language)",
 * "[SPEAKING GERMAN]".
 */
const annotation =
  /[([](?:he |she |they )?(?:speak|speaks|speaking)(?: in)?(?: an?)? (?:(?:foreign|other|another|unknown|native) languages?|[a-z]+(?:ish|an|ese|ch|ic|i|ew))[)\]]/i;

/** True where a text says of itself that the speech was in a language that the model does not know. */
function namesForeignSpeech(text: string): boolean {
  return annotation.test(text);
}

/** True where a text of some length reads like none of these languages. False where that cannot be told. */
async function readsUnlike(text: string, languages: readonly string[]): Promise<boolean> {
  if (languages.length === 0 || !languages.every((language) => known.has(language))) return false;
  const head = text.slice(0, MAX_CHARACTERS);
  if (head.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length < MIN_WORDS) return false;
  const { francAll } = await import('franc-min');
  // Only few of some eighty are likely, and each look-up of a language takes long.
  const likely = francAll(head).filter(([, score]) => score >= MIN_SCORE);
  return !likely.some(([code]) => languages.includes(new Intl.Locale(code).language));
}

/** What is compared: what was planned, and what was recognised. */
export interface RecognitionToCheck {
  readonly plan: Pick<LocalPlan, 'model' | 'language'>;
  readonly result: {
    readonly text: string;
    readonly language: string | null;
    readonly words: readonly Word[];
    readonly doubts?: readonly Doubt[] | undefined;
  };
  /** What another model heard, where the text did not look right. */
  readonly spoken?: string | undefined;
  /** True where the text is to be in English, whatever was spoken. */
  readonly translate?: boolean | undefined;
  /** Every model of this machine, installed or not. */
  readonly models: readonly PlannableModel[];
  readonly machine: RankingMachine;
}

/**
 * Languages that the included model translates so that the meaning can be followed: heard with people's recordings.
 * Japanese and Korean can't.
 */
const understood = new Set('en de es fr it'.split(' '));
/** Where less of the speech is in another language, it is a quotation. */
const OTHER_SHARE = 0.3;
/** Fewer words are not enough to decide. */
const A_FEW_WORDS = 3;
const MANY_WORDS = 8;
/** More languages are only counted. */
const MAX_NAMED = 3;
/** A word above this was hardly guessed. */
const SURE = 0.9;

/**
 * A warning if the speech does not seem to be in an expected language: the model detected another one or says so in its
 * text, was unsure throughout, or wrote something that reads like another language. Names a model that would understand
 * it. Undefined if there is no reason to doubt the text.
 */
export async function languageWarning({
  plan,
  result,
  models,
  machine,
  translate = false,
  spoken,
}: RecognitionToCheck): Promise<TranscriptionWarning | undefined> {
  const { model, language } = plan;
  const found = spoken ?? otherLanguage(result) ?? result.language;
  const detected = found === null ? undefined : primaryLanguage(found);
  const wanted = language === 'auto' ? model.languages : [language];
  const isOther = detected !== undefined && !knowsLanguage({ languages: wanted }, detected);
  const others = models.filter(({ id }) => id !== model.id);
  if (isOther) {
    const fitting = others.filter((other) => knowsLanguage(other, detected));
    const message = say('speechInOtherLanguage', {
      language: { language: detected },
      expected: oneOf(wanted),
    });
    const isKnown = knowsLanguage(model, detected);
    return warningOf(message, isKnown ? say('chooseThisLanguage') : advice(fitting, detected, machine));
  }
  if (translate && model.included && detected !== undefined && !understood.has(detected)) {
    const message = say('translatedRoughly', {
      model: model.displayName,
      language: { language: detected },
    });
    const fitting = others.filter((other) => knowsLanguage(other, detected));
    const better = fitting.filter(({ included, capabilities }) => !included && capabilities.translation);
    return warningOf(message, advice(better, detected, machine, 'more'));
  }
  const fitting = others.filter((other) => other.detectsLanguage && isMultilingual(other));
  if (isUnsure(model, result.words)) {
    // Unclear speech is the more likely reason, and the same models help against both.
    const message = say('wordsUnsure', { model: model.displayName, expected: oneOf(wanted) });
    return warningOf(message, advice(fitting, 'auto', machine, 'more'));
  }
  const message = namesForeignSpeech(result.text)
    ? say('foreignSpeechNoted', { model: model.displayName, expected: oneOf(wanted) })
    : (await readsUnlike(result.text, translate ? [] : wanted.map(primaryLanguage)))
      ? say('textReadsForeign', { expected: oneOf(wanted) })
      : undefined;
  return message && warningOf(message, advice(fitting, 'auto', machine));
}

/** The language that the model heard in much of the speech instead of the one that was asked for. */
function otherLanguage({ doubts = [], words }: RecognitionToCheck['result']): string | undefined {
  const others = doubts.filter(({ kind }) => kind === 'other-language');
  const within = words.filter((word) =>
    others.some(({ start, end }) => word.end > start && word.start < end),
  );
  return within.length >= OTHER_SHARE * words.length ? others[0]?.language : undefined;
}

/**
 * How certain words are: their mean confidence, and the share of confident ones. Undefined if the model reports none.
 */
function certaintyOf(words: readonly Word[]): number | undefined {
  const reported = words.flatMap(({ confidence }) => confidence ?? []);
  if (reported.length === 0) return undefined;
  const mean = reported.reduce((sum, one) => sum + one, 0) / reported.length;
  return mean + reported.filter((one) => one > SURE).length / reported.length;
}

function isUnsure({ doubtBelow }: PlannableModel, words: readonly Word[]): boolean {
  const certainty = certaintyOf(words);
  if (doubtBelow === undefined || certainty === undefined || words.length < A_FEW_WORDS) return false;
  return certainty < (words.length < MANY_WORDS ? doubtBelow.shortText : doubtBelow.longText);
}

function isMultilingual({ languages }: PlannableModel): boolean {
  return languages.includes('*') || languages.length > 1;
}

function advice(
  fitting: readonly PlannableModel[],
  language: string,
  machine: RankingMachine,
  knows: 'language' | 'more' = 'language',
): Message {
  const [nearest] = nearestModels(fitting, { language }, machine);
  if (!nearest) return say('noModelKnows');
  const { displayName: model, id, slug, installed, included } = nearest;
  if (installed)
    return say(knows === 'more' ? 'installedModelKnowsMore' : 'installedModelKnows', { model, id });
  return say(knows === 'more' ? 'modelKnowsMore' : 'modelKnows', {
    model,
    id: included ? id : (slug ?? id),
  });
}

function warningOf(message: Message, todo: Message): TranscriptionWarning {
  return withAdvice({ code: 'LANGUAGE_MISMATCH' }, { message: [message, todo] });
}

/** At most three by their names. */
function oneOf(languages: readonly string[]) {
  return languages.length > MAX_NAMED
    ? say('oneOfLanguages', { count: languages.length })
    : { anyOf: languages.map((language) => ({ language })) };
}
