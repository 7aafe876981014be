/** One step of the alignment of what was said (the reference) with what was recognised (the hypothesis). */
interface WordStep {
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
 * Word errors by the standard definition: the minimum number of substituted, deleted and inserted words (Levenshtein
 * distance over words). The rate is `errors / words`.
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

/**
 * English text as Whisper's normaliser compares it (openai/whisper, `whisper/normalizers/english.py`, and appendix C of
 * "Robust Speech Recognition via Large-Scale Weak Supervision"): different spellings of the same spoken word compare
 * equal. Unlike the original, this omits national spellings (the mode's text rules choose them) and amounts of money.
 */
export function normalizeEnglish(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[‘’`´]/g, "'")
    .replace(/[<[][^>\]]*[>\]]/g, '')
    .replace(/\(([^)]+?)\)/g, '')
    .replace(/\b(hmm|mm|mhm|mmm|uh|um)\b/g, '')
    .replace(/\s+'/g, "'");
  const expanded = replacers
    .reduce((current, [pattern, full]) => current.replace(pattern, full), plain)
    .replace(/(\d),(?=\d)/g, '$1')
    .replace(/\.(?!\d)/g, ' ')
    .replace(/[^\p{L}\p{N}.%$' ]+/gu, ' ');
  return withNumbers(expanded.split(/\s+/).filter((word) => word !== '' && word !== "'"))
    .join(' ')
    .replace(/[.'%$]+(?= |$)/g, '')
    .replace(/(^| )1(?= |$)/g, '$1one')
    .trim();
}

const replacers: readonly (readonly [RegExp, string])[] = [
  [/\bwon't\b/g, 'will not'],
  [/\bcan't\b/g, 'can not'],
  [/\blet's\b/g, 'let us'],
  [/\bain't\b/g, 'aint'],
  [/\by'all\b/g, 'you all'],
  [/\bwanna\b/g, 'want to'],
  [/\bgotta\b/g, 'got to'],
  [/\bgonna\b/g, 'going to'],
  [/\bi'ma\b/g, 'i am going to'],
  [/\bwoulda\b/g, 'would have'],
  [/\bcoulda\b/g, 'could have'],
  [/\bshoulda\b/g, 'should have'],
  [/\bma'am\b/g, 'madam'],
  [/\bmr\b\.?/g, 'mister '],
  [/\bmrs\b\.?/g, 'missus '],
  [/\bst\b\.?/g, 'saint '],
  [/\bdr\b\.?/g, 'doctor '],
  [/\bprof\b\.?/g, 'professor '],
  [/\bcapt\b\.?/g, 'captain '],
  [/\bgov\b\.?/g, 'governor '],
  [/\bgen\b\.?/g, 'general '],
  [/\bsen\b\.?/g, 'senator '],
  [/\brep\b\.?/g, 'representative '],
  [/\brev\b\.?/g, 'reverend '],
  [/\bhon\b\.?/g, 'honorable '],
  [/\basst\b\.?/g, 'assistant '],
  [/\blt\b\.?/g, 'lieutenant '],
  [/\bjr\b\.?/g, 'junior '],
  [/\bsr\b\.?/g, 'senior '],
  [/\besq\b\.?/g, 'esquire '],
  [/'d been\b/g, ' had been'],
  [/'s been\b/g, ' has been'],
  [/'d gone\b/g, ' had gone'],
  [/'s gone\b/g, ' has gone'],
  [/'d done\b/g, ' had done'],
  [/'s got\b/g, ' has got'],
  [/n't\b/g, ' not'],
  [/'re\b/g, ' are'],
  [/'s\b/g, ' is'],
  [/'d\b/g, ' would'],
  [/'ll\b/g, ' will'],
  [/'t\b/g, ' not'],
  [/'ve\b/g, ' have'],
  [/'m\b/g, ' am'],
  [/%/g, ' percent'],
];

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales = new Map(Object.entries({ thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 }));

/**
 * Numbers in words as digits: `twenty one` is 21, `two thousand and five` 2005, `nineteen eighty four` 1984. A lone
 * `one` stays a word, since it is often a pronoun.
 */
function withNumbers(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at < words.length; ) {
    const found = numberAt(words, at);
    if (found) {
      const alone = found.next - at === 1 && words[at] === 'one';
      result.push(alone ? 'one' : String(found.value));
      at = found.next;
    } else {
      result.push(words[at] ?? '');
      at++;
    }
  }
  return result;
}

function numberAt(words: readonly string[], start: number): { value: number; next: number } | undefined {
  const first = small(words, start);
  if (!first) return undefined;
  let { value: current, next } = first;
  const year = small(words, next);
  // Two pairs of digits said one after the other are a year.
  if (year && current >= 10 && current <= 99 && year.value >= 10 && year.value <= 99)
    return { value: current * 100 + year.value, next: year.next };
  let total = 0;
  for (;;) {
    const word = words[next] ?? '';
    const scale = scales.get(word);
    if (word === 'hundred') {
      current *= 100;
      next++;
    } else if (scale !== undefined) {
      total += current * scale;
      current = 0;
      next++;
    } else return { value: total + current, next };
    const after = words[next] === 'and' && small(words, next + 1) ? next + 1 : next;
    const more = small(words, after);
    if (more) {
      current += more.value;
      next = more.next;
    }
  }
}

/** A number below a hundred. */
function small(words: readonly string[], at: number): { value: number; next: number } | undefined {
  const word = words[at] ?? '';
  const unit = ones.indexOf(word);
  if (unit >= 0) return { value: unit, next: at + 1 };
  const ten = tens.indexOf(word);
  if (ten < 0) return undefined;
  const one = ones.indexOf(words[at + 1] ?? '');
  const hasOne = one > 0 && one < 10;
  return { value: (ten + 2) * 10 + (hasOne ? one : 0), next: at + (hasOne ? 2 : 1) };
}
