/** The limits of a vendor's vocabulary. */
export interface TermLimits {
  readonly count: number;
  /** In one term. */
  readonly characters?: number;
  /** In one term. */
  readonly words?: number;
  /** In all terms together, separators not counted. */
  readonly total?: number;
  /** Removed from terms. */
  readonly forbidden?: RegExp;
}

/** As much of the vocabulary as a vendor accepts, in the user's order: one term too many must not fail the whole transcription. */
export function fitTerms(vocabulary: readonly string[], limits: TermLimits): string[] {
  const { characters = Infinity, words = Infinity, total = Infinity, forbidden } = limits;
  const fitting = new Set<string>();
  let used = 0;
  for (const written of vocabulary) {
    const term = (forbidden ? written.replace(forbidden, ' ') : written).replace(/\s+/g, ' ').trim();
    if (term === '' || term.length > characters || term.split(' ').length > words || fitting.has(term))
      continue;
    if (fitting.size >= limits.count || used + term.length > total) break;
    used += term.length;
    fitting.add(term);
  }
  return [...fitting];
}
