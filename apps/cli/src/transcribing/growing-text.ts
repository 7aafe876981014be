import { plainText } from '@quoth/contract';
import { PreviewedText } from '@quoth/text';
import type { CliEnvironment, Output } from '../environment.ts';

/** Of a terminal that does not tell its size. */
const COLUMNS = 80;
/** Rows of words that may still change; of more, the last ones show. */
const MAX_ROWS = 4;

/**
 * Text on a terminal while somebody speaks. What has settled is never taken back, so that it is a text like any other,
 * which can be copied; behind it, paler and rewritten in place, are the words that may still change.
 */
export class GrowingText {
  readonly #output: Output | undefined;
  readonly #isResult: boolean;
  readonly #hasColor: boolean;
  /** As wide as it is now: a terminal that is resized breaks its rows again. */
  readonly #columns: () => number;
  readonly #words = new PreviewedText();
  #shown = '';
  /** What stands on the terminal behind it. */
  #open = '';

  /**
   * `isResult`: the plain text is what standard output gets in the end, so that a terminal there gets it piece by
   * piece.
   */
  constructor(
    { stdout, stderr, config }: Pick<CliEnvironment, 'stdout' | 'stderr' | 'config'>,
    isResult: boolean,
    columns = () => process.stdout.columns || process.stderr.columns || COLUMNS,
  ) {
    this.#isResult = isResult && stdout.isTTY === true;
    this.#output = this.#isResult ? stdout : stderr.isTTY === true ? stderr : undefined;
    this.#hasColor = config.color;
    this.#columns = columns;
  }

  /** True where somebody can see it grow. */
  get isSeen(): boolean {
    return this.#output !== undefined;
  }

  /** More text that has settled. */
  add(delta: string): void {
    const text = this.#shown + delta;
    this.#words.write(text, text.length);
    this.#draw(plainText(delta), this.#openWords(text));
    this.#shown = text;
  }

  /** All words so far, of which any that has not settled may still change. */
  preview(text: string): void {
    this.#words.preview(text);
    this.#draw('', this.#openWords(this.#shown));
  }

  /** Ends the line, where there is one. */
  end(): void {
    this.#draw('', '');
    if (this.#output && this.#shown !== '') this.#output.write('\n');
    this.#shown = '';
  }

  /** True if standard output has the whole text now. False: it is still to be written. */
  complete(text: string): boolean {
    const isGrown = this.#isResult && text.startsWith(this.#shown);
    this.#draw(isGrown ? plainText(text.slice(this.#shown.length)) : '', '');
    this.#shown = text;
    this.end();
    return isGrown;
  }

  #openWords(settled: string): string {
    const open = plainText(this.#words.text.slice(settled.length).replace(/\s+/gu, ' '));
    const most = MAX_ROWS * this.#columns();
    return open.length > most ? `…${open.slice(1 - most)}` : open;
  }

  /** Writes behind what has settled; what stood there and may change is taken away first. */
  #draw(settled: string, open: string): void {
    if (settled === '' && open === this.#open) return;
    const before = plainText(this.#shown);
    const columns = this.#columns();
    const row = lastRow(before, columns);
    const rows = lastRow(before + this.#open, columns).number - row.number;
    const up = rows > 0 ? `\u001b[${rows}A` : '';
    // The last row is written once more: where it is full, the cursor stands on its last letter.
    const cleared = this.#open === '' ? '' : `\r${up}\u001b[J${before.slice(row.start)}`;
    const pale = open === '' || !this.#hasColor ? open : `\u001b[2m${open}\u001b[22m`;
    this.#output?.write(`${cleared}${settled}${pale}`);
    this.#open = open;
  }
}

/** Letters that take two columns. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const WITHOUT_WIDTH = /\p{M}/u;

/** The number of the terminal's last row of a text, and where in the text it starts. */
function lastRow(text: string, columns: number): { readonly number: number; readonly start: number } {
  let [number, start, column, at] = [0, 0, 0, 0];
  for (const letter of text) {
    const width = WITHOUT_WIDTH.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1;
    const isBreak = letter === '\n';
    if (isBreak || column + width > columns) {
      number++;
      start = isBreak ? at + 1 : at;
      column = 0;
    }
    if (!isBreak) column += width;
    at += letter.length;
  }
  return { number, start };
}
