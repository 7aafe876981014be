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
  const speak = (value: number, takenAt: number, now = takenAt) =>
    tracks.speak({ samples: filled(value), takenAt }, now);
  const play = (value: number, takenAt: number, now = takenAt) =>
    tracks.play({ samples: filled(value), takenAt }, now);
  /** The value of each block in both tracks. */
  const pairs = () => blocks.map(({ tracks: both }) => [both?.[0], both?.[1]]);
  return { blocks, speak, play, pairs, flush: () => tracks.flush() };
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
  for (let at = 0; at < 14; at++) speak(1_000 + at, at * BLOCK_MS);
  assert.equal(pairs().length, 1);
  for (let at = 1; at < 14; at++) play(500 + at, at * BLOCK_MS, 280);
  assert.deepEqual(
    pairs(),
    Array.from({ length: 14 }, (_, at) => [1_000 + at, 500 + at]),
  );
});

test('both tracks that come late together, as on a busy machine, lose nothing', () => {
  const { speak, play, pairs } = joined();
  for (let at = 0; at < 60; at++) speak(1_000 + at, at * BLOCK_MS, 1_500);
  for (let at = 0; at < 60; at++) play(500 + at, at * BLOCK_MS, 1_510);
  assert.deepEqual(
    pairs(),
    Array.from({ length: 60 }, (_, at) => [1_000 + at, 500 + at]),
  );
});

test('a microphone that comes late gets what was played at its time, and not what was before', () => {
  const { speak, play, pairs } = joined();
  for (let at = 0; at < 100; at++) play(500 + at, at * BLOCK_MS);
  for (let at = 100; at < 110; at++) {
    play(500 + at, at * BLOCK_MS);
    speak(1_000 + at, at * BLOCK_MS);
  }
  assert.deepEqual(
    pairs(),
    Array.from({ length: 10 }, (_, at) => [1_100 + at, 600 + at]),
  );
});

test('after a gap in what is played, both are at their times again', () => {
  const { speak, play, pairs } = joined();
  for (let at = 0; at < 200; at++) {
    if (at < 20 || at >= 120) play(500 + at, at * BLOCK_MS);
    speak(1_000 + at, at * BLOCK_MS);
  }
  assert.deepEqual(
    pairs(),
    Array.from({ length: 200 }, (_, at) => [1_000 + at, at < 20 || at >= 120 ? 500 + at : 0]),
  );
});

test('where nothing is played, the microphone waits a moment, after a gap no longer than before', () => {
  const { speak, play, pairs } = joined();
  for (let at = 0; at < 100; at++) speak(1_000, at * BLOCK_MS);
  assert.equal(pairs().length, 85);
  for (let at = 100; at < 130; at++) {
    play(500, at * BLOCK_MS);
    speak(1_000, at * BLOCK_MS);
  }
  assert.equal(pairs().length, 130, 'it has caught up');
});

test('what waits is handed on when it ends', () => {
  const { speak, play, pairs, flush } = joined();
  play(500, 0);
  for (let at = 0; at < 10; at++) speak(1_000 + at, at * BLOCK_MS);
  flush();
  assert.deepEqual(pairs()[0], [1_000, 500]);
  assert.deepEqual(
    pairs().slice(1),
    Array.from({ length: 9 }, (_, at) => [1_001 + at, 0]),
  );
});

test('devices whose clocks drift are put right again and again', () => {
  for (const [spokenMs, playedMs] of [
    [20, 20.2],
    [20.2, 20],
  ] as const) {
    const { blocks, speak, play } = joined();
    let [spoken, played] = [0, 0];
    for (let now = 0; now < 60_000; now += 10) {
      for (; played * playedMs <= now; played++)
        play(Math.round((played * playedMs) / 2), played * playedMs, now);
      for (; spoken * spokenMs <= now; spoken++) speak(1, spoken * spokenMs, now);
    }
    for (const { takenAt, tracks = new Int16Array() } of blocks.slice(0, -20)) {
      const value = tracks[1] ?? 0;
      assert(value === 0 || Math.abs(value * 2 - takenAt) <= 130, `${value * 2} at ${takenAt}`);
    }
    assert(blocks.filter(({ tracks }) => tracks?.[1] === 0).length < blocks.length / 20);
  }
});
