import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, test } from 'node:test';
import { say, withAdvice } from '@quoth/contract';
import { TestRecordings, testMode } from '../fixtures/test-recordings.ts';
import { editRecording, getAudio, getRecording } from './stored-recordings.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

test('an unknown or malformed id is RECORDING_NOT_FOUND; audio that is gone is FILE_NOT_FOUND', async () => {
  for (const id of ['', 'nonsense', "' OR 1=1", '00000000-0000-4000-8000-000000000000'])
    await assert.rejects(getRecording(recordings.places, id), { code: 'RECORDING_NOT_FOUND' });
  const id = await recordings.complete('x');
  const audio = await getAudio(recordings.places, id);
  assert.equal(audio.contentType, 'audio/wav');
  rmSync(audio.path);
  await assert.rejects(getAudio(recordings.places, id), { code: 'FILE_NOT_FOUND' });
});

test('an edited text is found, the original stays next to it, and null reverts every edit', async () => {
  const id = await recordings.complete('go forward ten meters', { transcribedText: 'engine words' });
  const edited = await editRecording(recordings.places, id, 'go forward ten metres');
  assert.equal(edited.text, 'go forward ten metres');
  assert.equal(edited.textBeforeEdit, 'go forward ten meters');
  assert.equal(edited.transcribedText, 'engine words');
  assert.deepEqual(await recordings.found({ q: 'metres' }), ['go forward ten metres']);
  assert.deepEqual(await recordings.found({ q: 'meters' }), []);
  await editRecording(recordings.places, id, 'something else');
  const back = await editRecording(recordings.places, id, null);
  assert.equal(back.text, 'go forward ten meters');
  assert.equal(back.textBeforeEdit, null);
  assert.deepEqual(await recordings.found({ q: 'meters' }), ['go forward ten meters']);
});

test('a mode name of an earlier version with invisible characters is shown with signs in their place', async () => {
  const id = await recordings.complete('text', {}, { ...testMode, name: 'Hy\u200bper\u202e' });
  assert.equal((await getRecording(recordings.places, id)).mode, 'Hy\ufffdper\ufffd');
});

test('a stored warning has its reason; one that this version has no words for, its own words', async () => {
  const id = await recordings.complete('text', {
    warning: withAdvice({ code: 'LANGUAGE_MISMATCH' }, { message: [say('chooseThisLanguage')] }),
  });
  const read = async () => (await getRecording(recordings.places, id)).warning;
  assert.deepEqual(JSON.parse(JSON.stringify(await read())), {
    code: 'LANGUAGE_MISMATCH',
    message: 'Choose this language, or auto.',
    reason: 'chooseThisLanguage',
  });
  for (const part of [{ kind: 'download-model', model: 'a' }, { reason: 'ofTomorrow' }]) {
    const warning = { code: 'LANGUAGE_MISMATCH', message: 'Get it: quoth models download a', advice: [part] };
    await recordings.places.database
      .updateTable('recordings')
      .set({ warning: JSON.stringify(warning) })
      .where('id', '=', id)
      .execute();
    assert.equal((await read())?.message, warning.message);
  }
});
