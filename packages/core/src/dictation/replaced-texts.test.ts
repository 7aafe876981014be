import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { REPLACED_MS, ReplacedTexts } from './replaced-texts.ts';

function texts(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let changes = 0;
  const replaced = new ReplacedTexts(() => {
    changes++;
  });
  return { replaced, tick: (ms: number) => context.mock.timers.tick(ms), changes: () => changes };
}

test('the text that an edit replaced is kept for ten minutes, and its end is announced [EDIT-UNDO]', (context) => {
  const { replaced, tick, changes } = texts(context);
  replaced.keep('a', 'as it was');
  tick(REPLACED_MS - 1);
  assert.deepEqual([replaced.get('a'), replaced.ids, changes()], ['as it was', ['a'], 0]);
  tick(1);
  assert.deepEqual([replaced.get('a'), replaced.ids, changes()], [undefined, [], 1]);
});

test('only the last twenty are kept [EDIT-UNDO]', (context) => {
  const { replaced } = texts(context);
  for (let index = 0; index < 21; index++) replaced.keep(`${index}`, 'x');
  assert.deepEqual([replaced.ids.length, replaced.get('0'), replaced.get('20')], [20, undefined, 'x']);
});
