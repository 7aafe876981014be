import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Shortcuts } from '@quoth/contract';
import { describeShortcuts } from './dictate.ts';

test('the keys in use are told, and what is missing with the command that fixes it', () => {
  const plain = { conflicts_with: null, problem: null, trigger: null } as const;
  const shortcuts: Shortcuts = {
    way: 'x11',
    hint: null,
    configurable: false,
    keys: [
      { ...plain, action: 'toggle', shortcut: 'Ctrl+Alt+Space', state: 'active' },
      { ...plain, action: 'nextMode', shortcut: null, state: 'off' },
      {
        action: 'pasteLast',
        shortcut: 'Ctrl+Alt+V',
        state: 'conflict',
        conflicts_with: 'another-program',
        problem: 'This shortcut is taken by another program.',
        trigger: null,
      },
    ],
  };
  assert.deepEqual(describeShortcuts(shortcuts, undefined), [
    'Key: Ctrl+Alt+Space, begin and end',
    'Key: Ctrl+Alt+V, paste the last: does not work. This shortcut is taken by another program.',
    '  Choose another: quoth settings set shortcutPasteLast <keys>',
  ]);
  const portal: Shortcuts = {
    way: 'portal',
    hint: null,
    configurable: false,
    keys: [{ ...plain, action: 'toggle', shortcut: 'Ctrl+Alt+Space', trigger: 'Super+D', state: 'active' }],
  };
  assert.deepEqual(describeShortcuts(portal, undefined), ['Key: Super+D, begin and end']);
  const none: Shortcuts = { way: 'none', hint: null, configurable: false, keys: [] };
  assert.match(describeShortcuts(none, undefined).join(), /quoth dictate bind$/);
  const bound = { desktop: 'sway', shortcut: 'Super+D', changes: [] } as const;
  assert.deepEqual(describeShortcuts(none, bound), ['Key: Super+D, begin and end (bound in sway)']);
});
