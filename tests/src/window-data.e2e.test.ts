import assert from 'node:assert/strict';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Client } from '@quoth/client';
import { applicationTests } from './support/application-tests.ts';
import { RunningApplication, sample, temporaryHome, until } from './support/running-application.ts';

const speech = readFileSync(sample('go-forward'));
let app: RunningApplication;
/** As the window and the command line call. */
let own: Client;
applicationTests({ cloud: true }, async ({ application, own: client, simulator }) => {
  [app, own] = [application, client];
  await own.setProviderKey({ params: { id: 'openai' }, body: { key: simulator.key('openai') } });
});

const program = (path: string, method: string, body?: object) =>
  app.json(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
const transcribed = () => own.transcribe({ bytes: speech, contentType: 'audio/wav' });

test('a word for all modes changes what the next transcription says, and captions too', async () => {
  const { entry } = await own.createVocabularyEntry({ body: { phrase: 'garden', written: 'METRES' } });
  const result = await transcribed();
  assert('text' in result);
  assert.match(result.text, /METRES/);
  const { recordings } = await own.searchRecordings({ query: { q: 'METRES' } });
  assert.equal(recordings.length, 1);
  await own.deleteVocabularyEntry({ params: { id: entry.id } });
  const after = await transcribed();
  assert('text' in after && !/METRES/.test(after.text));
});

test('a text is edited, found as edited, and as it was again after null', async () => {
  const result = await transcribed();
  const id = 'recording_id' in result ? String(result.recording_id) : '';
  const { recording } = await own.editRecording({ params: { id }, body: { text: 'zebra crossing' } });
  assert.equal(recording.text, 'zebra crossing');
  assert.equal((await own.searchRecordings({ query: { q: 'zebra' } })).total, 1);
  const back = await own.editRecording({ params: { id }, body: { text: null } });
  assert.equal(back.recording.textBeforeEdit, null);
  await assert.rejects(own.undoRewriting({ params: { id } }), /was not rewritten/);
});

test("rewriting is undone to the text after the mode's rules, and comes back", async () => {
  const { modes } = await own.listModes();
  const email = modes.find(({ name }) => name === 'Email');
  assert(email);
  // Else the stand-in for a language model has nothing to add.
  await own.updateMode({ params: { id: email.id }, body: { punctuation: false } });
  const result = await own.transcribe({
    bytes: speech,
    contentType: 'audio/wav',
    query: { mode_id: email.id, post_process: true },
  });
  assert('text' in result);
  const id = String(result.recording_id);
  const { recording } = await own.getRecording({ params: { id } });
  if (recording.postProcessedText === null) return assert.fail('it was not rewritten');
  const undone = await own.undoRewriting({ params: { id } });
  assert.notEqual(undone.recording.text, recording.text);
  assert.equal(undone.recording.textBeforeEdit, recording.text);
  const back = await own.editRecording({ params: { id }, body: { text: null } });
  assert.equal(back.recording.text, recording.text);
});

test('what a program changes is reported and undone; what the window changes is not written down', async () => {
  const { modes } = await own.listModes();
  const mode = modes.find(({ name }) => name === 'Voice to text');
  assert(mode);
  const count = (await own.listChanges({})).changes.length;
  await own.updateMode({ params: { id: mode.id }, body: { language: 'en' } });
  assert.equal((await own.listChanges({})).changes.length, count);
  await program(`/modes/${mode.id}`, 'PATCH', { model: 'cloud', cloudProvider: 'openai' });
  const [change] = (await own.listChanges({})).changes;
  assert(change);
  assert.deepEqual([change.kind, change.title, change.sends], ['mode-updated', 'Voice to text', ['audio']]);
  await own.undoChange({ params: { id: change.id } });
  assert.equal((await own.getMode({ params: { id: mode.id } })).mode.model, mode.model);
  await assert.rejects(own.undoChange({ params: { id: change.id } }), /undone already/);
  assert.equal((await program('/changes', 'GET')).status, 404);
});

test('a recording that a program made or deleted can be undone', async () => {
  const { body } = await app.json('/transcribe', {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: speech,
  });
  const id = String(body.recording_id);
  await until('it is written down', async () =>
    (await own.listChanges({})).changes.some(
      ({ kind, subjectId }) => kind === 'recording-created' && subjectId === id,
    ),
  );
  await program(`/recordings/${id}`, 'DELETE');
  const [deleted] = (await own.listChanges({})).changes;
  assert(deleted?.kind === 'recording-deleted');
  await own.undoChange({ params: { id: deleted.id } });
  assert.equal((await own.getRecording({ params: { id } })).recording.id, id);
});

test('a mode is tried on a text before it is saved', async () => {
  const tried = await own.tryMode({
    body: {
      mode: { name: 'Draft', capitalization: false, customVocabulary: ['colour => COLOUR'] },
      text: 'The Colour, PLEASE.',
      rewrite: false,
    },
  });
  assert.equal(tried.text, 'the COLOUR, please.');
  const spoken = await own.tryMode({
    body: {
      mode: {
        name: 'Draft',
        numbersAsDigits: 'dictation',
        spokenMarks: 'dictation',
        removeFillers: 'dictation',
      },
      text: 'Um, dear Anna, comma, new line. The price of the house is twenty three dollars and fifty cents.',
      rewrite: false,
    },
  });
  assert.equal(spoken.text, 'Dear Anna,\nThe price of the house is $23.50.');
  const counted = await own.tryMode({
    body: {
      mode: { name: 'Draft', language: 'en', numbersAsDigits: 'dictation', numbersAsWords: 'dictation' },
      text: 'Twenty three people paid forty dollars.',
      rewrite: false,
    },
  });
  assert.equal(counted.text, 'Twenty-three people paid $40.');
  assert.equal(tried.post_processed, false);
  assert(!(await own.listModes()).modes.some(({ name }) => name === 'Draft'));
});

test('the age limit shows what it would move, and changes nothing by that', async () => {
  const { recordings } = await own.previewRetention({ query: { days: 1 } });
  assert.equal(recordings, 0);
  assert.equal((await own.getSettings()).settings.historyRetentionDays, null);
});

/** A window, as far as the application sees it; `close` ends it. */
async function openedWindow(client: Client): Promise<{ readonly origin: string; close(): void }> {
  const { address } = await client.openWindow({ body: { browser: false, page: '/' } });
  const { origin, hash } = new URL(address ?? '');
  const opened = await fetch(`${origin}/api/window/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: new URLSearchParams(hash.slice(1)).get('code') }),
  });
  const { token } = (await opened.json()) as { token: string };
  const window = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${origin}/api/events`, { headers, signal: window.signal });
  return { origin, close: () => window.abort() };
}

const backupOf = async (client: Client) => (await client.getBackup()).backup;

/** Begins a backup that takes a while, and gives the process that makes it. */
async function savingProcess({ home, child }: RunningApplication, client: Client, file: string) {
  const [audio = assert.fail()] = globSync(join(home, 'audio', '**', '*.wav'));
  // Only the part that is written takes room on the disk.
  truncateSync(audio, 5e8);
  await client.saveBackup({ body: { file } });
  await until('it is at the audio', async () => ((await backupOf(client)).progress ?? 0) > 0);
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'latin1').split(' ');
  const pid = children.find((one) => one && readFileSync(`/proc/${one}/cmdline`).includes('backup-main'));
  return Number(pid ?? assert.fail());
}

test('a restore waits for what a program says; what was unpacked and not decided about goes with the last window', async () => {
  const file = `${app.home}.tar`;
  try {
    await own.saveBackup({ body: { file } });
    await until('it is saved', async () => (await backupOf(own)).state === 'saved');
    await own.dismissBackup();
    const window = await openedWindow(own);
    await own.checkBackup({ body: { file } });
    await until('it is checked', async () => (await backupOf(own)).state === 'ready');
    assert(existsSync(join(app.home, 'restoring')));
    const program = new AbortController();
    const sent = app.fetch('/transcribe?stream=true', {
      method: 'POST',
      headers: { 'content-type': 'audio/pcm;rate=16000' },
      body: new ReadableStream({ start: (body) => body.enqueue(speech.subarray(44)) }),
      duplex: 'half',
      signal: program.signal,
    } as RequestInit);
    const isSpoken = async () =>
      (await own.searchRecordings({})).recordings.some(({ status }) => status === 'recording');
    await until('a program sends speech', isSpoken);
    await assert.rejects(own.restoreBackup({ body: {} }), { code: 'BUSY' });
    program.abort();
    await (await sent).body?.cancel().catch(() => undefined);
    window.close();
    await until('nothing is left', () => !existsSync(join(app.home, 'restoring')));
    assert.equal((await backupOf(own)).state, 'none');
  } finally {
    rmSync(file, { force: true });
  }
});

test('where the process that makes a backup is killed, nothing is left of what it wrote', async () => {
  await transcribed();
  const into = `${app.home}-killed`;
  mkdirSync(into);
  try {
    const pid = await savingProcess(app, own, join(into, 'all.tar'));
    assert.equal(readdirSync(into).length, 1);
    process.kill(pid, 'SIGKILL');
    await until('it has failed', async () => (await backupOf(own)).state === 'failed');
    assert.deepEqual([readdirSync(into), existsSync(join(app.home, 'backing-up'))], [[], false]);
    await own.dismissBackup();
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
});

test('a backup is written to its end when its window is closed, and Quoth ends after it where it ends with its window', async () => {
  const other = await RunningApplication.start(temporaryHome(), []);
  const file = `${other.home}.tar`;
  try {
    const client = await other.controlSocket();
    await client.updateSettings({ body: { endWithLastWindow: true } });
    await client.transcribe({ bytes: speech, contentType: 'audio/wav' });
    // As a command that is killed leaves it.
    mkdirSync(join(other.home, 'restoring'));
    const window = await openedWindow(client);
    const pid = await savingProcess(other, client, file);
    process.kill(pid, 'SIGSTOP');
    window.close();
    await until('no window is waited for', () =>
      fetch(window.origin).then(
        () => false,
        () => true,
      ),
    );
    assert.equal((await backupOf(client)).state, 'saving');
    process.kill(pid, 'SIGCONT');
    await until('it has ended', () => other.child.exitCode !== null);
    assert(existsSync(file), 'the backup is there');
    assert(!existsSync(join(other.home, 'restoring')));
  } finally {
    rmSync(file, { force: true });
    await other.remove();
  }
});
