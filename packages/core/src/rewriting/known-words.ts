import { readFileSync } from 'node:fs';
import { ownFile } from '@quoth/processes/places';
import { hasWord, type KnownWords, listedLanguages } from '@quoth/text';

const loaded = new Map<string, KnownWords>();

/**
 * Tells whether a word belongs to a language (BCP-47), or to English, whose words are used in every one; of an unknown
 * language, whether it belongs to any. Undefined for a language without a list. A list takes 60 to 220 kB of memory
 * from its first use on.
 */
export function dictionaryOf(language = 'auto'): ((word: string) => boolean) | undefined {
  const primary = language.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  const names =
    primary === 'auto'
      ? listedLanguages
      : listedLanguages.filter((name) => name === primary || name === 'en');
  if (primary !== 'auto' && !names.some((name) => name === primary)) return undefined;
  const lists = names.map(listOf);
  const isListed = (word: string) => lists.some((list) => hasWord(list, word));
  return primary === 'de' ? (word) => isListed(word) || isCompound(word, isListed) : isListed;
}

function listOf(language: string): KnownWords {
  const list = loaded.get(language) ?? {
    bits: readFileSync(ownFile(`../../../text/data/known-words-${language}.bin`, import.meta.url)),
  };
  loaded.set(language, list);
  return list;
}

const MIN_PART = 4;

/** Two German words written as one, with the s that joins them or without. */
function isCompound(word: string, isListed: (word: string) => boolean): boolean {
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++) {
    const first = word.slice(0, at);
    if (!isListed(word.slice(at))) continue;
    if (isListed(first) || (first.endsWith('s') && first.length > MIN_PART && isListed(first.slice(0, -1))))
      return true;
  }
  return false;
}
