import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeFixApart } from './finding-fix.ts';

test('the command of a fix is distinguished from its words', () => {
  const cases: readonly [fix: string, words: string, command?: string][] = [
    ['sudo apt-get install -y wl-clipboard', '', 'sudo apt-get install -y wl-clipboard'],
    [
      'In a terminal of your desktop: quoth stop && quoth start --headless',
      'In a terminal of your desktop',
      'quoth stop && quoth start --headless',
    ],
    ["du -sh '/home/a: b'/audio/*", '', "du -sh '/home/a: b'/audio/*"],
    [
      'Plug it in again, or choose another one. There is: "Desk".',
      'Plug it in again, or choose another one. There is: "Desk".',
    ],
  ];
  for (const [fix, words, command] of cases) assert.deepEqual(takeFixApart(fix), { words, command }, fix);
});
