import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeAhead } from './audio-tools.ts';

const never = new AbortController().signal;

/** Makes so many items, and says how far it is. */
function making(count: number, failure?: Error) {
  const state = { made: 0, isOver: false, discarded: [] as number[] };
  const make = async function* (signal: AbortSignal) {
    try {
      for (let item = 1; item <= count; item++) {
        signal.throwIfAborted();
        state.made = item;
        yield item;
      }
      if (failure) throw failure;
    } finally {
      state.isOver = true;
    }
  };
  return { state, make, discard: async (item: number) => void state.discarded.push(item) };
}

test('all is made while the first item is still looked at, and each is discarded after its turn', async () => {
  const { state, make, discard } = making(5);
  const taken: number[] = [];
  for await (const item of madeAhead(make, discard, never)) {
    // Whatever this takes: the maker is done.
    while (!state.isOver) await new Promise(setImmediate);
    assert.deepEqual(state.discarded, taken);
    taken.push(item);
  }
  assert.deepEqual(
    [taken, state.discarded],
    [
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ],
  );
});

test('who leaves early ends the making, and nothing that was made stays', async () => {
  const { state, make, discard } = making(1_000_000);
  for await (const item of madeAhead(make, discard, never)) if (item === 3) break;
  assert(state.isOver && state.made < 1_000_000);
  assert.deepEqual(
    state.discarded,
    Array.from({ length: state.made }, (_, index) => index + 1),
  );
});

test('a failure is reported after what was made before it', async () => {
  const { make, discard } = making(3, new Error('the decoder broke'));
  const taken: number[] = [];
  await assert.rejects(async () => {
    for await (const item of madeAhead(make, discard, never)) taken.push(item);
  }, /the decoder broke/);
  assert.deepEqual(taken, [1, 2, 3]);
});
