import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, seededNoise, sound, speech } from '@quoth/audio/fixtures/sounds.ts';
import { LiveSpeech } from './live-speech.ts';

/** Which samples were let through, block by block, and how many utterances they made. */
function through(samples: Int16Array, size = 8_000) {
  const live = new LiveSpeech();
  const ranges: { start: number; end: number }[] = [];
  let isOpen = false;
  for (let at = 0; at < samples.length; at += size) {
    const block = samples.subarray(at, at + size);
    const { blocks, isOver } = live.push(block);
    const length = blocks.reduce((sum, one) => sum + one.length, 0);
    const end = at + block.length;
    if (length > 0) {
      const last = ranges.at(-1);
      if (isOpen && last) {
        assert.equal(end - length, last.end, 'no gap within an utterance');
        last.end = end;
      } else ranges.push({ start: end - length, end });
    }
    isOpen = length > 0 && !isOver;
  }
  return ranges;
}

test('silence and steady noise are never decoded while audio arrives [ENGINE-LIVE-SILENCE]', () => {
  const noise = seededNoise(5);
  assert.deepEqual(through(new Int16Array(60 * 16_000)), []);
  assert.deepEqual(through(sound(60, () => noise() * 2_000)), []);
});

test('all of the speech is decoded, however quiet, and little of the silence around it [ENGINE-LIVE-SILENCE]', () => {
  const spoken = speech();
  const silence = new Int16Array(20 * 16_000);
  for (const { factor, size } of [
    { factor: 1, size: 8_000 },
    { factor: 0.01, size: 8_000 },
    { factor: 1, size: 500 },
  ]) {
    const one = changed(spoken, (sample) => sample * factor);
    const ranges = through(Int16Array.from([...silence, ...one, ...silence, ...one]), size);
    assert.equal(ranges.length, 2);
    for (const [index, { start, end }] of ranges.entries()) {
      const from = (index + 1) * silence.length + index * one.length;
      assert(start <= from && start >= from - 2.6 * 16_000, `${index}: ${(from - start) / 16_000} s before`);
      const after = end - (from + one.length);
      assert(after >= 0 && after <= 3 * 16_000, `${index}: ${after / 16_000} s after`);
    }
  }
});
