import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { transcription } from '@quoth/contract';
import { applicationTests } from './support/application-tests.ts';
import type { RunningApplication } from './support/running-application.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'packages', 'audio', 'src', 'fixtures');
const samples = join(import.meta.dirname, '..', '..', 'apps', 'cli', 'samples');

let app: RunningApplication;
applicationTests({}, ({ application }) => {
  app = application;
});

async function transcribed(path: string, language = 'en') {
  const body = new Uint8Array(readFileSync(path));
  const headers = { 'content-type': 'application/octet-stream' };
  return transcription.parse(
    (await app.json(`/transcribe?language=${language}`, { method: 'POST', headers, body })).body,
  );
}

test('German and Spanish are heard in their own language where none is requested', async () => {
  for (const [name, language] of [
    ['german-lake', 'de'],
    ['spanish-table', 'es'],
  ] as const) {
    const answer = await transcribed(join(fixtures, 'languages', `${name}.flac`), 'auto');
    assert.deepEqual([answer.language, answer.warning], [language, undefined], answer.text);
  }
});

test('no English recording that there is gives a warning', async () => {
  const sentences = globSync(join(fixtures, 'sentences', '[01]*.wav'));
  const recordings = [...sentences, join(fixtures, 'speech.wav'), ...globSync(join(samples, '*.wav'))];
  assert(recordings.length >= 16);
  for (const path of recordings) assert.equal((await transcribed(path)).warning, undefined, basename(path));
});
