const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** Tokens of a text, roughly: how few they may be, and how many. Letters of an alphabet share tokens, characters do not. */
export function tokenEstimate(text: string): { readonly fewest: number; readonly most: number } {
  const dense = text.match(DENSE)?.length ?? 0;
  const others = text.length - dense;
  return { fewest: Math.floor(dense * 0.5 + others / 5), most: Math.ceil(dense * 2 + others / 2) };
}
