import { memoizedByText, wordsOf } from './compared-text.ts';
import { stopWords } from './stop-words.ts';

const scripts = {
  Latin: /\p{Script=Latin}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Greek: /\p{Script=Greek}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Han: /\p{Script=Han}/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Thai: /\p{Script=Thai}/gu,
} as const;

type Script = keyof typeof scripts;

/** The scripts and languages of a text, found by its letters and common words. */
interface LanguageProfile {
  readonly letters: number;
  /**
   * Share of the letters in each script. Japanese is Kana: Chinese characters count as Kana where there is enough of
   * it.
   */
  readonly scripts: ReadonlyMap<Script, number>;
  /** Share of the words that are small words of each language; only languages with two different ones. */
  readonly languages: ReadonlyMap<string, number>;
}

/** More would not change the result. */
const ENOUGH = 20_000;

export const languageProfile: (text: string) => LanguageProfile = memoizedByText((text) => {
  const sample = text.slice(0, ENOUGH);
  const letters = count(sample, /\p{L}/gu);
  const counts = new Map<Script, number>();
  for (const [script, pattern] of Object.entries(scripts) as [Script, RegExp][]) {
    const found = count(sample, pattern);
    if (found > 0) counts.set(script, found);
  }
  const kana = counts.get('Kana') ?? 0;
  const han = counts.get('Han') ?? 0;
  if (kana >= 0.1 * (kana + han) && kana > 0) {
    counts.set('Kana', kana + han);
    counts.delete('Han');
  }
  return {
    letters,
    scripts: new Map([...counts].map(([script, found]) => [script, found / letters])),
    languages: sharesOf(wordsOf(sample)),
  };
});

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function sharesOf(words: readonly string[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const [language, small] of Object.entries(stopWords)) {
    const found = words.filter((word) => small.has(word));
    if (new Set(found).size >= 2) shares.set(language, found.length / words.length);
  }
  return shares;
}

/** The script of most letters; undefined if none has half of them. */
export function mainScript({ scripts: shares }: LanguageProfile): Script | undefined {
  return [...shares].find(([, share]) => share >= 0.5)?.[0];
}

/** The language whose small words stand out; undefined where two are close or there are too few of them. */
export function mainLanguage({ languages }: LanguageProfile): string | undefined {
  const [first, second] = [...languages].sort(([, a], [, b]) => b - a);
  if (!first || first[1] < 0.15) return undefined;
  return second === undefined || first[1] >= 1.3 * second[1] ? first[0] : undefined;
}
