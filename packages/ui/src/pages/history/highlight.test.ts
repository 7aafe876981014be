import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { excerpt, highlight } from './highlight.ts';

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
