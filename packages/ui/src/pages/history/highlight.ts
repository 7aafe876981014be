/** A run of a text, and whether it is a hit of a search. */
export interface TextRun {
  readonly text: string;
  readonly isHit: boolean;
  /** Where it begins in the whole text, as a stable key. */
  readonly at: number;
}

/** Splits a text into search hits and the text between them, ignoring case and accents as the search itself does. */
export function highlight(text: string, search: string): TextRun[] {
  const wanted = folded(search.trim()).text;
  if (wanted === '') return text === '' ? [] : [{ text, isHit: false, at: 0 }];
  const { text: plain, origins } = folded(text);
  const runs: TextRun[] = [];
  let done = 0;
  for (let from = 0; ; ) {
    const found = plain.indexOf(wanted, from);
    if (found < 0) break;
    const start = origins?.[found] ?? found;
    const end = origins?.[found + wanted.length] ?? found + wanted.length;
    if (start > done) runs.push({ text: text.slice(done, start), isHit: false, at: done });
    runs.push({ text: text.slice(start, end), isHit: true, at: start });
    done = end;
    from = found + wanted.length;
  }
  if (done < text.length) runs.push({ text: text.slice(done), isHit: false, at: done });
  return runs;
}

/** The text from a little before its first hit, for a space of one or two lines. */
export function excerpt(text: string, search: string, before = 40): string {
  const hit = highlight(text, search).find(({ isHit }) => isHit);
  if (!hit || hit.at <= before * 2) return text;
  const space = text.indexOf(' ', hit.at - before);
  return `…${text.slice(space >= 0 && space < hit.at ? space + 1 : hit.at)}`;
}

const isPlain = (text: string) => /^[\0-\x7f]*$/.test(text);

/** Lower case without accents, and the original position of each character; undefined if all positions are unchanged. */
function folded(text: string): { readonly text: string; readonly origins: readonly number[] | undefined } {
  // Most texts, and many times quicker than what follows.
  if (isPlain(text)) return { text: text.toLowerCase(), origins: undefined };
  let plain = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const bare = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    for (let index = 0; index < bare.length; index++) origins.push(at);
    plain += bare;
    at += character.length;
  }
  origins.push(text.length);
  return { text: plain, origins };
}
