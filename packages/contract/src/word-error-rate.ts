/** One step of the alignment of what was said with what was heard. */
export interface WordStep {
  readonly kind: 'same' | 'substituted' | 'deleted' | 'inserted';
  readonly said?: string;
  readonly heard?: string;
}

/** The alignment with the fewest errors, and what it counts. */
export interface WordErrors {
  readonly steps: readonly WordStep[];
  readonly errors: number;
  /** Words that were said. */
  readonly words: number;
}

/** Words as they are compared: lower case, no punctuation; apostrophes belong to words. */
export function comparableWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[’]/g, "'")
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '');
}

/**
 * Word errors as the field counts them: the least number of words to substitute, delete and insert (Levenshtein distance over
 * words). The rate is `errors / words`.
 */
export function wordErrors(said: readonly string[], heard: readonly string[]): WordErrors {
  const width = heard.length + 1;
  const cost = new Uint32Array((said.length + 1) * width);
  const at = (row: number, column: number) => cost[row * width + column] ?? 0;
  for (let row = 0; row <= said.length; row++) {
    for (let column = 0; column <= heard.length; column++) {
      const different = said[row - 1] === heard[column - 1] ? 0 : 1;
      const best =
        row === 0 || column === 0
          ? row + column
          : Math.min(at(row - 1, column - 1) + different, at(row - 1, column) + 1, at(row, column - 1) + 1);
      cost[row * width + column] = best;
    }
  }
  return { steps: stepsBack(said, heard, at), errors: at(said.length, heard.length), words: said.length };
}

function stepsBack(
  said: readonly string[],
  heard: readonly string[],
  at: (row: number, column: number) => number,
): WordStep[] {
  const steps: WordStep[] = [];
  let row = said.length;
  let column = heard.length;
  while (row > 0 || column > 0) {
    const here = at(row, column);
    const [saidWord, heardWord] = [said[row - 1], heard[column - 1]];
    const same = saidWord === heardWord;
    if (
      saidWord !== undefined &&
      heardWord !== undefined &&
      here === at(row - 1, column - 1) + (same ? 0 : 1)
    ) {
      steps.push({ kind: same ? 'same' : 'substituted', said: saidWord, heard: heardWord });
      row--;
      column--;
    } else if (saidWord !== undefined && here === at(row - 1, column) + 1) {
      steps.push({ kind: 'deleted', said: saidWord });
      row--;
    } else {
      steps.push({ kind: 'inserted', heard: heardWord ?? '' });
      column--;
    }
  }
  return steps.reverse();
}
