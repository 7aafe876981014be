import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { putOff, type SeenFile, takeScan, triesOf, type WatchedFiles } from './watched-files.ts';

const settleMs = 3_000;
const none: WatchedFiles = new Map();
const file = (size: number, mtimeMs = 1, path = '/a.wav'): SeenFile => ({ path, size, mtimeMs });

test('a file is ready once it has been the same for long enough; a change starts the wait again', () => {
  let state = takeScan(none, [file(10)], { now: 0, settleMs });
  assert.deepEqual([state.ready, state.settling, state.growing], [[], 1, []]);
  state = takeScan(state.files, [file(10)], { now: 2_999, settleMs });
  assert.deepEqual(state.ready, []);
  state = takeScan(state.files, [file(20)], { now: 3_000, settleMs });
  assert.deepEqual([state.ready, state.growing], [[], ['/a.wav']]);
  // The same size at another time is a change, too.
  state = takeScan(state.files, [file(20, 2)], { now: 5_999, settleMs });
  state = takeScan(state.files, [file(20, 2)], { now: 8_998, settleMs });
  assert.deepEqual(state.ready, []);
  state = takeScan(state.files, [file(20, 2)], { now: 8_999, settleMs });
  assert.deepEqual([state.ready.length, state.settling, state.growing], [1, 0, []]);
});

test('the time that a file bears says nothing: one that was moved in, and one from the future', () => {
  for (const mtimeMs of [0, 4e12]) {
    const first = takeScan(none, [file(10, mtimeMs)], { now: 100, settleMs });
    assert.deepEqual(first.ready, []);
    assert.equal(takeScan(first.files, [file(10, mtimeMs)], { now: 3_100, settleMs }).ready.length, 1);
  }
});

test('an empty file is never ready, and one that went away is forgotten', () => {
  const empty = takeScan(none, [file(0)], { now: 0, settleMs });
  assert.deepEqual(takeScan(empty.files, [file(0)], { now: 60_000, settleMs }).ready, []);
  const gone = takeScan(takeScan(none, [file(10)], { now: 0, settleMs }).files, [], { now: 2_000, settleMs });
  assert.equal(gone.files.size, 0);
  assert.deepEqual(takeScan(gone.files, [file(10)], { now: 4_000, settleMs }).ready, []);
});

test('after a failure that may pass a file waits longer each time, unless it changes', () => {
  let { files } = takeScan(none, [file(10)], { now: 0, settleMs });
  const readyAt = (now: number, seen = file(10)) => {
    const state = takeScan(files, [seen], { now, settleMs });
    files = state.files;
    return state.ready.length === 1;
  };
  assert(readyAt(3_000));
  files = putOff(files, '/a.wav', 3_000);
  assert.deepEqual([readyAt(7_999), readyAt(8_000), triesOf(files, '/a.wav')], [false, true, 1]);
  files = putOff(files, '/a.wav', 8_000);
  assert.deepEqual([readyAt(17_999), readyAt(18_000)], [false, true]);
  for (let tries = 0; tries < 20; tries++) files = putOff(files, '/a.wav', 18_000);
  assert.deepEqual([readyAt(317_999), readyAt(318_000)], [false, true]);
  files = putOff(files, '/a.wav', 318_000);
  assert.deepEqual([readyAt(319_000, file(11)), readyAt(322_000, file(11))], [false, true]);
  assert.equal(triesOf(files, '/a.wav'), 0);
});

test('whatever happens to a file: ready means that every scan for so long found the same', () => {
  const looks = fc.array(
    fc.record({
      pass: fc.integer({ min: 0, max: 4_000 }),
      size: fc.constantFrom(0, 1, 2),
      there: fc.boolean(),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(looks, (steps) => {
      let [files, now] = [none, 0];
      const history: { readonly now: number; readonly size: number | undefined }[] = [];
      for (const { pass, size, there } of steps) {
        now += pass;
        history.push({ now, size: there ? size : undefined });
        const state = takeScan(files, there ? [file(size)] : [], { now, settleMs });
        files = state.files;
        let since = history.length - 1;
        while (since > 0 && history[since - 1]?.size === size) since--;
        const isOld = there && size > 0 && now - (history[since]?.now ?? now) >= settleMs;
        assert.equal(state.ready.length === 1, isOld);
      }
    }),
  );
});
