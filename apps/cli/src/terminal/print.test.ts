import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedValues, table, wrapped } from './print.ts';

const rows = [
  ['Model', 'Size', 'Languages', ''],
  ['parakeet-unified-en-0.6b', '480 MB', 'en', 'installed; used by auto; most accurate'],
  ['tiny', '1.7 MB', 'en de fr', 'not installed'],
];

test('a table fits the terminal: the widest column is cut, the name that people type stays whole', () => {
  const lines = table(rows, { columns: 60 }).split('\n');
  assert(lines.every((line) => line.length <= 60));
  assert.equal(lines[1], 'parakeet-unified-en-0.6b  480 MB  en         installed; use…');
  assert(lines[2]?.startsWith('tiny '));
});

test('where cutting is not enough, columns that matter less are left out', () => {
  const [head = '', model = ''] = table(rows, { columns: 44, optional: [2, 1] }).split('\n');
  assert.equal(head, 'Model                     Size');
  assert.equal(model, 'parakeet-unified-en-0.6b  480 MB  installed…');
  assert.match(
    table(rows, { columns: 38, optional: [2, 1] }),
    /^parakeet-unified-en-0\.6b {2}installed; …$/m,
  );
  assert.match(table(rows, { columns: 60, optional: [2, 1] }), /^Model +Size +Languages$/m);
});

test('where there is no terminal, or no room, nothing more is cut', () => {
  assert.match(table(rows, { columns: undefined }), /most accurate$/m);
  assert.match(table(rows, { columns: 10 }), /parakeet-unified-en-0\.6b {2}480 MB {2}en {8}install…/);
});

test('a long line goes on below its beginning or its value, and a command stays on one line', () => {
  assert.equal(
    wrapped(
      'missing  Screen: None was found.\n         fix: In a terminal: ./quoth stop && ./quoth start',
      44,
    ),
    'missing  Screen: None was found.\n         fix: In a terminal:\n         ./quoth stop && ./quoth start',
  );
  assert.equal(wrapped('    One two three four', 14), '    One two\n    three four');
  assert.equal(wrapped('Speed:  one two three', 17), 'Speed:  one two\n        three');
  assert.equal(
    wrapped('To get one: quoth models list --all. Then go on.', 40),
    'To get one: quoth models list --all.\nThen go on.',
  );
  assert.equal(wrapped('One two three', undefined), 'One two three');
});

test('values are wrapped behind their names, not cut', () => {
  const hint = 'Set a key ("./quoth providers set-key openai"), or add a server of your own.';
  assert.equal(
    namedValues(
      [
        ['Id', 'a1b2'],
        ['Warning', hint],
      ],
      50,
    ),
    [
      'Id       a1b2',
      'Warning  Set a key',
      '         ("./quoth providers set-key openai"), or',
      '         add a server of your own.',
    ].join('\n'),
  );
});
