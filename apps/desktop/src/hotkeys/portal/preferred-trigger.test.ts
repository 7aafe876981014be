import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseShortcut } from '@quoth/contract';
import { preferredTrigger } from './preferred-trigger.ts';

test('keys are proposed as the specification of shortcuts writes them [HOTKEYS-PORTAL]', () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Ctrl+Alt+Space', 'CTRL+ALT+space'],
    ['Super+D', 'LOGO+d'],
    ['Ctrl+Shift+7', 'CTRL+SHIFT+7'],
    ['F9', 'F9'],
    ['Alt+PageUp', 'ALT+Page_Up'],
    ['Ctrl+Enter', 'CTRL+Return'],
    ['ScrollLock', 'Scroll_Lock'],
    ['ControlRight', undefined],
  ];
  for (const [written, trigger] of rows) {
    const keys = parseShortcut(written);
    assert(keys, written);
    assert.equal(preferredTrigger(keys), trigger, written);
  }
});
