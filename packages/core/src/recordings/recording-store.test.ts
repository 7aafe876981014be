import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type QuothEvent, recording as recordingSchema } from '@quoth/contract';
import { sql } from 'kysely';
import { AppError, type Clock, type DataFolder, EventBus, openDataFolder } from '../base/index.ts';
import { type Database, openDatabase } from '../database/index.ts';
import { RecordingStore } from './recording-store.ts';
import type { TranscriptionRecord } from './stored-recording.ts';

const mode = { id: '5f0d6d0c-3f0a-4f43-9a3e-2b8a4d3f9c01', name: 'Hyper' };
let home: string;
let folder: DataFolder;
let database: Database;
let store: RecordingStore;
let now: number;
let events: QuothEvent[];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'quoth-recordings-'));
  folder = openDataFolder(home);
  database = await openDatabase(folder.database);
  now = Date.UTC(2026, 10, 21, 9, 30);
  events = [];
  const clock: Clock = { now: () => now, monotonic: () => now };
  const bus = new EventBus((error) => assert.fail(String(error)));
  bus.subscribe((event) => events.push(event));
  store = new RecordingStore({ database, folder, events: bus, clock });
});
afterEach(async () => {
  await store.close();
  await database.destroy();
  rmSync(home, { recursive: true, force: true });
});

const code = (expected: string) => (error: unknown) => error instanceof AppError && error.code === expected;

async function accepted() {
  const path = join(folder.incoming, `upload-${Math.random()}`);
  writeFileSync(path, 'audio');
  return store.accept({ source: 'api', mode, options: {}, audio: { path, format: 'wav' } });
}

async function completed(text: string, more: Partial<TranscriptionRecord> = {}): Promise<string> {
  const { recording } = await accepted();
  await store.complete(recording.id, {
    text,
    transcribedText: text,
    provider: 'pocketsphinx',
    model: 'pocketsphinx-en-us',
    language: 'en',
    duration: 1.5,
    words: [],
    segments: [],
    ...more,
  });
  return recording.id;
}

const found = async (query: Parameters<RecordingStore['search']>[0]) =>
  (await store.search(query)).recordings.map((recording) => recording.text);

test('an accepted recording is a row and a file of its own, and nothing is left in incoming [LOSS-ACCEPT]', async () => {
  const { recording } = await accepted();
  recordingSchema.parse(recording);
  assert.equal(recording.status, 'pending');
  assert.match(recording.audioFilePath ?? '', /audio\/2026\/11\/[0-9a-f-]{36}\.wav$/);
  assert(existsSync(recording.audioFilePath ?? ''));
  assert.deepEqual(
    events.map((event) => event.type),
    ['recording-created'],
  );
});

test('a move that a crash cut off is finished, and audio that is gone is told', async () => {
  const stored = await accepted();
  const path = stored.recording.audioFilePath ?? '';
  assert.equal(await store.securedAudio(stored), true);
  rmSync(path);
  assert.equal(await store.securedAudio(stored), false);
  writeFileSync(join(folder.incoming, stored.work.incoming ?? ''), 'audio');
  assert.equal(await store.securedAudio(stored), true);
  assert(existsSync(path));
});

test('what an earlier run did not finish is found, oldest first; interruption is no attempt', async () => {
  const first = await accepted();
  now += 1_000;
  const second = await accepted();
  await completed('done');
  await store.begin(first.recording.id);
  await store.begin(second.recording.id);
  await store.interrupt(second.recording.id);
  const unfinished = await store.unfinished();
  assert.deepEqual(
    unfinished.map(({ recording, attempts }) => [recording.id, recording.status, attempts]),
    [
      [first.recording.id, 'transcribing', 1],
      [second.recording.id, 'pending', 0],
    ],
  );
});

test('a failed second transcription leaves the old text, with the error beside it [LOSS-RETRANSCRIBE]', async () => {
  const id = await completed('the old text');
  await store.requeue(id, {}, mode);
  await store.fail(id, 'failed', { code: 'TRANSCRIPTION_FAILED', message: 'broken' });
  const recording = await store.get(id);
  assert.deepEqual([recording.status, recording.text], ['completed', 'the old text']);
  assert.deepEqual(recording.error, { code: 'TRANSCRIPTION_FAILED', message: 'broken' });
  const fresh = await accepted();
  await store.fail(fresh.recording.id, 'cancelled', { code: 'CANCELLED', message: 'gone' }, 3);
  assert.deepEqual((await store.get(fresh.recording.id)).status, 'cancelled');
});

test('search: any part of a word, any case, any accents, and every character stands for itself [SEARCH-SUBSTRING] [RECORDINGS-SHORT-TERMS] [RECORDINGS-PLAIN-CHARACTERS]', async () => {
  const texts = [
    'The INVOICE for Café Zürich is 100% paid_up',
    'naïve “quotes” and a "plain" one * star',
    'ΟΔΟΣ Strasse GROẞ ångström ﬁne',
    '日本語のテスト 🙂👍 emoji',
    'back\\slash and %_% signs',
  ];
  for (const text of texts) await completed(text);
  const cases: [q: string, expected: number[]][] = [
    ['voic', [0]],
    ['CAFE', [0]],
    ['zurich', [0]],
    ['100%', [0]],
    ['%', [4, 0]],
    ['_', [4, 0]],
    ['%_%', [4]],
    ['"', [1]],
    ['"plain"', [1]],
    ['*', [1]],
    ['a*', []],
    ['οδος', [2]],
    ['groß', [2]],
    ['strasse', [2]],
    ['ANGSTROM', [2]],
    ['fine', [2]],
    ['🙂', [3]],
    ['🙂👍', [3]],
    ['👍 emoji', [3]],
    ['本', [3]],
    ['日本語', [3]],
    ['\\', [4]],
    ['zz', []],
    ['OR', [0]],
    ['invoice OR zebra', []],
    ['paid_up OR naive', []],
    ['\u0000', []],
    ['', [4, 3, 2, 1, 0]],
  ];
  for (const [q, expected] of cases) {
    assert.deepEqual(
      await found({ q }),
      expected.map((index) => texts[index]),
      JSON.stringify(q),
    );
  }
});

test('search looks in every text of a recording, once', async () => {
  await completed('What you get', { transcribedText: 'what the engine heard' });
  assert.equal((await store.search({ q: 'engine' })).total, 1);
  assert.equal((await store.search({ q: 'get' })).total, 1);
  assert.equal((await store.search({ q: 'getwhat' })).total, 0);
});

test('search: since is inclusive, until exclusive; status, mode, limit and offset narrow it; newest first [RECORDINGS-SINCE-UNTIL] [RECORDINGS-FILTERS]', async () => {
  const start = now;
  for (const text of ['one of it', 'two of it', 'three of it']) {
    await completed(text);
    now += 1_000;
  }
  await store.fail((await accepted()).recording.id, 'failed', { code: 'NO_SPEECH', message: '' });
  const at = (index: number) => start + index * 1_000;
  assert.deepEqual(await found({ q: 'of it' }), ['three of it', 'two of it', 'one of it']);
  assert.deepEqual(await found({ q: 'of it', since: at(1) }), ['three of it', 'two of it']);
  assert.deepEqual(await found({ q: 'of it', until: at(1) }), ['one of it']);
  assert.deepEqual(await found({ q: 'of it', limit: 1, offset: 1 }), ['two of it']);
  assert.deepEqual(await found({ since: at(0), until: at(2) }), ['two of it', 'one of it']);
  assert.equal((await store.search({ status: 'failed' })).total, 1);
  assert.equal((await store.search({ mode: 'Hyper' })).total, 4);
  assert.equal((await store.search({ mode: mode.id, q: 'it' })).total, 3);
  assert.equal((await store.search({ mode: 'Other' })).total, 0);
  const page = await store.search({ limit: 2 });
  assert.deepEqual([page.total, page.returned, page.total_capped], [4, 2, undefined]);
});

test('recordings of the same millisecond all stay, in the order they came', async () => {
  for (const text of ['first', 'second', 'third']) await completed(text);
  assert.deepEqual(await found({}), ['third', 'second', 'first']);
});

test('the trash: gone from everywhere, back on request, deleted for good after 30 days [RECORDINGS-TRASH]', async () => {
  const id = await completed('to be thrown away');
  const path = (await store.get(id)).audioFilePath ?? '';
  await store.moveToTrash(id);
  await assert.rejects(store.get(id), code('RECORDING_NOT_FOUND'));
  assert.deepEqual([await found({ q: 'thrown' }), await found({})], [[], []]);
  assert.equal((await store.restore(id)).text, 'to be thrown away');
  assert.deepEqual(await found({ q: 'thrown' }), ['to be thrown away']);
  await store.moveToTrash(id);
  now += 29 * 24 * 3_600_000;
  await store.emptyTrash();
  assert(existsSync(path));
  now += 24 * 3_600_000;
  await store.emptyTrash();
  assert(!existsSync(path));
  await assert.rejects(store.restore(id), code('RECORDING_NOT_FOUND'));
});

test('an unknown or malformed id is RECORDING_NOT_FOUND; audio that is gone is FILE_NOT_FOUND', async () => {
  for (const id of ['', 'nonsense', "' OR 1=1", '00000000-0000-4000-8000-000000000000'])
    await assert.rejects(store.get(id), code('RECORDING_NOT_FOUND'));
  const id = await completed('x');
  const audio = await store.audio(id);
  assert.equal(audio.contentType, 'audio/wav');
  rmSync(audio.path);
  await assert.rejects(store.audio(id), code('FILE_NOT_FOUND'));
});

test('a search whose caller has gone is given up; the next one is answered', async () => {
  await completed('still here');
  const gone = new AbortController();
  const pending = store.search({ q: 'still' }, gone.signal);
  gone.abort(new Error('gone'));
  await assert.rejects(pending, /gone/);
  assert.deepEqual(await found({ q: 'still' }), ['still here']);
});

test('totals are exact up to 10,000, and marked as capped beyond [RECORDINGS-TOTAL]', async () => {
  await completed('a needle in the stack');
  await sql`
    WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 9999)
    INSERT INTO recordings (seq, id, date_ms, status, source, duration_s, options, text)
    SELECT n, 'old-' || n, 0, 'completed', 'api', 0, '{}', 'straw' FROM counter`.execute(database);
  await sql`INSERT INTO recording_texts (seq, folded) SELECT seq, 'straw' FROM recordings WHERE seq < 10000`.execute(
    database,
  );
  const exact = await store.search({ limit: 1 });
  assert.deepEqual([exact.total, exact.total_capped], [10_000, undefined]);
  await completed('one more straw');
  for (const q of ['', 'straw']) {
    const page = await store.search({ q, limit: 1 });
    assert.deepEqual([page.total, page.total_capped], q === '' ? [10_000, true] : [10_000, undefined], q);
  }
  await completed('and another straw');
  assert.deepEqual((await store.search({ q: 'straw', limit: 1 })).total_capped, true);
  assert.deepEqual(await found({ q: 'straw', limit: 1 }), ['and another straw']);
  assert.equal((await store.search({ q: 'needle' })).total, 1);
});
