/** An entry of the vocabulary that changes text: what is heard, and what is written for it. */
export interface Replacement {
  readonly heard: string;
  readonly written: string;
}

const ARROWS = ['=>', '->', '→'];

/** The entries as pairs; one without an arrow is written as it stands, one that starts with the arrow says nothing. */
export function replacementsOf(vocabulary: readonly string[]): Replacement[] {
  return vocabulary.map(parsed).filter(({ heard }) => heard !== '');
}

function parsed(entry: string): Replacement {
  const places = ARROWS.map((arrow) => ({ arrow, at: entry.indexOf(arrow) })).filter(({ at }) => at >= 0);
  const [first] = places.sort((a, b) => a.at - b.at);
  if (!first) return { heard: entry.trim(), written: entry.trim() };
  return {
    heard: entry.slice(0, first.at).trim(),
    written: entry.slice(first.at + first.arrow.length).trim(),
  };
}
