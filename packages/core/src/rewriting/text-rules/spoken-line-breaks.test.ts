import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLineBreaks } from './spoken-line-breaks.ts';

test('spoken line breaks become real ones where they are meant [DICTATION-LINE-BREAKS]', () => {
  const rows: readonly [spoken: string, written: string][] = [
    // Engines that write marks.
    ['Dear Anna, new line, thank you. New paragraph. Best regards', 'Dear Anna,\nthank you.\n\nBest regards'],
    ['First. Newline. Second.', 'First.\nSecond.'],
    ['First. New line.', 'First.\n'],
    ['New paragraph. First.', '\n\nFirst.'],
    ['One. New line. New line. Two.', 'One.\n\nTwo.'],
    ['We launched a new line of shoes. It sells.', 'We launched a new line of shoes. It sells.'],
    ['Write the new line, then stop.', 'Write the new line, then stop.'],
    ['Add new lines, please.', 'Add new lines, please.'],
    ['We talked about new line items yesterday.', 'We talked about new line items yesterday.'],
    // Engines that write none.
    ['dear anna new line thank you new paragraph best regards', 'dear anna\nthank you\n\nbest regards'],
    ['we launched a new line of shoes', 'we launched a new line of shoes'],
    ['new line of products', 'new line of products'],
    ['the new paragraph is good', 'the new paragraph is good'],
    ['renew line rental', 'renew line rental'],
    ['', ''],
  ];
  for (const [spoken, written] of rows) assert.equal(withLineBreaks(spoken), written, spoken);
});
