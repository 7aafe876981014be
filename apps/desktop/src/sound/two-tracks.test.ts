import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SoundBlock } from '@quoth/core';
import { TwoTracks } from './two-tracks.ts';

const BLOCK = 320;
const BLOCK_MS = 20;

/** Blocks that are numbered, so that each can be found again: the value of every sample. */
const filled = (value: number) => new Int16Array(BLOCK).fill(value);

function joined() {
  const blocks: SoundBlock[] = [];
  const tracks = new TwoTracks((block) => blocks.push(block));
  const speak = (value: number, now: number) => tracks.speak({ samples: filled(value), takenAt: now }, now);
  const play = (value: number, now: number) => tracks.play(filled(value), now);
  /** The value of each block in both tracks. */
  const pairs = () => blocks.map(({ tracks: both }) => [both?.[0], both?.[1]]);
  return { blocks, speak, play, pairs };
}

test('blocks of both tracks are side by side, and the mix is their sum within bounds', () => {
  const { blocks, speak, play, pairs } = joined();
  play(100, 0);
  speak(1_000, 0);
  play(30_000, 20);
  speak(20_000, 20);
  assert.deepEqual(pairs(), [
    [1_000, 100],
    [20_000, 30_000],
  ]);
  assert.deepEqual([blocks[0]?.samples[5], blocks[1]?.samples[5]], [1_100, 32_767]);
  assert.equal(blocks[1]?.takenAt, 20);
});

test('what is played late is waited for, and nothing of either is lost', () => {
  const { speak, play, pairs } = joined();
  play(500, 0);
  for (let at = 0; at < 30; at++) speak(1_000 + at, at * BLOCK_MS);
  assert.equal(pairs().length, 1);
  for (let at = 1; at < 30; at++) play(500 + at, 600);
  assert.deepEqual(
    pairs(),
    Array.from({ length: 30 }, (_, at) => [1_000 + at, 500 + at]),
  );
});

test('the microphone that comes late finds what was played meanwhile', () => {
  const { speak, play, pairs } = joined();
  for (let at = 0; at < 40; at++) play(500 + at, at * BLOCK_MS);
  for (let at = 0; at < 40; at++) speak(1_000 + at, 900);
  assert.deepEqual(pairs()[39], [1_039, 539]);
});

test('where nothing is played, the microphone does not wait', () => {
  const { speak, play, pairs } = joined();
  speak(1_000, 0);
  play(500, 10);
  speak(1_001, 20);
  speak(1_002, 40);
  assert.equal(pairs().length, 2, 'for a moment it does');
  speak(1_003, 1_100);
  assert.deepEqual(pairs().slice(2), [
    [1_002, 0],
    [1_003, 0],
  ]);
});

test('a device whose clock is fast does not run away: silence is left out, and at last anything', () => {
  const { speak, play, pairs } = joined();
  for (let at = 0; at < 200; at++) play(0, at);
  play(7_000, 201);
  for (let at = 0; at < 30; at++) speak(1_000, 202);
  assert.equal(
    pairs().findIndex(([, played]) => played === 7_000),
    21,
  );
  const other = joined();
  for (let at = 0; at < 1_000; at++) other.play(7_000 + at, at);
  other.speak(1_000, 1_000);
  assert.equal(other.pairs()[0]?.[1], 7_899, 'two seconds of it are left');
});
