import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { recordingPage, transcription } from '@quoth/contract';
import { applicationTests } from './support/application-tests.ts';
import { type RunningApplication, wholeEnglish } from './support/running-application.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'packages', 'audio', 'src', 'fixtures');
const samples = join(import.meta.dirname, '..', '..', 'apps', 'cli', 'samples');
const people = '/usr/share/pocketsphinx/test/data';

let app: RunningApplication;
applicationTests({ env: wholeEnglish }, ({ application }) => {
  app = application;
});

async function transcribed(path: string) {
  const body = new Uint8Array(readFileSync(path));
  const headers = { 'content-type': 'application/octet-stream' };
  return transcription.parse((await app.json('/transcribe', { method: 'POST', headers, body })).body);
}

test('German and Spanish transcribed by an English model: a warning in the answer and in the recording, with a model that would understand', async () => {
  for (const name of ['german-lake', 'spanish-table']) {
    const { warning, recording_id } = await transcribed(join(fixtures, 'languages', `${name}.flac`));
    assert.equal(warning?.code, 'LANGUAGE_MISMATCH', name);
    assert.match(warning.message, /unclear, or not English\..*quoth models download \S+/);
    const { recordings } = recordingPage.parse((await app.json('/recordings/search?limit=1')).body);
    assert.equal(recordings[0]?.id, recording_id);
    assert.deepEqual([recordings[0]?.warning, recordings[0]?.error], [warning, null]);
  }
});

test('no English recording that there is gives a warning', async () => {
  const sentences = globSync(join(fixtures, 'sentences', '[01]*.wav'));
  const recordings = [
    ...sentences,
    join(fixtures, 'speech.wav'),
    ...globSync(join(samples, '*.wav')),
    ...globSync(join(people, 'librivox', '*.wav')),
    ...globSync(join(people, 'cards', '*.wav')),
  ];
  assert(recordings.length >= 26);
  for (const path of recordings) assert.equal((await transcribed(path)).warning, undefined, basename(path));
});
