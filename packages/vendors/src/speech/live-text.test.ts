import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadableReply } from '../call-error.ts';
import { LiveTranscript } from './live-text.ts';
import type { LiveTextPart } from './speech-adapter.ts';

type Said = Omit<LiveTextPart, 'kind'>;

function textOf(...said: readonly Said[]): LiveTranscript {
  const text = new LiveTranscript();
  for (const one of said) text.take({ kind: 'words', ...one });
  return text;
}

const word = (spelled: string, start: number) => ({ word: spelled, start, end: start + 0.5 });

const final = (text: string, more: Partial<Said> = {}): Said => ({ text, final: true, ...more });
const open = (text: string, more: Partial<Said> = {}): Said => ({ text, final: false, ...more });
const [a, b, joined] = [{ part: 'a' }, { part: 'b' }, { joined: true }];
const adding = { part: 'a', adds: true };

const cases: readonly (readonly [what: string, said: readonly Said[], text: string, stable: string])[] = [
  ['nothing', [], '', ''],
  ['what may change', [open('a b'), open('a c')], 'a c', ''],
  ['what is final, and what comes behind it', [final('One.'), open('two')], 'One. two', 'One.'],
  [
    'text with spaces of its own',
    [final(' Hel', joined), final('lo the', joined), open('re', joined)],
    'Hello there',
    'Hello the',
  ],
  ['scripts without spaces', [final('你好'), final('世界')], '你好世界', '你好世界'],
  ['a later final part waits for the one before it', [open('one', a), final('two', b)], 'one two', ''],
  [
    'what is added to a part, and the part as a whole',
    [open('on', adding), open('e tw', adding), final('One, two.', a)],
    'One, two.',
    'One, two.',
  ],
  [
    'a part that comes again after its final text is there once',
    [final('One.', a), final('One.', a), open('one', a)],
    'One.',
    'One.',
  ],
];
for (const [what, said, expected, stable] of cases)
  test(`the text of a stream: ${what}`, () => {
    const text = textOf(...said);
    assert.equal(text.text, expected);
    assert.equal(text.text.slice(0, text.stableCharacters), stable);
    assert.equal(text.isFinal, stable === expected);
  });

test('a part that the vendor owes is awaited, even if nothing was said in it', () => {
  const text = textOf({ part: 'a', text: 'One.', final: true });
  text.await('a');
  assert(text.isFinal, 'it has been told already');
  text.await('b');
  assert(!text.isFinal);
  text.take({ kind: 'words', part: 'b', text: '', final: true });
  assert(text.isFinal);
  assert.equal(text.transcript().text, 'One.');
});

test('a word that is final in two halves is one word', () => {
  const text = textOf(
    { text: ' ple', final: true, joined: true, words: [word('ple', 0)] },
    { text: 'ase send', final: true, joined: true, words: [word('ase', 0.5), word('send', 1)] },
    { text: ' it', final: true, joined: true, words: [word('it', 2)] },
  );
  const { words, segments } = text.transcript();
  assert.deepEqual(
    words.map(({ word: spelled, start, end }) => [spelled, start, end]),
    [
      ['please', 0, 1],
      ['send', 1, 1.5],
      ['it', 2, 2.5],
    ],
  );
  assert.deepEqual(
    segments.map(({ text: said }) => said),
    ['please send it'],
  );
});

test('parts that are begun without an end are refused, however little is in them', () => {
  const text = new LiveTranscript();
  const begin = (n: number) => text.take({ kind: 'words', part: `part ${n}`, text: '', final: false });
  for (let n = 0; n < 100; n++) begin(n);
  assert.throws(() => begin(100), UnreadableReply);
  assert.throws(() => text.await('another'), UnreadableReply);
  // One that is there already may go on, and when it is settled there is room.
  text.take({ kind: 'words', part: 'part 0', text: 'one', final: true });
  begin(101);
  assert.equal(text.text, 'one');
});

test('words with times are counted, those without a letter too', () => {
  const text = textOf({ text: 'a b', final: true, words: [word('abc', 0), word('', 1)] });
  assert.equal(text.wordCharacters, 4);
});
