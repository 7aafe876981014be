import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { openAiTranscription, openAiVerboseTranscription } from '@quoth/contract';
import { leavesThisThread } from '@quoth/processes/fixtures/processor-time.ts';
import { type RecognizedAudio, type RenderOptions, renderTranscription } from '@quoth/text';
import { printed, printTranscription } from './print-transcription.ts';

/** So many segments of two words each. */
function spoken(count: number): RecognizedAudio {
  const segments = Array.from({ length: count }, (_, id) => ({
    id,
    start: id,
    end: id + 0.9,
    text: `the theater number ${id}`,
  }));
  const words = segments.flatMap(({ start }) => [
    { word: 'theater', start, end: start + 0.4, confidence: 0.9 },
    { word: 'number', start: start + 0.5, end: start + 0.9, confidence: 0.8 },
  ]);
  const text = segments.map((segment) => segment.text).join(' ');
  return { text, language: 'en', duration_s: count, segments, words };
}

const options = { task: 'transcribe', format: 'verbose_json', granularities: ['segment', 'word'] } as const;
const rewrite = (parts: readonly string[]) =>
  Promise.resolve(parts.map((part) => part.replace('theater', 'theatre')));

test('verbose_json of six hours is printed in a thread of its own, with the same result', async () => {
  const long = spoken(8_000);
  const rewritten = {
    ...long,
    segments: long.segments?.map((each) => ({ ...each, text: each.text.replace('theater', 'theatre') })),
  };
  // The first use loads and compiles what is needed.
  await printTranscription(spoken(1), options, rewrite);
  const expected = printed({ result: rewritten, options });
  const [verbose, isElsewhere] = await leavesThisThread(() => printTranscription(long, options, rewrite));
  assert.equal(verbose, expected);
  assert.equal(
    openAiVerboseTranscription.parse(JSON.parse(verbose)).segments?.at(-1)?.text,
    'the theatre number 7999',
  );
  assert(isElsewhere);
});

test('a short transcription and formats without segments start no thread', async () => {
  const asked: number[] = [];
  const counting = (parts: readonly string[]) => {
    asked.push(parts.length);
    return rewrite(parts);
  };
  const short = await printTranscription(spoken(3), options, counting);
  assert.match(short, /the theatre number 2/);
  const long = spoken(8_000);
  assert.equal(
    await printTranscription(long, { task: 'transcribe', format: 'text' }, counting),
    `${long.text}\n`,
  );
  assert.deepEqual(asked, [3], 'the rules are applied to the segments of verbose_json alone');
});

const result: RecognizedAudio = {
  text: 'Hello <you>. Damn good.',
  language: 'en',
  duration_s: 3.25,
  segments: [
    { id: 0, start: 0.1, end: 1.2, text: 'Hello <you>.' },
    { id: 1, start: 2.1, end: 3, text: 'Darn good.' },
  ],
  words: [
    { word: 'Hello', start: 0.1, end: 0.5, confidence: 1 },
    { word: '<you>.', start: 0.6, end: 1.2, confidence: 0.5 },
    { word: 'Darn', start: 2.1, end: 2.4 },
    { word: 'good.', start: 2.5, end: 3 },
  ],
};

const rewriteLine = (text: string) => text.replace('Darn', 'Damn');
const compressionRatio = (text: string) => Buffer.byteLength(text) / deflateSync(text).length;
const render = (options: Partial<RenderOptions>, from = result) =>
  renderTranscription(
    from,
    { task: 'transcribe', format: 'json', rewrite: rewriteLine, ...options },
    compressionRatio,
  );

test("each of OpenAI's formats", () => {
  assert.deepEqual(openAiTranscription.parse(JSON.parse(render({}))), {
    text: result.text,
    usage: { type: 'duration', seconds: 4 },
  });
  assert.equal(render({ format: 'text' }), 'Hello <you>. Damn good.\n');
  // Two short sentences close together are one caption.
  assert.equal(render({ format: 'srt' }), '1\n00:00:00,100 --> 00:00:03,000\nHello <you>. Damn good.\n');
  assert.equal(
    render({ format: 'vtt' }),
    'WEBVTT\n\n00:00:00.100 --> 00:00:03.000\nHello &lt;you&gt;. Damn good.\n',
  );
});

test('verbose_json has segments with every field of OpenAI’s, and words when they are asked for', () => {
  const verbose = openAiVerboseTranscription.parse(
    JSON.parse(render({ format: 'verbose_json', temperature: 0.2 })),
  );
  assert.deepEqual(
    [verbose.task, verbose.language, verbose.duration, verbose.words],
    ['transcribe', 'english', 3.25, undefined],
  );
  assert.deepEqual(verbose.segments?.[0], {
    id: 0,
    seek: 10,
    start: 0.1,
    end: 1.2,
    text: 'Hello <you>.',
    tokens: [],
    temperature: 0.2,
    avg_logprob: -0.347,
    compression_ratio: 0.6,
    no_speech_prob: 0,
  });
  assert.deepEqual([verbose.segments?.[1]?.text, verbose.segments?.[1]?.avg_logprob], ['Damn good.', 0]);
  const words = openAiVerboseTranscription.parse(
    JSON.parse(render({ format: 'verbose_json', granularities: ['word'] })),
  );
  assert.equal(words.segments?.length, 2);
  assert.deepEqual(words.words?.[1], { word: '<you>.', start: 0.6, end: 1.2 });
});

test('text rules get the language that was spoken, in captions and segments alike', () => {
  const german: RecognizedAudio = {
    ...result,
    text: 'ein Liter',
    language: 'de',
    segments: [{ id: 0, start: 0, end: 1, text: 'ein Liter' }],
    words: [
      { word: 'ein', start: 0, end: 0.4 },
      { word: 'Liter', start: 0.5, end: 1 },
    ],
  };
  for (const format of ['srt', 'vtt', 'verbose_json'] as const) {
    const languages: (string | null)[] = [];
    const british = (text: string, language: string | null) => {
      languages.push(language);
      return language === 'en' ? text.replace('Liter', 'Litre') : text;
    };
    assert.match(render({ format, rewrite: british }, german), /ein Liter/, format);
    assert.deepEqual([...new Set(languages)], ['de'], format);
    assert.match(render({ format, rewrite: british }, { ...german, language: 'en' }), /Litre/, format);
  }
});

test('an empty result is an empty text in each format', () => {
  const nothing: RecognizedAudio = { text: '', language: null, duration_s: 0.5 };
  assert.equal(render({ format: 'text' }, nothing), '\n');
  assert.equal(render({ format: 'srt' }, nothing), '');
  assert.equal(render({ format: 'vtt' }, nothing), 'WEBVTT\n');
  const verbose = openAiVerboseTranscription.parse(JSON.parse(render({ format: 'verbose_json' }, nothing)));
  assert.deepEqual([verbose.text, verbose.language, verbose.segments], ['', 'unknown', []]);
});

test('the words of a segment are found without a search through all, in whatever order the engine gave them', () => {
  const segments = Array.from({ length: 500 }, (_, id) => ({ id, start: id, end: id + 0.9, text: 'a b' }));
  let looks = 0;
  const words = segments
    .flatMap(({ start }) => [
      { word: 'a', start, end: start + 0.4, confidence: 1 },
      { word: 'b', start: start + 0.5, end: start + 0.9, confidence: 0.5 },
      // It reaches into the next segment, and belongs to neither.
      { word: 'c', start: start + 0.8, end: start + 1.1, confidence: 0.1 },
    ])
    .map(({ start, ...word }) => ({
      ...word,
      get start() {
        looks++;
        return start;
      },
    }))
    .reverse();
  const verbose = openAiVerboseTranscription.parse(
    JSON.parse(render({ format: 'verbose_json' }, { ...result, segments, words })),
  );
  assert.deepEqual(
    new Set(verbose.segments?.map(({ avg_logprob }) => avg_logprob)),
    new Set([Math.round((Math.log(0.5) / 2) * 1000) / 1000]),
  );
  // Sorting and searching take some; a search through all words for each segment would take 500 for each word.
  assert(looks <= 100 * words.length, `${looks} looks at ${words.length} words`);
});
