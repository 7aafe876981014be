import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import {
  RunningApplication,
  sample,
  temporaryHome,
  testModels,
  until,
} from './support/running-application.ts';

const root = join(import.meta.dirname, '..', '..');
const [hello] = testSentences();
assert(hello);

let microphone: VirtualMicrophone;
const home = temporaryHome();
const folder = mkdtempSync(join(tmpdir(), 'quoth-installed-'));
/** Where a package would put the program. */
const main = join(folder, 'application.mjs');
before(async () => {
  microphone = await VirtualMicrophone.start();
  const program = process.env.QUOTH_TEST_APPLICATION ?? join(root, 'apps', 'desktop', 'src', 'main.ts');
  writeFileSync(main, `await import(${JSON.stringify(pathToFileURL(program).href)});\n`);
});
after(async () => {
  await RunningApplication.endAll();
  await microphone.stop();
  rmSync(home, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

test('a program that is replaced while a dictation is recorded finishes it, and the new one takes over when idle', async () => {
  const app = await RunningApplication.start(home, [], microphone.env, main);
  const client = await app.controlSocket();
  await client.updateSettings({ body: { soundCues: false } });
  await client.importModel({ body: { path: join(testModels, 'quoth-test-en-streaming.gguf') } });
  const { mode } = await client.createMode({ body: { name: 'Test', model: 'quoth-test-en-streaming' } });
  const { started_at: begun, pid } = await client.getApplication();
  const { id } = await client.startDictation({ body: { mode_id: mode.id, delivery: 'none' } });
  await until(
    'it records',
    async () => (await client.getDictation({})).dictation.recording?.phase === 'recording',
  );
  appendFileSync(main, '// The next version.\n');
  await microphone.play(hello.samples);
  assert.equal((await client.getApplication()).started_at, begun);
  await client.stopDictation();
  const { processing } = await client.getProcessing({ params: { id }, query: { wait: true } });
  assert.match(processing.text ?? '', /hello world/i);
  await until('the new version runs', async () => {
    // While it takes over, nothing answers.
    const now = await app
      .controlSocket()
      .then((socket) => socket.getApplication())
      .catch(() => undefined);
    return now !== undefined && now.started_at !== begun;
  });
  const after = await (await app.controlSocket()).getApplication();
  assert.equal(after.pid, pid);
  assert.deepEqual(after.notices, [], 'an upgrade is no error');
  const { recordings } = await (await app.controlSocket()).listRecordings({});
  assert.deepEqual(
    recordings.map((recording) => [recording.id, recording.status]),
    [[id, 'completed']],
  );
});

test('what failed with PocketSphinx before the upgrade is transcribed when it is tried again', async () => {
  const old = temporaryHome();
  const before = await RunningApplication.start(old, []);
  await (await before.controlSocket()).transcribe({
    bytes: readFileSync(sample('go-forward')),
    contentType: 'audio/wav',
  });
  await before.end();
  const database = new DatabaseSync(join(old, 'quoth.db'));
  const options = JSON.stringify({ options: { model: 'pocketsphinx-en-us', engine: 'sphinx' } });
  database
    .prepare("UPDATE recordings SET status = 'failed', text = '', error_code = 'NO_SPEECH', options = ?")
    .run(options);
  // As it was before 0024: what later migrations add must not be there yet.
  database.exec(`DELETE FROM kysely_migration WHERE name >= '0024';
    DROP TABLE offered_words;
    ALTER TABLE vocabulary DROP COLUMN languages;
    ALTER TABLE vocabulary DROP COLUMN modes`);
  database.close();
  const app = await RunningApplication.start(old, []);
  const client = await app.controlSocket();
  const [failed] = (await client.listRecordings({})).recordings;
  assert.equal(failed?.status, 'failed');
  await client.retranscribe({ params: { id: failed.id } });
  const { recording } = await client.getRecording({ params: { id: failed.id } });
  assert.equal(recording.status, 'completed');
  assert.notEqual(recording.text, '');
  await app.remove();
});
