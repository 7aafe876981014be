import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAiVerboseTranscription } from '@quoth/contract';
import type { RecognizedAudio } from '@quoth/text';
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

/** Milliseconds of the processor that this thread alone takes; a busy machine does not stretch them as it does a clock. */
async function threadMs<Result>(work: () => Result): Promise<readonly [Awaited<Result>, number]> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  return [result, (user + system) / 1_000];
}

test('verbose_json of six hours is printed in a thread of its own, with the same result [OPENAI-LONG]', async () => {
  const long = spoken(8_000);
  const rewritten = {
    ...long,
    segments: long.segments?.map((each) => ({ ...each, text: each.text.replace('theater', 'theatre') })),
  };
  // The first use loads and compiles what is needed.
  await printTranscription(spoken(1), options, rewrite);
  const [expected, here] = await threadMs(() => printed({ result: rewritten, options }));
  const [verbose, meanwhile] = await threadMs(() => printTranscription(long, options, rewrite));
  assert.equal(verbose, expected);
  assert.equal(
    openAiVerboseTranscription.parse(JSON.parse(verbose)).segments?.at(-1)?.text,
    'the theatre number 7999',
  );
  assert(meanwhile < here / 2, `${meanwhile} ms of this thread, ${here} ms if it does the work itself`);
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
