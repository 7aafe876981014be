import { stopWords } from './stop-words.ts';
import { wordsOf } from './words.ts';

const scripts = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Arabic: /\p{Script=Arabic}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Han: /\p{Script=Han}/u,
  Hangul: /\p{Script=Hangul}/u,
  Thai: /\p{Script=Thai}/u,
} as const;

export type Script = keyof typeof scripts;

/** What a text is written in, as far as its letters and small words tell. */
export interface LanguageProfile {
  readonly letters: number;
  /** Share of the letters in each script. Japanese is Kana: Chinese characters count as Kana where there is enough of it. */
  readonly scripts: ReadonlyMap<Script, number>;
  /** Share of the words that are small words of each language; only languages with two different ones. */
  readonly languages: ReadonlyMap<string, number>;
}

/** More tells nothing new. */
const ENOUGH = 20_000;

/** The profile of a text. */
export function languageProfile(text: string): LanguageProfile {
  const sample = text.slice(0, ENOUGH);
  const counts = new Map<Script, number>();
  let letters = 0;
  for (const letter of sample.match(/\p{L}/gu) ?? []) {
    letters++;
    const script = (Object.keys(scripts) as Script[]).find((name) => scripts[name].test(letter));
    if (script) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  const kana = counts.get('Kana') ?? 0;
  const han = counts.get('Han') ?? 0;
  if (kana >= 0.1 * (kana + han) && kana > 0) {
    counts.set('Kana', kana + han);
    counts.delete('Han');
  }
  return {
    letters,
    scripts: new Map([...counts].map(([script, count]) => [script, count / letters])),
    languages: sharesOf(wordsOf(sample)),
  };
}

function sharesOf(words: readonly string[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const [language, small] of Object.entries(stopWords)) {
    const found = words.filter((word) => small.has(word));
    if (new Set(found).size >= 2) shares.set(language, found.length / words.length);
  }
  return shares;
}

/** The script that most of the letters are of; undefined where none has the half. */
export function mainScript({ scripts: shares }: LanguageProfile): Script | undefined {
  return [...shares].find(([, share]) => share >= 0.5)?.[0];
}

/** The language whose small words stand out; undefined where two are close or there are too few of them. */
export function mainLanguage({ languages }: LanguageProfile): string | undefined {
  const [first, second] = [...languages].sort(([, a], [, b]) => b - a);
  if (!first || first[1] < 0.15) return undefined;
  return second === undefined || first[1] >= 1.3 * second[1] ? first[0] : undefined;
}
