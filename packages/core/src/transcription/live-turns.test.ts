import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_RATE } from '@quoth/audio';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { AppError, speakerNames } from '@quoth/contract';
import { LiveTurns, WhoseTurn } from './live-turns.ts';

/** Stretches of both tracks, such as `x- 30`: `x` where somebody speaks, mine first, and how many frames. */
function turnsIn(stretches: string): string {
  const whose = new WhoseTurn();
  const turns = stretches.split(', ').map((stretch) => {
    let speaker: string | undefined;
    for (let frame = 0; frame < Number(stretch.slice(3)); frame++)
      speaker = whose.push(stretch[0] === 'x', stretch[1] === 'x');
    return String(speaker);
  });
  return turns.join(' ');
}

test('the turn is of who speaks alone, and of two of who began', () => {
  for (const [stretches, expected] of [
    ['-- 50', 'undefined'],
    ['x- 3', 'undefined'],
    ['x- 30, -- 90, -x 30, -- 9', 'me me others others'],
    // They interrupt each other.
    ['x- 30, xx 90, -x 30', 'me me others'],
    ['-x 30, xx 90, x- 30', 'others others me'],
    // The microphone hears the loudspeaker, and the room a moment longer.
    ['-x 2, xx 90, x- 12, -- 30', 'undefined others others others'],
    // A model of voices is not more exact.
    ['x- 4, xx 90', 'undefined others'],
  ] as const)
    assert.equal(turnsIn(stretches), expected, stretches);
});

/** Blocks of two tracks with this speech in one of them. */
function* blocks(samples: Int16Array, channel: 0 | 1): Generator<Int16Array> {
  const length = SAMPLE_RATE / 20;
  for (let from = 0; from < samples.length; from += length) {
    const block = samples.subarray(from, from + length);
    const tracks = new Int16Array(2 * block.length);
    for (const [at, sample] of block.entries()) tracks[2 * at + channel] = sample;
    yield tracks;
  }
}

test('each turn is transcribed by itself, from its first sample on, and its words have a name', async () => {
  const shown: [text: string, settled: string][] = [];
  const heard: {
    samples: number;
    say: (text: string, stable: number) => void;
    settle: (text: string) => void;
    fail: () => void;
  }[] = [];
  const turns = new LiveTurns({
    names: () => speakerNames.en,
    show: (text, stable) => shown.push([text, text.slice(0, stable)]),
    begin: (say) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const turn = { samples: 0, say, settle: resolve, fail: () => reject(new AppError('NO_SPEECH')) };
      heard.push(turn);
      return {
        text: promise,
        take: async (samples) => {
          turn.samples += samples.length;
        },
        end: () => undefined,
        stop: () => turn.fail(),
      };
    },
  });
  const [speech = new Int16Array(0)] = testSentences().map(({ samples }) => samples);
  const silence = new Int16Array(SAMPLE_RATE);
  const play = async (samples: Int16Array, channel: 0 | 1) => {
    for (const tracks of blocks(samples, channel)) await turns.take(tracks, tracks);
  };
  await play(silence, 0);
  await play(speech, 1);
  await play(silence, 0);
  assert.equal(heard.length, 2, 'the first was begun to load the model');
  heard[0]?.fail();
  heard[1]?.say('Could we meet on', 8);
  await play(speech, 0);
  const [, others, mine] = heard;
  assert(others && mine);
  assert(mine.samples >= speech.length, 'its beginning is not lost');
  assert(others.samples >= speech.length);
  assert(others.samples < speech.length + 2.5 * SAMPLE_RATE, 'what the other track says is not heard');
  mine.say('Tuesday', 7);
  assert.deepEqual(shown.at(-1), ['Others: Could we meet on\n\nMe: Tuesday', 'Others: Could we']);
  others.settle('Could we meet on Tuesday?');
  await new Promise((resolve) => setImmediate(resolve));
  const both = 'Others: Could we meet on Tuesday?\n\nMe: Tuesday';
  assert.deepEqual(shown.at(-1), [both, both]);
  const count = shown.length;
  turns.end();
  await turns.close();
  assert.equal(shown.length, count, 'what was shown stays until the text is there');
});
