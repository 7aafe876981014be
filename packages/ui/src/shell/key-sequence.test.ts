import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSingleKey, KeyReader, keyNames, type PressedKey } from './key-sequence.ts';

const known = new Set(['mod+k', 'g h', 'g r', '?', 'space']);
const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  timeStamp: 0,
  ...more,
});

const cases: readonly [string, readonly PressedKey[], string | undefined, boolean?][] = [
  ['Ctrl K', [press('k', { ctrlKey: true })], 'mod+k'],
  ['⌘ K on a Mac', [press('k', { metaKey: true })], 'mod+k', true],
  ['Ctrl K on a Mac is the browser’s', [press('k', { ctrlKey: true })], undefined, true],
  ['two keys', [press('g'), press('h', { timeStamp: 500 })], 'g h'],
  ['two keys, too slow', [press('g'), press('h', { timeStamp: 2_000 })], undefined],
  ['another key between', [press('g'), press('x'), press('h')], undefined],
  ['with Shift', [press('?')], '?'],
  ['the space bar', [press(' ')], 'space'],
  ['held down', [press(' ', { repeat: true })], undefined],
  ['with Alt', [press('?', { altKey: true })], undefined],
];
for (const [name, keys, expected, isMac = false] of cases)
  test(`keys: ${name}`, () => {
    const reader = new KeyReader(isMac);
    let last: string | undefined;
    for (const key of keys) last = reader.read(key, known);
    assert.equal(last, expected);
  });

test('what needs no Ctrl can be switched off, and keys are written as they are printed', () => {
  assert.equal(isSingleKey('g h'), true);
  assert.equal(isSingleKey('mod+k'), false);
  assert.deepEqual(keyNames('mod+k', false), ['Ctrl', 'K']);
  assert.deepEqual(keyNames('g h', true), ['G', 'H']);
});
