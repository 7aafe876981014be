import { francAll } from 'franc-min';

/**
 * Languages whose own texts are recognised as such: of 12 words and more from the translations of Debian's programs, at most 3 in 1,000 scored
 * below the bound (docs/decisions/2026-11-22-language-warning.md). Of the others nothing is said.
 */
const known = new Set('en de es fr it nl pt pl sv cs hu ro tr el bg id hr'.split(' '));
/** Fewer words may all be names. */
const FEWEST_WORDS = 12;
/** Of the score of the likeliest language. */
const LEAST_SCORE = 0.75;
/** What is looked at of a long text. */
const MOST_CHARACTERS = 2_000;

/** What models that know English alone write for other speech, learnt from subtitles: "(speaking in foreign language)", "[SPEAKING GERMAN]". */
const annotation =
  /[([](?:he |she |they )?(?:speak|speaks|speaking)(?: in)?(?: an?)? (?:(?:foreign|other|another|unknown|native) languages?|[a-z]+(?:ish|an|ese|ch|ic|i|ew))[)\]]/i;

/** True where a text says of itself that the speech was in a language that the model does not know. */
export function namesForeignSpeech(text: string): boolean {
  return annotation.test(text);
}

/** True where a text of some length reads like none of these languages. False where that cannot be told. */
export function readsUnlike(text: string, languages: readonly string[]): boolean {
  if (languages.length === 0 || !languages.every((language) => known.has(language))) return false;
  const head = text.slice(0, MOST_CHARACTERS);
  if (head.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length < FEWEST_WORDS) return false;
  const scores = francAll(head).map(([code, score]) => [new Intl.Locale(code).language, score] as const);
  return !scores.some(([language, score]) => score >= LEAST_SCORE && languages.includes(language));
}
