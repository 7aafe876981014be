import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgreedWords, endOf, PreviewedText } from '@quoth/text';
import fc from 'fast-check';

const stableOf = (words: AgreedWords) => words.text.slice(0, words.stableCharacters);

/** What each attempt leaves stable. */
function stableAfter(needed: number, ...attempts: string[]): string[] {
  const words = new AgreedWords(needed);
  return attempts.map((attempt) => {
    words.hear(attempt);
    return stableOf(words);
  });
}

test('what so many attempts in a row agree on is stable, without the mark that may still change', () => {
  const attempts = [
    'And so?',
    'And so my.',
    'And so my fellow',
    'And so, my fellow Americans',
    'And so, my fellow Americans ask',
  ];
  assert.deepEqual(stableAfter(2, ...attempts), ['', 'And', 'And so', 'And so', 'And so, my fellow']);
  assert.deepEqual(stableAfter(3, ...attempts), ['', '', 'And so', 'And so', 'And so']);
  const mended = [
    'Ask her what',
    'Ask her what your',
    'Ask not what your country',
    'Ask not what your country can',
  ];
  assert.match(stableAfter(2, ...mended).at(-1) ?? '', /^Ask her/);
  assert.deepEqual(stableAfter(3, ...mended).at(-1), 'Ask');
  assert.deepEqual(stableAfter(2, '私は学生', '私は学生です', '私は学生ですが'), ['', '私は', '私は']);
});

test('what is stable stays in whatever is heard later, and that continues it', () => {
  const words = new AgreedWords();
  for (const attempt of ['Mister Quill is', 'Mister Quill is the', 'Mr. Quilter is the apostle', ''])
    words.hear(attempt);
  assert.equal(stableOf(words), 'Mister Quill is');
  words.hear('Mr. Quilter is the apostle of');
  assert.equal(words.text, 'Mister Quill is the apostle of');
});

test('a sentence that goes on after what was taken begins as it was heard with it', () => {
  const words = new AgreedWords();
  words.hear('It began in college, but it was late. I went');
  assert.equal(words.endsSentence(4), false);
  assert.deepEqual(words.take(4), ['It', 'began', 'in', 'college,']);
  words.hear('But it was late.');
  assert.equal(words.text, 'but it was late.');
  assert.equal(words.endsSentence(4), true);
});

test('after a sentence the next one begins with a capital', () => {
  const words = new AgreedWords();
  words.hear('It was late. but');
  words.take(3);
  words.hear('But');
  assert.equal(words.text, 'But');
});

test('where words end in other words: by the letters that they have in common', () => {
  const at = (one: string, other: string) => endOf(one.split(' '), other.split(' ')).at;
  assert.equal(at('ask not what', 'asked not what your country'), 3);
  assert.equal(at('ask what', 'ask not what your'), 3);
  assert.equal(at('ask not what', 'ask what your'), 2);
});

test('whatever is heard, stable text is never taken back', () => {
  const word = fc.constantFrom('and', 'so', 'so,', 'And', 'my.', 'fellow', 'fellows', 'I', '私は', '…');
  const attempt = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 12 }), fc.constantFrom(2, 3), (attempts, needed) => {
      const words = new AgreedWords(needed);
      let before = '';
      for (const each of attempts) {
        words.hear(each);
        assert(words.text.startsWith(before), `${before} | ${words.text}`);
        assert(stableOf(words).startsWith(before));
        before = stableOf(words);
      }
    }),
  );
});

test('words of the model that is ahead follow those of the one that counts, wherever that is', () => {
  const both = new PreviewedText();
  const textOf = () => both.text;
  both.preview('Mr Quilter is the a possle of');
  assert.equal(textOf(), 'Mr Quilter is the a possle of');
  both.write('Mr. Quilter is', 5);
  assert.equal(textOf(), 'Mr. Quilter is the a possle of');
  assert.equal(both.stableCharacters, 5);
  const minutes = Array.from({ length: 2_000 }, (_, at) => `w${at}`);
  both.write(minutes.slice(0, 1_990).join(' '));
  both.preview(minutes.flatMap((word, at) => (at % 300 === 299 ? [word, 'um'] : [word])).join(' '));
  for (let at = 130; at < 1_990; at += 100) {
    both.write(minutes.slice(0, at).join(' '));
    assert(textOf().includes(`w${at - 1} w${at}`), `${at}`);
  }
});
