/** An entry of the vocabulary that changes text: what is spoken, and what is written for it. */
export interface Replacement {
  readonly spoken: string;
  readonly written: string;
}

const ARROWS = ['=>', '->', '→'];

/** The entries as pairs; one without an arrow is written as it stands, one that starts with the arrow says nothing. */
export function replacementsOf(vocabulary: readonly string[]): Replacement[] {
  return vocabulary.map(parsed).filter(({ spoken }) => spoken !== '');
}

function parsed(entry: string): Replacement {
  const places = ARROWS.map((arrow) => ({ arrow, at: entry.indexOf(arrow) })).filter(({ at }) => at >= 0);
  const [first] = places.sort((a, b) => a.at - b.at);
  if (!first) return { spoken: entry.trim(), written: entry.trim() };
  return {
    spoken: entry.slice(0, first.at).trim(),
    written: entry.slice(first.at + first.arrow.length).trim(),
  };
}
