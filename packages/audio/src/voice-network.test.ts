import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import loadWabt from 'wabt';
import { speech } from './fixtures/sounds.ts';
import { kernelBytes } from './voice-kernel.ts';
import { VOICE_FRAME, VoiceNetwork } from './voice-network.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path));

test('it computes what the original network computes', () => {
  // Recorded with ONNX Runtime 1.30 and the original file, in which each frame follows the last 64 samples of the one
  // before.
  const expected = JSON.parse(read('fixtures/voice-probabilities.json').toString()) as number[];
  const samples = Float32Array.from(speech(), (sample) => sample / 32_768);
  const network = new VoiceNetwork();
  // What one network has heard changes nothing for another, nor after a reset.
  new VoiceNetwork().probability(samples.subarray(9_000, 9_000 + VOICE_FRAME));
  for (const round of ['first', 'after a reset']) {
    for (const [index, probability] of expected.entries()) {
      const heard = network.probability(samples.subarray(index * VOICE_FRAME, (index + 1) * VOICE_FRAME));
      assert(Math.abs(heard - probability) < 0.001, `${round}, frame ${index}: ${heard}, not ${probability}`);
    }
    network.reset();
  }
  assert(expected.length > 90);
});

test('the kernel is what its source says', async () => {
  const wabt = await loadWabt();
  const source = wabt.parseWat('voice-kernel.wat', read('voice-kernel.wat').toString(), { simd: true });
  assert.deepEqual(kernelBytes, Uint8Array.from(source.toBinary({}).buffer));
});

test('the weights are those that the README names', () => {
  const weights = read('../../ear/models/silero-vad-v6-16k.bin');
  const hash = createHash('sha256').update(weights).digest('hex');
  assert(read('../../ear/README.md').toString().includes(hash));
});
