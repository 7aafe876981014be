import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { AudioDecoder, VOICE_LINE_BARS } from '@quoth/audio';
import { silentLogger } from '../base/index.ts';
import { TestRecordings } from '../fixtures/test-recordings.ts';
import { getRecording, knownVoiceLines } from '../recordings/index.ts';
import { VoiceLines } from './voice-lines.ts';

const speech = join(import.meta.dirname, '../../../audio/src/fixtures/speech.wav');
const decoder = new AudioDecoder({ env: process.env, platform: process.platform, logger: silentLogger });
const { signal } = new AbortController();

let recordings: TestRecordings;
beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

/** A recording of an earlier version, which counted no line, and where its audio is. */
async function older(): Promise<{ readonly id: string; readonly path: string }> {
  const id = await recordings.complete('words');
  const path = (await getRecording(recordings.places, id)).audioFilePath ?? assert.fail('it has audio');
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(speech, path);
  return { id, path };
}

test('the line of an older recording is counted when it is first asked for, and kept', async () => {
  const lines = new VoiceLines(recordings.places, decoder);
  const { id, path } = await older();
  const known = async () => (await knownVoiceLines(recordings.places, [id])).get(id);
  assert.equal(await known(), undefined);
  const [line, same] = await Promise.all([lines.of(id, signal), lines.of(id, signal)]);
  assert.equal(line?.length, VOICE_LINE_BARS);
  assert(new Set(line).size > 20, 'speech is not equally loud');
  assert.deepEqual(same, line);
  assert.deepEqual(await known(), line);
  assert.deepEqual(readdirSync(recordings.folder.spool), []);
  rmSync(path);
  assert.deepEqual(await lines.of(id, signal), line);
});

test('what has no audio, or none that can be read, has no line', async () => {
  const lines = new VoiceLines(recordings.places, decoder);
  const { id, path } = await older();
  copyFileSync(import.meta.filename, path);
  await assert.rejects(lines.of(id, signal), { code: 'AUDIO_DECODE_FAILED' });
  rmSync(path);
  await assert.rejects(lines.of(id, signal), { code: 'FILE_NOT_FOUND' });
  await assert.rejects(lines.of('5f0d6d0c-3f0a-4f43-9a3e-000000000000', signal), {
    code: 'RECORDING_NOT_FOUND',
  });
});
