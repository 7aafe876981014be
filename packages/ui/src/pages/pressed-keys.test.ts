import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatShortcut } from '@quoth/contract';
import { bareModifierOf, pressedCombination } from './pressed-keys.ts';

const plain = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

for (const [what, event, expected] of [
  ['a letter by what is printed on it', { key: 'z', code: 'KeyY', ctrlKey: true }, 'Ctrl+Z'],
  [
    'a letter that AltGr turns into another sign',
    { key: '€', code: 'KeyE', ctrlKey: true, altKey: true },
    'Ctrl+Alt+E',
  ],
  ['a digit with Shift', { key: '!', code: 'Digit1', shiftKey: true, altKey: true }, 'Alt+Shift+1'],
  ['a key without a sign', { key: 'F9', code: 'F9' }, 'F9'],
  ['the space bar', { key: ' ', code: 'Space', metaKey: true }, 'Super+Space'],
  ['an arrow', { key: 'ArrowUp', code: 'ArrowUp', ctrlKey: true }, 'Ctrl+Up'],
  ['a modifier alone', { key: 'Control', code: 'ControlRight', ctrlKey: true }, undefined],
  ['a key that has no name with us', { key: 'AudioVolumeUp', code: 'AudioVolumeUp' }, undefined],
] as const) {
  test(what, () => {
    const combination = pressedCombination({ ...plain, ...event });
    assert.equal(combination && formatShortcut(combination), expected);
  });
}

test('modifiers are known by their side', () => {
  assert.equal(bareModifierOf({ ...plain, key: 'Control', code: 'ControlRight' }), 'ControlRight');
  assert.equal(bareModifierOf({ ...plain, key: 'Meta', code: 'MetaLeft' }), 'SuperLeft');
  assert.equal(bareModifierOf({ ...plain, key: 'a', code: 'KeyA' }), undefined);
});
