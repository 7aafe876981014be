import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SampleRange } from '@quoth/audio';
import { AppError, say } from '@quoth/contract';
import fc from 'fast-check';
import { coveredTime, recognizeInChunks } from './chunked-recognition.ts';
import type { EngineResult } from './engine.ts';

const result = (text: string, language = 'en'): EngineResult => ({
  text,
  words: [],
  segments: [{ id: 0, start: 0, end: 1, text }],
  language,
  waitMs: 0,
  loadMs: 1,
  decodeMs: 1,
});

async function* ranges(count: number): AsyncGenerator<SampleRange> {
  for (let index = 0; index < count; index++) yield { start: index * 10, end: index * 10 + 10 };
}

const calm = () => new AbortController().signal;

test('chunks may end in any order and are merged in their own; progress and text only grow', async () => {
  const shares: number[] = [];
  const texts: string[] = [];
  const whole = await recognizeInChunks({
    chunks: ranges(6),
    totalSamples: 60,
    ahead: 3,
    hooks: {
      signal: calm(),
      onProgress: (share) => shares.push(share),
      onPartial: (text) => texts.push(text),
    },
    recognize: async ({ start }) => {
      await sleep(start % 20 === 0 ? 20 : 1);
      return result(`t${start}`);
    },
  });
  assert.equal(whole.text, 't0 t10 t20 t30 t40 t50');
  assert.deepEqual(
    whole.segments.map(({ id }) => id),
    [0, 1, 2, 3, 4, 5],
  );
  assert.equal(shares.at(-1), 1);
  assert(texts.length >= 3 && texts.at(-1) === whole.text, texts.join('|'));
  for (const [index, text] of texts.entries()) assert(text.startsWith(texts[index - 1] ?? ''));
});

test('partial text of the chunk after the finished ones is reported; only the stable part counts as stable', async () => {
  const reported: [string, number | undefined][] = [];
  await recognizeInChunks({
    chunks: ranges(2),
    totalSamples: 20,
    ahead: 2,
    hooks: { signal: calm(), onPartial: (text, stableCharacters) => reported.push([text, stableCharacters]) },
    recognize: async ({ start }, { onPartial }) => {
      onPartial?.(`t${start}`, 1);
      await sleep(start === 0 ? 5 : 15);
      onPartial?.(`t${start} more`, 3);
      return result(`t${start} more.`);
    },
  });
  assert.deepEqual(reported, [
    ['t0', 1],
    ['t0 more', 3],
    ['t0 more. t10', 10],
    ['t0 more. t10 more', 12],
    ['t0 more. t10 more.', 18],
  ]);
});

test('no more chunks are requested than may be ahead', async () => {
  let running = 0;
  let most = 0;
  await recognizeInChunks({
    chunks: ranges(10),
    totalSamples: 100,
    ahead: 3,
    hooks: { signal: calm() },
    recognize: async () => {
      most = Math.max(most, ++running);
      await sleep(1);
      running--;
      return result('x');
    },
  });
  assert.equal(most, 3);
});

const silence = () => new AppError('NO_SPEECH', { message: say('asWritten', { text: 'No speech.' }) });

test('silence in some chunks is not silence as a whole; silence in all of them is', async () => {
  const work = (silentFrom: number) =>
    recognizeInChunks({
      chunks: ranges(4),
      totalSamples: 40,
      ahead: 2,
      hooks: { signal: calm() },
      recognize: async ({ start }) => {
        if (start >= silentFrom) throw silence();
        return result(`t${start}`);
      },
    });
  assert.equal((await work(20)).text, 't0 t10');
  await assert.rejects(work(0), /No speech/);
});

test('a chunk of which all was left out says when somebody spoke there', async () => {
  const doubts = [{ kind: 'left-out', start: 1, end: 2 }] as const;
  const { text, doubts: found } = await recognizeInChunks({
    ...{ chunks: ranges(2), totalSamples: 20, ahead: 2, hooks: { signal: calm() } },
    recognize: async ({ start }) => (start === 0 ? result('t0') : { ...result(''), doubts }),
  });
  assert.deepEqual([text, found], ['t0', doubts]);
});

test('the first failure stops the others and is the one reported', async () => {
  const begun: number[] = [];
  const stopped: number[] = [];
  const job = recognizeInChunks({
    chunks: ranges(50),
    totalSamples: 500,
    ahead: 3,
    hooks: { signal: calm() },
    recognize: async ({ start }, { signal }) => {
      begun.push(start);
      if (start === 10) throw new AppError('TIMEOUT', { message: say('asWritten', { text: 'too slow' }) });
      await sleep(5_000, undefined, { signal }).catch(() => stopped.push(start));
      throw new Error('stopped');
    },
  });
  await assert.rejects(job, /too slow/);
  assert(begun.length <= 3);
  assert.deepEqual(
    stopped,
    begun.filter((start) => start !== 10),
  );
});

test('a cancelled job ends with its reason, and its chunks are stopped', async () => {
  const stop = new AbortController();
  const job = recognizeInChunks({
    chunks: ranges(50),
    totalSamples: 500,
    ahead: 2,
    hooks: { signal: stop.signal },
    recognize: async (_range, { signal }) => {
      stop.abort(new Error('canceled'));
      signal.throwIfAborted();
      return result('never');
    },
  });
  await assert.rejects(job, /canceled/);
});

test('time covered by several intervals counts once', () => {
  const of = (...pairs: [number, number][]) => coveredTime(pairs.map(([from, to]) => ({ from, to })));
  assert.equal(of(), 0);
  assert.equal(of([0, 5], [5, 9]), 9);
  assert.equal(of([10, 12], [0, 5], [3, 4]), 7);
  assert.equal(of([0, 5], [2, 9]), 9);
});

test('it equals counting the milliseconds one by one', () => {
  const interval = fc.tuple(fc.nat(60), fc.nat(20)).map(([from, length]) => ({ from, to: from + length }));
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 12 }), (intervals) => {
      const covered = new Set(
        intervals.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
      );
      assert.equal(coveredTime(intervals), covered.size);
    }),
  );
});
