import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SAMPLE_RATE } from '../spool/spool-format.ts';
import { VOICE_FRAME } from '../vad/voice-meter.ts';
import { LiveSplitter, phraseLengths, streamLengths } from './live-splitter.ts';

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
  assert.deepEqual(seconds(cuts(frames(4, -1, 4, -1))), [4.3, 9.2]);
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
