import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { asAppError, say, withAdvice } from '@quoth/contract';
import { recordOf, runOf, TestRecordings, testMode } from '../fixtures/test-recordings.ts';
import {
  beginWork,
  completeWork,
  countAttempt,
  failWork,
  interruptWork,
  keepRecognized,
  requeueWork,
  unfinishedWork,
} from './recording-work.ts';
import { getRecording } from './stored-recordings.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

test('while a text is being rewritten, its transcript is already there, and stays if that is cancelled', async () => {
  const stored = await recordings.accept();
  const { recording } = stored;
  await keepRecognized(recordings.places, runOf(stored), {
    text: 'So it goes.',
    transcribedText: 'so it goes',
    provider: 'moonshine',
    model: 'moonshine-tiny-included',
    language: 'en',
    duration: 2.5,
    words: [],
    segments: [],
  });
  const during = await getRecording(recordings.places, recording.id);
  assert.deepEqual(
    [during.status, during.duration, during.transcribedText, during.text],
    ['post_processing', 2.5, 'so it goes', 'So it goes.'],
  );
  await failWork(recordings.places, runOf(stored), 'cancelled', {
    code: 'CANCELLED',
    said: say('asWritten', { text: 'The work was canceled.' }),
  });
  const after = await getRecording(recordings.places, recording.id);
  assert.deepEqual(
    [after.status, after.text, after.error, after.warning?.code],
    ['completed', 'So it goes.', null, 'CANCELLED'],
  );
});

test('what an earlier run did not finish is found, oldest first; an interruption is not an attempt', async () => {
  const first = await recordings.accept();
  recordings.now += 1_000;
  const second = await recordings.accept();
  await recordings.complete('done');
  for (const stored of [first, second]) {
    await countAttempt(recordings.places, runOf(stored));
    await beginWork(recordings.places, runOf(stored));
  }
  await interruptWork(recordings.places, runOf(second));
  const unfinished = await unfinishedWork(recordings.places);
  assert.deepEqual(
    unfinished.map(({ recording, attempts }) => [recording.id, recording.status, attempts]),
    [
      [first.recording.id, 'transcribing', 1],
      [second.recording.id, 'pending', 0],
    ],
  );
});

test('a failed second transcription leaves the old text, with a warning and no error', async () => {
  const id = await recordings.complete('the old text');
  const again = await requeueWork(recordings.places, id, {}, testMode);
  await failWork(recordings.places, again, 'failed', {
    code: 'TRANSCRIPTION_FAILED',
    said: say('asWritten', { text: 'broken' }),
  });
  const recording = await getRecording(recordings.places, id);
  assert.deepEqual([recording.status, recording.text], ['completed', 'the old text']);
  assert.equal(recording.error, null);
  assert.equal(JSON.stringify(recording.warning), '{"code":"TRANSCRIPTION_FAILED","message":"broken"}');
  const fresh = await recordings.accept();
  await failWork(
    recordings.places,
    runOf(fresh),
    'cancelled',
    { code: 'CANCELLED', said: say('asWritten', { text: 'gone' }) },
    3,
  );
  assert.deepEqual((await getRecording(recordings.places, fresh.recording.id)).status, 'cancelled');
});

test('a text that was not rewritten is a completed recording: a warning, and no error', async () => {
  const stored = await recordings.accept();
  await failWork(recordings.places, runOf(stored), 'failed', {
    code: 'TIMEOUT',
    said: say('asWritten', { text: 'the first time' }),
  });
  const again = await requeueWork(recordings.places, stored.recording.id, {}, testMode);
  const pending = await getRecording(recordings.places, again.id);
  assert.deepEqual([pending.status, pending.error], ['pending', null]);
  for (const code of ['MISSING_API_KEY', 'TRANSCRIPTION_FAILED'] as const) {
    const warning = withAdvice({ code }, { message: [say('selectedTextStays', { why: 'x' })] });
    await completeWork(recordings.places, again, recordOf('as spoken', { warning }));
    const { status, error, warning: reported } = await getRecording(recordings.places, again.id);
    assert.deepEqual([status, error, reported], ['completed', null, warning]);
  }
});

test('what the vocabulary corrected is kept with the recording, until it is transcribed again without', async () => {
  const stored = await recordings.accept();
  const corrections = [{ heard: 'Kubernetis', written: 'Kubernetes' }];
  await completeWork(recordings.places, runOf(stored), recordOf('Kubernetes', { corrections }));
  const { id } = stored.recording;
  assert.deepEqual((await getRecording(recordings.places, id)).corrections, corrections);
  const again = await requeueWork(recordings.places, id, {}, testMode);
  await completeWork(recordings.places, again, recordOf('Kubernetes'));
  assert.equal((await getRecording(recordings.places, id)).corrections, undefined);
});

test('of two simultaneous requests for the same recording, one is refused', async () => {
  const id = await recordings.complete('text');
  const both = await Promise.allSettled([
    requeueWork(recordings.places, id, {}, testMode),
    requeueWork(recordings.places, id, {}, testMode),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const refused = both.find((result) => result.status === 'rejected');
  assert.equal(asAppError(refused?.reason).code, 'BUSY');
  await assert.rejects(requeueWork(recordings.places, id, {}, testMode), { code: 'BUSY' });
});

test('a late report of an earlier run changes nothing of a newer one', async () => {
  const first = await recordings.accept();
  const old = runOf(first);
  await failWork(recordings.places, old, 'failed', {
    code: 'TRANSCRIPTION_FAILED',
    said: say('asWritten', { text: 'the disk was full' }),
  });
  const again = await requeueWork(recordings.places, old.id, {}, testMode);
  assert.equal(again.run, old.run + 1);
  await beginWork(recordings.places, again);
  await failWork(recordings.places, old, 'failed', {
    code: 'TRANSCRIPTION_FAILED',
    said: say('asWritten', { text: 'late' }),
  });
  await interruptWork(recordings.places, old);
  for (const late of [
    beginWork(recordings.places, old),
    countAttempt(recordings.places, old),
    keepRecognized(recordings.places, old, recordOf('late')),
    completeWork(recordings.places, old, recordOf('late')),
  ]) {
    await assert.rejects(late, { code: 'CANCELLED' });
  }
  assert.equal((await getRecording(recordings.places, old.id)).status, 'transcribing');
  await completeWork(recordings.places, again, recordOf('the new text'));
  await failWork(recordings.places, again, 'failed', {
    code: 'TRANSCRIPTION_FAILED',
    said: say('asWritten', { text: 'after its end' }),
  });
  const { status, text, error } = await getRecording(recordings.places, old.id);
  assert.deepEqual([status, text, error], ['completed', 'the new text', null]);
});

test('the text from before a transcription is kept beside the new one, unless they are the same', async () => {
  const id = await recordings.complete('the old text');
  const texts = async () => {
    const { text, earlierText } = await getRecording(recordings.places, id);
    return [text, earlierText];
  };
  assert.deepEqual(await texts(), ['the old text', null]);
  const again = await requeueWork(recordings.places, id, {}, testMode);
  assert.deepEqual(await texts(), ['the old text', null]);
  await keepRecognized(recordings.places, again, recordOf('as spoken'));
  await completeWork(recordings.places, again, recordOf('the new text'));
  assert.deepEqual(await texts(), ['the new text', 'the old text']);
});

test('what was recognised is kept before it is rewritten, through a stop and a cancel', async () => {
  const stored = await recordings.accept();
  await keepRecognized(recordings.places, runOf(stored), recordOf('as spoken', { duration: 2 }));
  assert.equal((await recordings.finder.search({ q: 'as spoken' })).total, 1);
  await interruptWork(recordings.places, runOf(stored));
  const [found] = await unfinishedWork(recordings.places);
  const { status, text, transcribedText, duration } = found?.recording ?? {};
  assert.deepEqual(
    [status, text, transcribedText, duration],
    ['post_processing', 'as spoken', 'as spoken', 2],
  );
  await failWork(recordings.places, runOf(stored), 'cancelled', {
    code: 'CANCELLED',
    said: say('asWritten', { text: 'gone' }),
  });
  const after = await getRecording(recordings.places, stored.recording.id);
  assert.deepEqual(
    [after.status, after.text, after.error, after.warning?.code],
    ['completed', 'as spoken', null, 'CANCELLED'],
  );
});
