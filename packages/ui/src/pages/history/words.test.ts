import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Recording } from '@quoth/contract';
import fc from 'fast-check';
import { excerpt, highlight, shownText, titleOf, withoutChange, wordChanges, wordsOfDayAt } from './words.ts';

const hits = (text: string, search: string) =>
  highlight(text, search)
    .filter(({ isHit }) => isHit)
    .map(({ text: run }) => run);

test('hits are found whatever the case and accents, and shown as they stand', () => {
  assert.deepEqual(hits('Élodie met elodie and ÉLODIE', 'élodie'), ['Élodie', 'elodie', 'ÉLODIE']);
  assert.deepEqual(hits('Straße', 'strasse'), []);
  assert.deepEqual(hits('a.b.c', '.'), ['.', '.']);
  assert.deepEqual(hits('Plain plain, PLAIN', 'pLain'), ['Plain', 'plain', 'PLAIN']);
  assert.deepEqual(hits('nothing here', 'x'), []);
  assert.deepEqual(hits('all of it', '  '), []);
  assert.deepEqual(hits('um sistema bem novo', 'novo um'), ['um', 'novo']);
  assert.deepEqual(hits('um dia, um novo dia', '"um novo"'), ['um novo']);
});

test('the runs put together are the text, whatever is looked for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, search) => {
      assert.equal(
        highlight(text, search)
          .map((run) => run.text)
          .join(''),
        text,
      );
    }),
  );
});

test('an excerpt begins a little before the first hit, at a word', () => {
  const text = `${'word '.repeat(60)}needle and more`;
  const shown = excerpt(text, 'needle');
  assert.match(shown, /^…word .*needle and more$/);
  assert(shown.length < 80);
  assert.equal(excerpt('needle first', 'needle'), 'needle first');
  assert.equal(excerpt(text, ''), text);
});

test('both sides of a comparison put together are the two texts, and all changes taken back are the first', () => {
  fc.assert(
    fc.property(fc.lorem(), fc.lorem(), (before, after) => {
      const changes = wordChanges(before, after);
      assert.equal(changes.map((each) => each.before).join(''), before);
      assert.equal(changes.map((each) => each.after).join(''), after);
      const back = changes.map((each) => (each.isChanged ? { ...each, after: each.before } : each));
      assert.equal(back.map((each) => each.after).join(''), before);
    }),
  );
});

test('one change is taken back, and the others stay', () => {
  const said = 'um so it costs twenty three dollars, and um that is fine';
  const changes = wordChanges(said, 'So it costs $23, and that is fine.');
  const back = changes.filter(({ isChanged }) => isChanged).map((change) => withoutChange(changes, change));
  assert.deepEqual(back, [
    'um so it costs $23, and that is fine.',
    'So it costs twenty three dollars, and that is fine.',
    'So it costs $23, and um that is fine.',
    'So it costs $23, and that is fine',
  ]);
});

test('a recording is called by its file, its first sentence or its first words', () => {
  const title = (text: string, source_name: string | null = null) => titleOf({ text, source_name });
  assert.equal(title('Something else', 'talk.mp3'), 'talk.mp3');
  assert.equal(title(''), undefined);
  assert.equal(title('Call the dentist.'), 'Call the dentist.');
  assert.equal(
    title('The release goes out on Tuesday at three. Anna waits.'),
    'The release goes out on Tuesday at three.',
  );
  assert.equal(
    title('one two three four five six seven, eight, nine'),
    'one two three four five six seven, eight…',
  );
  assert.equal([...(title('長'.repeat(80)) ?? '')].length, 61);
});

test('the words of a day are counted from any of its rows, and not before all of them are read', () => {
  const said = (day: number, text: string) =>
    ({ date: new Date(2026, 10, day, 12).toISOString(), text }) as Recording;
  const rows = [said(29, 'one two'), said(28, 'three four five'), said(28, 'six'), said(27, 'seven')];
  const words = (count: number) => rows.map((_, index) => wordsOfDayAt((place) => rows[place], count, index));
  assert.deepEqual(words(4), [2, 4, 4, 1]);
  assert.deepEqual(words(5), [2, 4, 4, undefined], 'another one of the last day is not read yet');
});

test('a hit that only the original transcript has is shown from there', () => {
  const recording = { source_name: null, text: 'Dear Anna', transcribedText: 'um dear anna' };
  assert.deepEqual(shownText(recording, 'um'), { words: 'um dear anna', isOriginal: true });
  assert.deepEqual(shownText(recording, 'anna'), { words: 'Dear Anna', isOriginal: false });
  assert.deepEqual(shownText(recording, ''), { words: 'Dear Anna', isOriginal: false });
});
