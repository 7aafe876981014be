import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchLength, GroupCommit } from './group-commit.ts';

const limits = { items: 3, weight: 10 };

const lengths: readonly [string, number[], number][] = [
  ['nobody', [], 0],
  ['who comes alone', [1], 1],
  ['all that fit', [1, 2], 2],
  ['no more than may go together', [1, 1, 1, 1], 3],
  ['no more than may weigh', [5, 5, 1], 2],
  ['one that weighs more than all may', [11, 1], 1],
];
for (const [what, weights, expected] of lengths)
  test(`a batch takes ${what}`, () => assert.equal(batchLength(weights, limits), expected));

/** Commits that end when the test says so. */
function held(isOfOne = (_error: unknown) => false) {
  const begun: { readonly items: readonly string[]; end(error?: Error): void }[] = [];
  const group = new GroupCommit<string, string>({
    limits,
    weigh: () => 1,
    isOfOne,
    commit: (items) =>
      new Promise((resolve, reject) =>
        begun.push({
          items,
          end: (error) => (error ? reject(error) : resolve(items.map((item) => `${item} done`))),
        }),
      ),
  });
  const end = async (number: number, error?: Error) => {
    begun[number]?.end(error);
    await nextTurn();
  };
  return { group, end, items: () => begun.map(({ items }) => items.join('')) };
}

test('what comes during a commit goes together with the next; other groups do not wait', async () => {
  const { group, end, items } = held();
  const results = [group.submit('x', 'a')];
  await nextTurn();
  for (const item of ['b', 'c', 'd', 'e']) results.push(group.submit('x', item));
  results.push(group.submit('y', 'f'));
  await nextTurn();
  assert.deepEqual(items(), ['a', 'f']);
  await end(0);
  assert.deepEqual(items(), ['a', 'f', 'bcd']);
  await end(2);
  assert.deepEqual(items(), ['a', 'f', 'bcd', 'e']);
  await Promise.all([end(1), end(3)]);
  assert.deepEqual(
    await Promise.all(results),
    ['a', 'b', 'c', 'd', 'e', 'f'].map((item) => `${item} done`),
  );
});

test('nothing is left of a group when it is done, and it starts again', async () => {
  const { group, end, items } = held();
  const first = group.submit('x', 'a');
  await nextTurn();
  await end(0);
  assert.equal(await first, 'a done');
  const second = group.submit('x', 'b');
  await nextTurn();
  await end(1);
  assert.equal(await second, 'b done');
  assert.deepEqual(items(), ['a', 'b']);
});

test('a lost connection is reported to everybody whose commit it may have been, and to no one else', async () => {
  const { group, end, items } = held();
  const lost = ['a', 'b'].map((item) => group.submit('x', item));
  await nextTurn();
  const later = group.submit('x', 'c');
  const reported = Promise.allSettled(lost);
  await end(0, new Error('lost'));
  assert.deepEqual(
    (await reported).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await end(1);
  assert.equal(await later, 'c done');
  assert.deepEqual(items(), ['ab', 'c']);
});

test('what one of them is refused for does not take the others with it', async () => {
  const { group, end, items } = held((error) => error instanceof RangeError);
  const results = Promise.allSettled(['a', 'b'].map((item) => group.submit('x', item)));
  await nextTurn();
  await end(0, new RangeError('refused'));
  await end(1, new RangeError('refused'));
  await end(2);
  assert.deepEqual(
    (await results).map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  assert.deepEqual(items(), ['ab', 'a', 'b']);
});
