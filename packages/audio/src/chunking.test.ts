import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import fc from 'fast-check';
import { LiveSplitter, MAX_CHUNK_SAMPLES, splitAtSilence } from './chunking.ts';
import { seededNoise, sound } from './fixtures/sounds.ts';
import { concatenated, pause, testSamples, testSentences } from './fixtures/test-speech.ts';
import { SAMPLE_RATE, type SampleRange } from './spool.ts';
import { VOICE_FRAME } from './voice-network.ts';

const folder = temporaryFolder();

async function cut(samples: Int16Array) {
  const path = join(folder, 'audio.pcm');
  writeFileSync(path, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const chunks: SampleRange[] = [];
  for await (const chunk of splitAtSilence(path)) chunks.push(chunk);
  return chunks;
}

const noise = seededNoise(3);
const recordings: Readonly<Record<string, Int16Array>> = {
  nothing: new Int16Array(0),
  'one chunk exactly': new Int16Array(MAX_CHUNK_SAMPLES),
  'one sample more': new Int16Array(MAX_CHUNK_SAMPLES + 1),
  silence: pause(100),
  noise: sound(100, () => noise() * 8_000),
  speech: concatenated([testSamples('60s-many-sentences.wav'), testSamples('60s-many-sentences.wav')]),
  'speech and a long silence': concatenated([
    testSamples('60s-many-sentences.wav'),
    pause(90),
    testSamples('01-hello-world.wav'),
  ]),
};

for (const [name, samples] of Object.entries(recordings)) {
  test(`chunks cover the recording without gap or overlap, and none is too long or a mere rest: ${name}`, async () => {
    const chunks = await cut(samples);
    assert.equal(chunks[0]?.start, 0);
    assert.equal(chunks.at(-1)?.end, samples.length);
    for (const [index, { start, end }] of chunks.entries()) {
      assert(end - start <= MAX_CHUNK_SAMPLES);
      if (chunks.length > 1) assert(end - start >= 4 * SAMPLE_RATE - 1, `${(end - start) / SAMPLE_RATE} s`);
      if (index > 0) assert.equal(start, chunks[index - 1]?.end);
    }
  });
}

test('cuts lie in pauses, never in a word', async () => {
  const spoken: { start: number; end: number }[] = [];
  const parts: Int16Array[] = [];
  let at = 0;
  for (let round = 0; round < 8; round++) {
    for (const { samples } of testSentences()) {
      // The recordings begin and end with a little silence of their own.
      spoken.push({ start: at + 0.35 * SAMPLE_RATE, end: at + samples.length - 0.35 * SAMPLE_RATE });
      parts.push(samples, pause(0.3));
      at += samples.length + 0.3 * SAMPLE_RATE;
    }
  }
  const chunks = await cut(concatenated(parts));
  assert(chunks.length > 8);
  for (const { end } of chunks.slice(0, -1)) {
    assert(!spoken.some((sentence) => sentence.start < end && end < sentence.end), `${end / SAMPLE_RATE} s`);
  }
});

/** Seconds of speech (positive) and silence (negative), as frames. */
function frames(...seconds: number[]): boolean[] {
  return seconds.flatMap((length) =>
    new Array<boolean>(Math.round((Math.abs(length) * SAMPLE_RATE) / VOICE_FRAME)).fill(length > 0),
  );
}

function cuts(voiced: readonly boolean[]): number[] {
  const splitter = new LiveSplitter();
  return voiced.flatMap((frame, at) => (splitter.push(frame) ? [(at + 1) * VOICE_FRAME] : []));
}

const seconds = (samples: readonly number[]) => samples.map((at) => Math.round((at / SAMPLE_RATE) * 10) / 10);

test('a stream is cut rarely, and in a pause', () => {
  assert.deepEqual(seconds(cuts(frames(5, -1, 5, -1, 5, -1, 5, -1, 5))), [23.4]);
  assert.deepEqual(cuts(frames(15, -1, 4)), []);
});

test('late, any pause will do; speech without pauses is cut anyway', () => {
  assert.deepEqual(seconds(cuts(frames(45, -0.2, 10))), [45.1]);
  assert.deepEqual(seconds(cuts(frames(130))), [60, 120]);
});

test('whatever is said, streams never exceed their maximum length', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 6_000 })), {
        maxLength: 20,
        size: 'max',
      }),
      (runs) => {
        const voiced = runs.flatMap(([value, length]) => new Array<boolean>(length).fill(value));
        const all = [0, ...cuts(voiced), voiced.length * VOICE_FRAME];
        for (const [at, cut] of all.entries())
          assert(cut - (all[at - 1] ?? 0) <= 60 * SAMPLE_RATE + VOICE_FRAME);
      },
    ),
  );
});
