import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { seededNoise, sound } from '../fixtures/sounds.ts';
import { concatenated, pause, testSamples, testSentences } from '../fixtures/test-speech.ts';
import type { SampleRange } from '../spool/spool-format.ts';
import { SAMPLE_RATE } from '../spool/spool-format.ts';
import { PauseFinder } from '../vad/index.ts';
import { LONGEST_CHUNK, splitAtSilence } from './split-at-silence.ts';

let folder: string;
let pauses: PauseFinder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quoth-cut-'));
  pauses = await PauseFinder.create();
});
after(() => rmSync(folder, { recursive: true, force: true }));

async function cut(samples: Int16Array) {
  const path = join(folder, 'audio.pcm');
  writeFileSync(path, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const chunks: SampleRange[] = [];
  for await (const chunk of splitAtSilence(path, pauses)) chunks.push(chunk);
  return chunks;
}

const noise = seededNoise(3);
const recordings: Readonly<Record<string, Int16Array>> = {
  nothing: new Int16Array(0),
  'one chunk exactly': new Int16Array(LONGEST_CHUNK),
  'one sample more': new Int16Array(LONGEST_CHUNK + 1),
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
  test(`chunks cover the recording without gap or overlap, and none is too long or a mere rest: ${name} [LONG-SEAMS]`, async () => {
    const chunks = await cut(samples);
    assert.equal(chunks[0]?.start, 0);
    assert.equal(chunks.at(-1)?.end, samples.length);
    for (const [index, { start, end }] of chunks.entries()) {
      assert(end - start <= LONGEST_CHUNK);
      if (chunks.length > 1) assert(end - start >= 4 * SAMPLE_RATE - 1, `${(end - start) / SAMPLE_RATE} s`);
      if (index > 0) assert.equal(start, chunks[index - 1]?.end);
    }
  });
}

test('cuts lie in pauses, never in a word [LONG-SEAMS]', async () => {
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
