import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, say } from '@quoth/contract';
import { answerByPatience, deltaStream } from './answers.ts';

const never = { contentType: 'application/json', afterMs: 60_000 };
const soon = { ...never, afterMs: 1, everyMs: 1 };
const later = <Value>(value: Value) => new Promise<Value>((resolve) => setTimeout(resolve, 30, value));

test('work in time is answered whole, and fails with its own error', async () => {
  assert.equal(await (await answerByPatience(Promise.resolve('{}'), never)).text(), '{}');
  await assert.rejects(answerByPatience(Promise.reject(new AppError('CANCELLED')), never), {
    code: 'CANCELLED',
  });
});

test('slow work sends headers and white space first; text formats get no white space', async () => {
  assert.match(await (await answerByPatience(later('{}'), soon)).text(), /^ +\{\}$/);
  assert.equal(
    await (await answerByPatience(later('WEBVTT'), { ...soon, contentType: 'text/vtt' })).text(),
    'WEBVTT',
  );
});

test('slow work that finally fails breaks off the answer', async () => {
  const response = await answerByPatience(
    later(0).then(() => Promise.reject(new AppError('TRANSCRIPTION_FAILED'))),
    soon,
  );
  assert.equal(response.status, 200);
  await assert.rejects(response.text(), { code: 'TRANSCRIPTION_FAILED' });
});

const read = async (answer: Response) => (await answer.text()).split('\n\n').filter(Boolean);
const delta = (text: string) =>
  `event: transcript.text.delta\ndata: {"type":"transcript.text.delta","delta":"${text}"}`;
const done = (text: string) =>
  `event: transcript.text.done\ndata: {"type":"transcript.text.done","text":"${text}"}`;

test('what was stable before and while it is read, then the rest, then the whole', async () => {
  const deltas = deltaStream();
  const work = Promise.withResolvers<{ text: string }>();
  deltas.update('one');
  await deltas.first;
  const blocks = read(deltas.answer(work.promise, 'r'));
  deltas.update('one two');
  deltas.update('one two');
  deltas.update('another');
  work.resolve({ text: 'one two three.' });
  assert.deepEqual(await blocks, [delta('one'), delta(' two'), delta(' three.'), done('one two three.')]);
});

test('all at once if nothing was stable, and only the end if there is no text', async () => {
  const blocks = (text: string) => read(deltaStream().answer(Promise.resolve({ text }), 'r'));
  assert.deepEqual(await blocks('all'), [delta('all'), done('all')]);
  assert.deepEqual(await blocks(''), [done('')]);
});

test('the last event has the warning about the text', async () => {
  const warning = { code: 'TEXT_LEFT_OUT', message: 'The text of 2.0–4.0 s is left out.' } as const;
  const [, last] = await read(deltaStream().answer(Promise.resolve({ text: 'one', warning }), 'r'));
  assert.deepEqual(JSON.parse(last?.split('data: ')[1] ?? ''), {
    type: 'transcript.text.done',
    text: 'one',
    warning,
  });
});

test('the last event corrects an engine that changes stable words', async () => {
  const deltas = deltaStream();
  deltas.update('won');
  assert.deepEqual(await read(deltas.answer(Promise.resolve({ text: 'one' }), 'r')), [
    delta('won'),
    done('one'),
  ]);
});

test('a failure halfway is an error that OpenAI’s clients throw', async () => {
  const deltas = deltaStream();
  deltas.update('one');
  const work = Promise.reject(
    new AppError('TRANSCRIPTION_FAILED', {
      message: say('asWritten', { text: 'It broke.' }),
      hint: say('asWritten', { text: 'Again.' }),
    }),
  );
  const [first, error] = await read(deltas.answer(work, 'r'));
  assert.equal(first, delta('one'));
  assert.match(
    error ?? '',
    /^event: error\ndata: \{"error":\{"message":"It broke. Again.".*"transcription_failed"/,
  );
});

test('text that comes after the end, or after its reader has gone, is left out', async () => {
  const deltas = deltaStream();
  const blocks = await read(deltas.answer(Promise.resolve({ text: 'one' }), 'r'));
  deltas.update('one two');
  assert.deepEqual(blocks, [delta('one'), done('one')]);
  const unread = deltaStream();
  const work = Promise.withResolvers<{ text: string }>();
  await unread.answer(work.promise, 'r').body?.cancel();
  unread.update('one');
  work.resolve({ text: 'one two' });
  await work.promise;
});
