import { normalizeEnglish } from './normalize-english.ts';

/** One step of the alignment of what was said (the reference) with what was recognised (the hypothesis). */
export interface WordStep {
  readonly kind: 'same' | 'substituted' | 'deleted' | 'inserted';
  readonly reference?: string;
  readonly hypothesis?: string;
}

/** The alignment with the fewest errors, and its counts. */
export interface WordErrors {
  readonly steps: readonly WordStep[];
  readonly errors: number;
  /** Words of the reference. */
  readonly words: number;
}

/** Words as compared: after `normalizeEnglish`, so "Mr" and "mister" are equal and numbers are digits. */
export function comparableWords(text: string): string[] {
  return normalizeEnglish(text)
    .split(' ')
    .filter((word) => word !== '');
}

/**
 * Word errors by the standard definition: the minimum number of substituted, deleted and inserted words (Levenshtein distance over
 * words). The rate is `errors / words`.
 */
export function wordErrors(reference: readonly string[], hypothesis: readonly string[]): WordErrors {
  const width = hypothesis.length + 1;
  const cost = new Uint32Array((reference.length + 1) * width);
  const at = (row: number, column: number) => cost[row * width + column] ?? 0;
  for (let row = 0; row <= reference.length; row++) {
    for (let column = 0; column <= hypothesis.length; column++) {
      const different = reference[row - 1] === hypothesis[column - 1] ? 0 : 1;
      const best =
        row === 0 || column === 0
          ? row + column
          : Math.min(at(row - 1, column - 1) + different, at(row - 1, column) + 1, at(row, column - 1) + 1);
      cost[row * width + column] = best;
    }
  }
  return {
    steps: stepsBack(reference, hypothesis, at),
    errors: at(reference.length, hypothesis.length),
    words: reference.length,
  };
}

function stepsBack(
  reference: readonly string[],
  hypothesis: readonly string[],
  at: (row: number, column: number) => number,
): WordStep[] {
  const steps: WordStep[] = [];
  let row = reference.length;
  let column = hypothesis.length;
  while (row > 0 || column > 0) {
    const here = at(row, column);
    const [referenceWord, hypothesisWord] = [reference[row - 1], hypothesis[column - 1]];
    const same = referenceWord === hypothesisWord;
    if (
      referenceWord !== undefined &&
      hypothesisWord !== undefined &&
      here === at(row - 1, column - 1) + (same ? 0 : 1)
    ) {
      steps.push({
        kind: same ? 'same' : 'substituted',
        reference: referenceWord,
        hypothesis: hypothesisWord,
      });
      row--;
      column--;
    } else if (referenceWord !== undefined && here === at(row - 1, column) + 1) {
      steps.push({ kind: 'deleted', reference: referenceWord });
      row--;
    } else {
      steps.push({ kind: 'inserted', hypothesis: hypothesisWord ?? '' });
      column--;
    }
  }
  return steps.reverse();
}
