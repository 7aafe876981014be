import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import fc from 'fast-check';
import { LiveSplitter, MAX_CHUNK_SAMPLES, phraseLengths, splitAtSilence, streamLengths } from './chunking.ts';
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

function cuts(voiced: readonly boolean[], lengths = phraseLengths): number[] {
  const splitter = new LiveSplitter(lengths);
  return voiced.flatMap((frame) => splitter.push(frame) ?? []);
}

const seconds = (samples: readonly number[]) => samples.map((at) => Math.round((at / SAMPLE_RATE) * 10) / 10);

test('a phrase is cut in the middle of a pause, and not before it is long enough', () => {
  assert.deepEqual(seconds(cuts(frames(4, -1, 4, -1))), [4.3, 9.3]);
  // One second is not worth it; with the second one it is.
  assert.deepEqual(seconds(cuts(frames(1, -1, 1, -1, 1, -1))), [3.2]);
  assert.deepEqual(cuts(frames(4, -0.3, 4)), []);
});

test('silence before any speech is no reason to cut, but a chunk does not grow without limit', () => {
  assert.deepEqual(cuts(frames(-15)), []);
  const long = seconds(cuts(frames(-60)));
  assert(long.length > 0 && (long[0] ?? 0) <= 28, String(long));
});

test('a silence of many minutes is cut into chunks of the same length', () => {
  const ten = cuts(frames(-600));
  const lengths = ten.map((cut, at) => cut - (ten[at - 1] ?? 0));
  assert(
    lengths.every((length) => Math.abs(length - phraseLengths.longest / 2) <= VOICE_FRAME),
    String(seconds(lengths).slice(0, 20)),
  );
});

test('speech with only short pauses is cut in one of them; speech without pauses is cut anyway', () => {
  const short = seconds(cuts(frames(21, -0.2, 10)));
  assert.equal(short.length, 1);
  assert(Math.abs((short[0] ?? 0) - 21.1) < 0.15, String(short));
  assert.deepEqual(seconds(cuts(frames(60))), [28, 56]);
});

test('a stream is cut rarely', () => {
  assert.deepEqual(seconds(cuts(frames(5, -1, 5, -1, 5, -1, 5, -1, 5), streamLengths)), [23.2]);
});

test('whatever is said, chunks never exceed their maximum length and always advance', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 6_000 })), { maxLength: 20 }),
      (runs) => {
        const voiced = runs.flatMap(([value, length]) => new Array<boolean>(length).fill(value));
        let start = 0;
        for (const cut of cuts(voiced)) {
          assert(cut > start, 'forward');
          assert(cut - start <= phraseLengths.longest + VOICE_FRAME);
          assert(cut <= voiced.length * VOICE_FRAME);
          start = cut;
        }
        assert(voiced.length * VOICE_FRAME - start <= phraseLengths.longest + VOICE_FRAME);
      },
    ),
  );
});
