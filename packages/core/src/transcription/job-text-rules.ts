import {
  type CaptionFormat,
  type CaptionShape,
  plainText,
  type RecordingSource,
  type Segment,
} from '@quoth/contract';
import { ownFile } from '@quoth/processes/places';
import { type CaptionSource, textOfTurns, toSrt, toVtt, turnsOf } from '@quoth/text';
import type { SpokenOptions } from '@quoth/text/spoken';
import { runInThread } from '../base/index.ts';
import type { RewriteParts } from '../declarations/index.ts';
import { type ModeWithVocabulary, spokenOptionsOf, vocabularyIn } from '../modes.ts';
import {
  loadTextRules,
  type RuledText,
  ruleText,
  ruleTexts,
  spokenTerms,
  type TextRules,
} from '../rewriting/index.ts';
import type { WorkOptions } from './plan-transcription.ts';

/** A mode's text rules for one transcription, together with the words that its caller named. */
export interface JobTextRules {
  /** What engines and providers are told to expect: the caller's words, then the mode's, as they are spoken. */
  readonly vocabulary: readonly string[];
  /** The rules for a text in this language: BCP-47, or null if it is unknown. */
  readonly rulesIn: (language: string | null) => TextRules;
  /**
   * Applies them to a whole transcript, which may be hours long, without keeping anything else waiting; where its
   * segments name speakers, to each turn, and to no name. Throws the signal's reason.
   */
  readonly rewriteAll: (
    transcript: { readonly text: string; readonly segments: readonly Segment[] },
    language: string | null,
    signal?: AbortSignal,
  ) => Promise<RuledText>;
  /** The same for its parts, such as segments, in their order. */
  readonly rewriteParts: RewriteParts;
  /** What of spoken words is written as people write it. */
  readonly spoken: SpokenOptions | undefined;
  /** True where every text stays as it is. */
  readonly changesNothing: boolean;
}

/** The text rules of a transcription; its language need not be known yet. */
export function textRulesOf(
  mode: ModeWithVocabulary,
  { vocabulary: given = [], translate }: Pick<WorkOptions, 'vocabulary' | 'translate'>,
  source?: RecordingSource,
  at = Date.now(),
): JobTextRules {
  // While the engine works; a failure is for those who apply them.
  loadTextRules().catch(() => undefined);
  // Only somebody who dictates means them as commands.
  const spokenLineBreaks = mode.spokenLineBreaks && source === 'dictation';
  const spoken = spokenOptionsOf(mode, source);
  // Parts and captions come one by one: the same list is looked through once.
  const known = new Map<string, TextRules>();
  const rulesIn = (heard: string | null): TextRules => {
    // A translation is English, whatever language was spoken.
    const language = translate === true ? 'en' : (heard ?? 'auto');
    const before = known.get(language);
    if (before) return before;
    const { terms, snippets } = vocabularyIn(mode, language);
    const rules: TextRules = {
      ...mode,
      spokenLineBreaks,
      ...(spoken && { spoken }),
      heard: true,
      customVocabulary: [...given, ...terms],
      ...(source === 'dictation' && snippets.length > 0 && { snippets: { known: snippets, at } }),
      language,
    };
    known.set(language, rules);
    return rules;
  };
  // Those of every language: an engine gets them before one is known.
  const expected = [...given, ...mode.customVocabulary, ...termsOfSomeLanguages(mode)];
  const takesAway = !mode.punctuation || !mode.capitalization || mode.removeTrailingPeriod;
  const replaces =
    expected.length > 0 ||
    (source === 'dictation' && (mode.scoped ?? []).length > 0) ||
    mode.englishSpelling !== null ||
    mode.profanityFilter;
  return {
    vocabulary: spokenTerms(expected),
    changesNothing: !spokenLineBreaks && !spoken && !takesAway && !replaces,
    spoken,
    rulesIn,
    rewriteAll: async ({ text, segments }, language, signal) => {
      const turns = turnsOf(segments);
      if (turns.length === 0) return ruleText(text, rulesIn(language), signal);
      const said = turns.map((turn) => turn.text);
      // The end is that of the whole text.
      const rules = { ...rulesIn(language), removeTrailingPeriod: false };
      const [before, last] = await Promise.all([
        ruleTexts(said.slice(0, -1), rules, signal),
        ruleTexts(said.slice(-1), rulesIn(language), signal),
      ]);
      const ruled = [...before, ...last];
      return {
        text: textOfTurns(turns.map(({ speaker }, at) => ({ speaker, text: ruled[at]?.text ?? '' }))),
        corrections: ruled.flatMap(({ corrections }) => corrections),
      };
    },
    rewriteParts: async (parts, language, signal) =>
      (await ruleTexts(parts, rulesIn(language), signal)).map(({ text }) => text),
  };
}

/** What is spoken of the words and replacements that count in some languages alone. */
function termsOfSomeLanguages({ scoped = [] }: ModeWithVocabulary): string[] {
  return scoped.filter(({ kind }) => kind !== 'snippet').map(({ phrase }) => phrase);
}

/** What captions are cut from, and how they are to look. Plain data, so that another thread can be handed it. */
export interface CaptionsToCut {
  readonly speech: Omit<CaptionSource, 'rewrite'>;
  /** BCP-47; null if unknown. */
  readonly language: string | null;
  readonly mode: ModeWithVocabulary;
  readonly options: Pick<WorkOptions, 'vocabulary' | 'translate'>;
  readonly format: CaptionFormat;
  readonly shape: CaptionShape;
}

/**
 * Captions are cut from the engine's words, so the text rules (the mode's and the request's, in the language that was
 * spoken) are applied to each cue: what the user asked to be replaced or hidden is so in captions too.
 */
export async function cutCaptions(given: CaptionsToCut): Promise<string> {
  const { speech, language, mode, options, format, shape } = given;
  const { applyTextRules } = await loadTextRules();
  // Line breaks are the layout's own in captions, and never spoken ones.
  const rules = textRulesOf({ ...mode, removeTrailingPeriod: false, spokenLineBreaks: false }, options);
  const rewritten = { ...speech, rewrite: (cue: string) => applyTextRules(cue, rules.rulesIn(language)) };
  return plainText(format === 'srt' ? toSrt(rewritten, shape) : toVtt(rewritten, shape));
}

/** Cutting captions from fewer words takes less time than starting a thread. */
const INLINE_WORDS = 2_000;
/** Characters of a text without times; it has about as many words. */
const INLINE_CHARACTERS = 12_000;

/** Captions as text. Long ones are cut in a thread of their own, so that nothing else waits meanwhile. */
export async function printCaptions(given: CaptionsToCut): Promise<string> {
  const { text, words = [] } = given.speech;
  if (words.length <= INLINE_WORDS && text.length <= INLINE_CHARACTERS) return cutCaptions(given);
  return runInThread(ownFile('./print-captions-worker.ts', import.meta.url), given);
}
