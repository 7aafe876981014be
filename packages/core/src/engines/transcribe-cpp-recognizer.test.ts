import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SAMPLE_RATE } from '@quoth/audio';
import type { RecognizedSpeech } from '@quoth/text';
import { recognizeStreaming } from './transcribe-cpp-recognizer.ts';

const fixture = join(import.meta.dirname, '../../../audio/src/fixtures/best-of-times.wav');
/** Three seconds: "It was the best of times, it was the worst of times". */
const speech = new Int16Array(readFileSync(fixture).buffer.slice(44));
const SAID = 'It was the best of times, it was the worst of times.';
/** What a file's model, which is asked again, makes of it. */
const again: RecognizedSpeech = { text: 'Heard again.', words: [], segments: [], language: 'en' };

/** Samples through a stand-in for a streaming model, which writes this text at the end. */
async function streamed(samples: Int16Array, text: string, end = samples.length / SAMPLE_RATE) {
  const asked: number[] = [];
  const partials: string[] = [];
  let at = 0;
  const stream = {
    text: { full: '', committed: '', tentative: '' },
    snapshot: {
      text,
      language: 'en',
      segments: text === '' ? [] : [{ t0Ms: 0, t1Ms: end * 1000, text }],
      words: [],
      tokens: [],
    },
    feed: async () => ({ committedChanged: false, tentativeChanged: false }),
    finalize: async () => undefined,
    reset: () => undefined,
  };
  const runner = {
    model: {
      arch: 'parakeet',
      capabilities: { languages: ['en'], supportsLanguageDetect: false, maxTimestampKind: 'none' },
      accepts: () => false,
    },
    session: () => ({ stream: async () => stream }),
    spokenLanguage: () => 'en',
    recognize: async (part: Int16Array) => {
      asked.push(part.length);
      return again;
    },
  } as unknown as Parameters<typeof recognizeStreaming>[0];
  const result = recognizeStreaming(runner, {
    request: {
      ...{
        model: 'streaming',
        language: 'en',
        spoolPath: '',
        vocabulary: [],
        durationSeconds: 0,
        threads: 1,
      },
      growing: true,
    },
    signal: new AbortController().signal,
    partial: (written) => partials.push(written),
    spool: {
      next: async (count) => {
        const block = samples.slice(at, at + count);
        at += block.length;
        return block.length > 0 ? block : undefined;
      },
      read: async (from, count) => samples.subarray(from, from + count),
    },
  });
  return { ...(await result), asked, partials };
}

test('what a streaming model writes stands where it can be what was said', async () => {
  const { text, asked } = await streamed(speech, SAID);
  assert.deepEqual([text, asked], [SAID, []]);
});

const faults: readonly (readonly [string, string])[] = [
  ['a loop', 'it was the best of times '.repeat(40)],
  ['nothing, though somebody speaks', ''],
];
for (const [name, text] of faults)
  test(`a streaming model that writes ${name}: all of it is heard again, once, as a file is`, async () => {
    const { asked, partials, ...result } = await streamed(speech, text);
    assert.equal(result.text, again.text);
    assert.deepEqual(asked, [speech.length]);
    assert.equal(partials.at(-1), again.text, 'what is shown is what counts');
  });

test('what a streaming model writes of a second sentence that it passed over is heard again', async () => {
  const two = new Int16Array(2 * speech.length);
  two.set(speech);
  two.set(speech, speech.length);
  const { text } = await streamed(two, SAID, 3);
  assert.equal(text, again.text);
});

test('where no one speaks, a streaming model writes nothing, whatever it invents', async () => {
  await assert.rejects(streamed(new Int16Array(4 * SAMPLE_RATE), 'Thank you.'), { code: 'NO_SPEECH' });
});
