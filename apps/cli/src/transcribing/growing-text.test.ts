import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CliEnvironment } from '../environment.ts';
import { GrowingText } from './growing-text.ts';

const ESCAPE = '\u001b';
const SEQUENCE = new RegExp(`${ESCAPE}\\[(?:(\\d+)A|(J)|\\d+m)|[^${ESCAPE}]`, 'gu');

/** A terminal of so many columns, as far as the text uses one: its rows as somebody sees them. */
class Terminal {
  readonly isTTY = true;
  written = '';
  #columns: number;
  #rows: string[][] = [[]];
  #row = 0;
  #column = 0;

  constructor(columns: number) {
    this.#columns = columns;
  }

  get columns(): number {
    return this.#columns;
  }

  /** Breaks its one line into rows again, as terminals do. */
  resize(columns: number): void {
    this.#columns = columns;
    const letters = this.#rows.flat().filter((letter) => letter !== '');
    [this.#rows, this.#row, this.#column] = [[[]], 0, 0];
    for (const letter of letters) this.#put(letter);
  }

  get seen(): string {
    return this.#rows.map((row) => row.join('')).join('\n');
  }

  write(text: string | Uint8Array): void {
    this.written += text;
    for (const [part, up, clears] of String(text).matchAll(SEQUENCE)) {
      if (up) this.#row = Math.max(0, this.#row - Number(up));
      else if (clears) {
        this.#rows = this.#rows.slice(0, this.#row + 1);
        this.#rows[this.#row] = (this.#rows[this.#row] ?? []).slice(0, this.#column);
      } else if (part === '\r') this.#column = 0;
      else if (part === '\n') this.#next();
      else if (part.length <= 2) this.#put(part);
    }
  }

  #put(letter: string): void {
    const width = /\p{Script=Hiragana}/u.test(letter) ? 2 : 1;
    if (this.#column + width > this.#columns) this.#next();
    const row = this.#rows[this.#row] ?? [];
    row[this.#column] = letter;
    if (width === 2) row[this.#column + 1] = '';
    this.#rows[this.#row] = row;
    this.#column += width;
  }

  #next(): void {
    this.#row++;
    this.#column = 0;
    this.#rows[this.#row] ??= [];
  }
}

function onTerminal(columns: number, color = true) {
  const terminal = new Terminal(columns);
  const environment = { stdout: terminal, stderr: terminal, config: { color } };
  return {
    terminal,
    text: new GrowingText(environment as unknown as CliEnvironment, true, () => terminal.columns),
  };
}

/** Where a line ends, or two words of Japanese meet, is no matter. */
const letters = (text: string) => text.replace(/\s+/g, '');

const inKana = (word: string) =>
  word.replace(/./g, (letter) => String.fromCodePoint(0x3041 + letter.charCodeAt(0) - 97));

const words = 'so we went down the road and over the hill and home to the others who were there'.split(' ');

test('words that may change stand behind those that have settled, and are rewritten in place', () => {
  for (const columns of [10, 13, 20, 24, 80])
    for (const said of [words, words.map(inKana)]) {
      const { terminal, text } = onTerminal(columns);
      let settled = '';
      for (let at = 1; at <= said.length; at++) {
        // Each word is heard wrong at first, and two words later it has settled.
        text.preview([...said.slice(0, at - 1), 'perhaps'].join(' '));
        assert.equal(letters(terminal.seen), letters([...said.slice(0, at - 1), 'perhaps'].join(' ')));
        if (at < 3) continue;
        const next = said.slice(0, at - 2).join(' ');
        text.add(next.slice(settled.length));
        settled = next;
        assert.equal(letters(terminal.seen), letters([...said.slice(0, at - 1), 'perhaps'].join(' ')));
      }
      assert.equal(text.complete(`${said.join(' ')}.`), true);
      assert.equal(letters(terminal.seen), letters(`${said.join(' ')}.`));
    }
});

test('a terminal that becomes narrower or wider meanwhile is left as whole', () => {
  const { terminal, text } = onTerminal(30);
  text.add('so we went down the road and');
  text.preview('so we went down the road and over the hill and');
  for (const [columns, more] of [
    [12, 'home'],
    [7, 'to the others'],
    [40, 'who were there'],
  ] as const) {
    terminal.resize(columns);
    text.preview(`so we went down the road and over the hill ${more}`);
    assert.equal(letters(terminal.seen), letters(`so we went down the road and over the hill ${more}`));
  }
});

test('only what may change is pale, and nothing where no color is wanted', () => {
  const { terminal, text } = onTerminal(80);
  text.add('We went');
  text.preview('We went down');
  assert(terminal.written.endsWith('We went\u001b[2m down\u001b[22m'), JSON.stringify(terminal.written));
  const plain = onTerminal(80, false);
  plain.text.preview('We');
  assert.equal(plain.terminal.written, 'We');
});

test('without words that may change, a terminal gets the text alone; after a failure, nothing stays of them', () => {
  const { terminal, text } = onTerminal(80);
  text.add('We went');
  text.add(' home.');
  assert.equal(text.complete('We went home.'), true);
  assert.equal(terminal.written, 'We went home.\n');
  const failed = onTerminal(80);
  failed.text.add('We');
  failed.text.preview('We won');
  failed.text.end();
  assert.equal(failed.terminal.seen, 'We\n');
});
