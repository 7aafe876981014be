import { matterIn } from '../text/overlap.ts';
import { sentencesOf, wordsOf } from '../text/words.ts';

/** So many of a word's sentences are compared with a question; a text with more of them asks about the same thing all along. */
const MOST_COMPARED = 16;
/** The share of a question's matter that a sentence must have to be the same question. */
const SAME_MATTER = 0.4;

/** The questions of a rewritten text, to be found by how they begin and by their matter in time that grows with the text alone. */
export class AskedQuestions {
  /** Every word, and the words that come right after it. */
  readonly #after = new Map<string, Set<string>>();
  /** Which of the asking sentences a word of matter stands in, in their order. */
  readonly #sentencesWith = new Map<string, number[]>();
  readonly count: number;

  constructor(rewritten: string) {
    let before: string | undefined;
    for (const word of wordsOf(rewritten)) {
      if (!this.#after.has(word)) this.#after.set(word, new Set());
      if (before !== undefined) this.#after.get(before)?.add(word);
      before = word;
    }
    const asked = sentencesOf(rewritten).filter(({ text }) => /[?？؟;]\s*["'”’»)]*$/u.test(text.trim()));
    this.count = asked.length;
    for (const [index, sentence] of asked.entries()) {
      for (const word of new Set(matterIn(sentence.words))) {
        const sentences = this.#sentencesWith.get(word);
        if (sentences) sentences.push(index);
        else this.#sentencesWith.set(word, [index]);
      }
    }
  }

  /** True if the text contains these first words of a question anywhere. */
  beginsLike([first, second]: readonly string[]): boolean {
    if (first === undefined) return true;
    const after = this.#after.get(first);
    return after !== undefined && (second === undefined || after.has(second));
  }

  /** True where the text asks about the same matter, given the words of the question that carry it. `place`, from 0 to 1, is where in its own text the question stands. */
  hasMatterOf(question: readonly string[], place: number): boolean {
    const matter = new Set(question);
    if (matter.size === 0) return this.count > 0;
    const found = new Map<number, number>();
    for (const word of matter) {
      for (const sentence of around(this.#sentencesWith.get(word) ?? [], place * this.count)) {
        const shared = (found.get(sentence) ?? 0) + 1;
        if (shared >= SAME_MATTER * matter.size) return true;
        found.set(sentence, shared);
      }
    }
    return false;
  }
}

/** The numbers nearest to a place in a list that rises: a rewriting keeps the order of what was said. */
function around(rising: readonly number[], place: number): readonly number[] {
  if (rising.length <= MOST_COMPARED) return rising;
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  const start = Math.max(0, Math.min(low - MOST_COMPARED / 2, rising.length - MOST_COMPARED));
  return rising.slice(start, start + MOST_COMPARED);
}
