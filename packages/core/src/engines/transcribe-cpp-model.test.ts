import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_RATE } from '@quoth/audio';
import { concatenated, pause, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import {
  OutputTruncated,
  type Session,
  type TranscribeModel,
  type TranscriptionResult,
} from 'transcribe-cpp';
import { ModelRunner } from './transcribe-cpp-model.ts';

const request = {
  model: 'm',
  language: 'en',
  spoolPath: '',
  vocabulary: [],
  durationSeconds: 1,
  threads: 1,
};

/**
 * A library that takes no more than so many samples, tells no times, and answers with the seconds that it was given.
 */
function limitedModel(mostSamples: number): TranscribeModel {
  const session = {
    run: async (pcm: Float32Array): Promise<Partial<TranscriptionResult>> => {
      if (pcm.length > mostSamples) throw new OutputTruncated('too much', 9);
      return { text: `${Math.round(pcm.length / SAMPLE_RATE)} s`, language: '', segments: [], words: [] };
    },
    dispose: () => undefined,
  };
  const model = {
    arch: 'canary',
    capabilities: { languages: ['en'], maxTimestampKind: 'none', supportsLanguageDetect: false },
    accepts: () => false,
    createSession: () => session as unknown as Session,
  };
  // The part of the library that a run touches.
  return model as unknown as TranscribeModel;
}

test('what a model cannot take at once is transcribed in halves, with the times of the whole, without overlap', async () => {
  const parts = testSentences().flatMap(({ samples }) => [samples, pause(0.6)]);
  const samples = concatenated(parts).subarray(0, 20 * SAMPLE_RATE);
  const runner = new ModelRunner(limitedModel(8 * SAMPLE_RATE));
  const { text, segments } = await runner.recognize(samples, request, new AbortController().signal);
  assert(segments.length >= 3);
  assert.equal(text, segments.map((segment) => segment.text).join(' '));
  let before = 0;
  for (const { start, end } of segments) {
    assert(start >= before && end > start && end <= 20.01, `${start} to ${end}`);
    before = end;
  }
});

test('a small model hears short speech with one thread, and long speech and larger models with all', async () => {
  for (const { arch, seconds, threads } of [
    { arch: 'moonshine', seconds: 3, threads: 1 },
    { arch: 'moonshine', seconds: 18, threads: 4 },
    { arch: 'whisper', seconds: 3, threads: 4 },
  ]) {
    const asked: number[] = [];
    const session = {
      run: async () => ({ text: 'one two three four five six', language: '', segments: [], words: [] }),
      dispose: () => undefined,
    };
    const model = {
      ...limitedModel(0),
      arch,
      createSession: ({ nThreads }: { readonly nThreads: number }) => {
        asked.push(nThreads);
        return session as unknown as Session;
      },
    };
    const samples = concatenated(testSentences().map((sentence) => sentence.samples));
    const runner = new ModelRunner(model as unknown as TranscribeModel);
    const asked4 = { ...request, threads: 4, durationSeconds: seconds };
    await runner.recognize(samples.subarray(0, seconds * SAMPLE_RATE), asked4, new AbortController().signal);
    assert.equal(asked[0], threads, `${arch}, ${seconds} s`);
  }
});
