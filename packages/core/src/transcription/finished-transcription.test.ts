import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Mode,
  modeDefaults,
  type Segment,
  type Timings,
  type TranscribeOptions,
  type Word,
} from '@quoth/contract';
import {
  type FinishedJob,
  type RewritingOf,
  rewriteFinished,
  toTranscription,
} from './finished-transcription.ts';

const words: Word[] = [{ word: 'hello', start: 0, end: 1 }];
const segments: Segment[] = [{ id: 0, start: 0, end: 1, text: 'hello' }];

interface Engine {
  readonly words?: Word[];
  readonly segments?: Segment[];
}

/** The answer to a request, and the names of what it tells of times. */
async function answerFor(asked: TranscribeOptions, record: Engine) {
  const answer = await toTranscription(
    {
      recordingId: undefined,
      mode: modeDefaults as Mode,
      options: {},
      record: {
        ...{
          text: 'Hello',
          transcribedText: 'hello',
          provider: 'p',
          model: 'm',
          language: 'en',
          duration: 1,
        },
        ...{ words: [], segments: [] },
        ...record,
      },
      ...{ timings: {} as Timings, latencyMs: 1 },
    },
    asked,
  );
  return { ...answer, times: ['raw_text', 'segments', 'words'].filter((name) => name in answer) };
}

const cases: readonly [what: string, Engine, asked: ('word' | 'segment')[], expected: string[]][] = [
  ['nothing was asked for', { words, segments }, [], []],
  ['words', { words, segments }, ['word'], ['raw_text', 'words']],
  ['segments', { words, segments }, ['segment'], ['raw_text', 'segments']],
  ['both', { words, segments }, ['segment', 'word'], ['raw_text', 'segments', 'words']],
  ['an engine that gave no words', { segments }, ['segment', 'word'], ['raw_text', 'segments']],
  ['an engine that gave no segments', { words }, ['segment', 'word'], ['raw_text', 'words']],
  ['an engine that gave neither', {}, ['segment', 'word'], []],
];

test('an answer says which stretches another model wrote, also where no times were asked for', async () => {
  const said = (start: number, model?: string): Segment => ({
    ...{ id: start, start, end: start + 1, text: 'hello' },
    ...(model !== undefined && { model }),
  });
  const { other_models } = await answerFor(
    {},
    { segments: [said(0), said(1, 'b'), said(2, 'b'), said(3), said(4, 'b'), said(5, 'c')] },
  );
  assert.deepEqual(other_models, [
    { model: 'b', start: 1, end: 3 },
    { model: 'b', start: 4, end: 5 },
    { model: 'c', start: 5, end: 6 },
  ]);
  assert.equal('other_models' in (await answerFor({}, { segments })), false);
});

for (const [what, engine, asked, expected] of cases)
  test(`times in an answer: ${what}`, async () => {
    const { times, captions } = await answerFor({ timestamp_granularities: asked }, engine);
    assert.deepEqual([times, captions], [expected, undefined]);
  });

test('captions are cut from times that the answer need not have', async () => {
  const { times, captions } = await answerFor({ captions: 'srt' }, { words, segments });
  assert.deepEqual([times, captions], [[], '1\n00:00:00,000 --> 00:00:01,000\nhello\n']);
});

const marked = { text: 'um send it to {{1}}', parts: ['Main Street 1{{cursor}}'] };

/** A text with a snippet after a language model that answers this; and what the model was given. */
async function rewritten(answer: string, given = marked) {
  const asked: string[] = [];
  const rewriting: RewritingOf = {
    transcript: async ({ text }) => {
      asked.push(text);
      return { text: answer, provider: 'p', model: 'm', preset: 'hyper', postProcessed: true };
    },
  };
  const record = { text: 'um send it to Main Street 1', transcribedText: 'um send it to my address' };
  const job = {
    mode: { ...modeDefaults, postProcessingMode: 1 },
    options: { post_process: true },
    record,
    marked: given,
  };
  const finished = await rewriteFinished(job as unknown as FinishedJob, {
    ...{ rewriting, program: undefined, receivers: [], onBegin: async () => undefined },
    signal: new AbortController().signal,
  });
  return { asked, finished };
}

test('a language model gets a mark in place of a snippet, whose text is put in afterwards', async () => {
  const { asked, finished } = await rewritten('Please send it to {{1}}.');
  assert.deepEqual(asked, [marked.text]);
  assert.equal(finished.record.text, 'Please send it to Main Street 1.');
  assert.equal(finished.record.postProcessed?.text, finished.record.text);
  assert.deepEqual(finished.marked, { ...marked, text: 'Please send it to {{1}}.' });
  assert.equal(finished.warning, undefined);
});

test('a text whose snippet did not come back stays as it was said', async () => {
  for (const answer of ['Please send it to your address.', '{{1}} and {{1}}.', 'Send it to {{2}}.']) {
    const { finished } = await rewritten(answer);
    assert.equal(finished.record.text, 'um send it to Main Street 1', answer);
    assert.deepEqual([finished.postProcessed, finished.record.postProcessed], [false, undefined]);
    assert.equal(finished.warning?.guard, 'lost');
    assert.equal(finished.marked?.text, marked.text);
  }
});

test('a snippet that was said alone needs no language model', async () => {
  const { asked, finished } = await rewritten('anything', { ...marked, text: '{{1}}' });
  assert.deepEqual([asked, finished.record.text], [[], 'um send it to Main Street 1']);
});
