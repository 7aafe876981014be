import type { DateRange } from './history-search.ts';

/** What a search can be narrowed to beside its words, by the key in the address. */
export const tokenKinds = ['mode', 'source', 'date', 'status'] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** The words of tokens in the documents; they are understood in every language. */
const englishWords: Readonly<Record<TokenKind, string>> = {
  mode: 'mode',
  source: 'from',
  date: 'last',
  status: 'is',
};

/** A token that is being typed at the end of a text, as `mail mode:Em`. */
export interface TypedToken {
  readonly kind: TokenKind;
  readonly value: string;
  /** The text without it. */
  readonly rest: string;
}

/** Finds the token that a text ends with; `words` are those of the window's language. */
export function typedToken(text: string, words: Readonly<Record<TokenKind, string>>): TypedToken | undefined {
  const [, rest = '', word = '', value = ''] = /^(.*?)([^\s:：]+)[:：]\s*([^:：]*)$/su.exec(text) ?? [];
  const kind = tokenKinds.find((each) => isSame(word, words[each]) || isSame(word, englishWords[each]));
  return kind && { kind, value: value.trim(), rest: rest.trim() };
}

/** True if what is typed could mean this: some of it, without case and accents. */
export function isLike(label: string, typed: string): boolean {
  return bare(label).includes(bare(typed));
}

function isSame(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The start of a range, ISO 8601: midnight of the user's own day. */
export function startOf(range: DateRange, now: Date): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (range === 'week') day.setDate(day.getDate() - 6);
  if (range === 'month') day.setDate(day.getDate() - 29);
  return day.toISOString();
}

/**
 * The address follows what is typed, and on a busy machine so late that several texts are on their way into it. Returns
 * those that still are when the address has come to `written`; undefined if it is none of them, but came with a link or
 * by going back.
 */
export function stillSent(sent: readonly string[], written: string): readonly string[] | undefined {
  const place = sent.indexOf(written);
  return place < 0 ? undefined : sent.slice(place + 1);
}
