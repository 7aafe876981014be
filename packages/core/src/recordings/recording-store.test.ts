import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { AppError, type QuothEvent, recording as recordingSchema } from '@quoth/contract';
import { sql } from 'kysely';
import { type Clock, type DataFolder, EventBus, openDataFolder, silentLogger } from '../base/index.ts';
import { ChangeJournal } from '../changes/index.ts';
import { type Database, openDatabase } from '../database/index.ts';
import { RecordingStore } from './recording-store.ts';
import { RecordingWork, type WorkRun } from './recording-work.ts';
import { Retention } from './retention.ts';
import type { TranscriptionRecord } from './stored-recording.ts';

const mode = { id: '5f0d6d0c-3f0a-4f43-9a3e-2b8a4d3f9c01', name: 'Hyper' };
let home: string;
let folder: DataFolder;
let database: Database;
let store: RecordingStore;
let work: RecordingWork;
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
  const journal = new ChangeJournal({ database, events: bus, clock });
  store = new RecordingStore({ database, folder, events: bus, clock, journal, logger: silentLogger });
  work = new RecordingWork({ database, folder, events: bus });
});
afterEach(async () => {
  await store.close();
  await database.destroy();
  rmSync(home, { recursive: true, force: true });
});

const code = (expected: string) => (error: unknown) => error instanceof AppError && error.code === expected;

async function accepted(as = mode) {
  const path = join(folder.incoming, `upload-${Math.random()}`);
  writeFileSync(path, 'audio');
  return store.accept({ source: 'api', mode: as, options: {}, audio: { path, format: 'wav' } });
}

const runOf = ({ recording, run }: { recording: { id: string }; run: number }): WorkRun => ({
  id: recording.id,
  run,
});

const recordOf = (text: string, more: Partial<TranscriptionRecord> = {}): TranscriptionRecord => ({
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

async function completed(text: string, more: Partial<TranscriptionRecord> = {}, as = mode): Promise<string> {
  const stored = await accepted(as);
  await work.complete(runOf(stored), recordOf(text, more));
  return stored.recording.id;
}

const found = async (query: Parameters<RecordingStore['search']>[0]) =>
  (await store.search(query)).recordings.map((recording) => recording.text);

test('while a text is rewritten its transcript is there already, and stays when that is cancelled [RECORDING-REWRITING]', async () => {
  const stored = await accepted();
  const { recording } = stored;
  await work.recognized(runOf(stored), {
    text: 'So it goes.',
    transcribedText: 'so it goes',
    provider: 'pocketsphinx',
    model: 'pocketsphinx-en-us',
    language: 'en',
    duration: 2.5,
    words: [],
    segments: [],
  });
  const during = await store.get(recording.id);
  assert.deepEqual(
    [during.status, during.duration, during.transcribedText, during.text],
    ['post_processing', 2.5, 'so it goes', 'So it goes.'],
  );
  await work.fail(runOf(stored), 'cancelled', { code: 'CANCELLED', message: 'The work was cancelled.' });
  const after = await store.get(recording.id);
  assert.deepEqual([after.status, after.text, after.error?.code], ['completed', 'So it goes.', 'CANCELLED']);
});

test('nothing of a purged transcript is left in the files of the database [RECORDING-PURGE]', async () => {
  const marker = 'xylophone quarantine zephyr';
  const id = await completed(`${marker} `.repeat(500), {
    words: [{ word: marker, start: 0, end: 1 }],
    segments: [{ id: 0, start: 0, end: 1, text: marker }],
  });
  await completed('something that stays');
  const onDisk = () =>
    readdirSync(home)
      .filter((name) => name.startsWith('quoth.db'))
      .map((name) => readFileSync(join(home, name)));
  assert(onDisk().some((bytes) => bytes.includes('xylophone')));
  await store.moveToTrash(id);
  now += 31 * 24 * 3_600_000;
  await store.emptyTrash();
  for (const bytes of onDisk())
    for (const part of ['xylophone', 'zephyr', 'xyl']) assert(!bytes.includes(part), part);
});

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
  for (const stored of [first, second]) {
    await work.countAttempt(runOf(stored));
    await work.begin(runOf(stored));
  }
  await work.interrupt(runOf(second));
  const unfinished = await work.unfinished();
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
  const again = await work.requeue(id, {}, mode);
  await work.fail(again, 'failed', { code: 'TRANSCRIPTION_FAILED', message: 'broken' });
  const recording = await store.get(id);
  assert.deepEqual([recording.status, recording.text], ['completed', 'the old text']);
  assert.deepEqual(recording.error, { code: 'TRANSCRIPTION_FAILED', message: 'broken' });
  const fresh = await accepted();
  await work.fail(runOf(fresh), 'cancelled', { code: 'CANCELLED', message: 'gone' }, 3);
  assert.deepEqual((await store.get(fresh.recording.id)).status, 'cancelled');
});

test('of two askings at once for the same recording one is refused [RETRANSCRIBE-ONCE]', async () => {
  const id = await completed('text');
  const both = await Promise.allSettled([work.requeue(id, {}, mode), work.requeue(id, {}, mode)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const refused = both.find((result) => result.status === 'rejected');
  assert(code('INVALID_REQUEST')(refused?.reason));
  await assert.rejects(work.requeue(id, {}, mode), code('INVALID_REQUEST'));
});

test('a late word of an earlier run changes nothing of a newer one', async () => {
  const first = await accepted();
  const old = runOf(first);
  await work.fail(old, 'failed', { code: 'TRANSCRIPTION_FAILED', message: 'the disk was full' });
  const again = await work.requeue(old.id, {}, mode);
  assert.equal(again.run, old.run + 1);
  await work.begin(again);
  await work.fail(old, 'failed', { code: 'TRANSCRIPTION_FAILED', message: 'late' });
  await work.interrupt(old);
  for (const late of [
    work.begin(old),
    work.countAttempt(old),
    work.recognized(old, recordOf('late')),
    work.complete(old, recordOf('late')),
  ]) {
    await assert.rejects(late, code('CANCELLED'));
  }
  assert.equal((await store.get(old.id)).status, 'transcribing');
  await work.complete(again, recordOf('the new text'));
  await work.fail(again, 'failed', { code: 'TRANSCRIPTION_FAILED', message: 'after its end' });
  const { status, text, error } = await store.get(old.id);
  assert.deepEqual([status, text, error], ['completed', 'the new text', null]);
});

test('what was recognised is kept before it is rewritten, through a stop and a cancel [LOSS-RECOGNIZED]', async () => {
  const stored = await accepted();
  await work.recognized(runOf(stored), recordOf('as spoken', { duration: 2 }));
  assert.equal((await store.search({ q: 'as spoken' })).total, 1);
  await work.interrupt(runOf(stored));
  const [found] = await work.unfinished();
  const { status, text, transcribedText, duration } = found?.recording ?? {};
  assert.deepEqual(
    [status, text, transcribedText, duration],
    ['post_processing', 'as spoken', 'as spoken', 2],
  );
  await work.fail(runOf(stored), 'cancelled', { code: 'CANCELLED', message: 'gone' });
  const after = await store.get(stored.recording.id);
  assert.deepEqual([after.status, after.text, after.error?.code], ['completed', 'as spoken', 'CANCELLED']);
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

test('the newest transcripts: none empty, none of the trash, no search needed', async () => {
  await completed('first');
  await completed('second');
  const gone = await completed('third');
  await completed('');
  await store.moveToTrash(gone);
  assert.deepEqual(await store.newestTexts(1), ['second']);
  assert.deepEqual((await store.newestTexts(2)).slice(0, 2), ['second', 'first']);
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
  await work.fail(runOf(await accepted()), 'failed', { code: 'NO_SPEECH', message: '' });
  const at = (index: number) => start + index * 1_000;
  assert.deepEqual(await found({ q: 'of it' }), ['three of it', 'two of it', 'one of it']);
  assert.deepEqual(await found({ q: 'of it', since: at(1) }), ['three of it', 'two of it']);
  assert.deepEqual(await found({ q: 'of it', until: at(1) }), ['one of it']);
  assert.deepEqual(await found({ q: 'of it', limit: 1, offset: 1 }), ['two of it']);
  assert.deepEqual(await found({ since: at(0), until: at(2) }), ['two of it', 'one of it']);
  assert.equal((await store.search({ status: 'failed' })).total, 1);
  assert.equal((await store.search({ mode: 'Hyper' })).total, 4);
  assert.equal((await store.search({ mode: 'hYPER' })).total, 4);
  assert.equal((await store.search({ mode: mode.id, q: 'it' })).total, 3);
  assert.equal((await store.search({ mode: 'Other' })).total, 0);
  const page = await store.search({ limit: 2 });
  assert.deepEqual([page.total, page.returned, page.total_capped], [4, 2, undefined]);
});

test('the name of a mode is found in any case, of any script, however its accents are composed [RECORDINGS-FILTERS]', async () => {
  await completed('Hello');
  await completed('Grüße', {}, { id: '7f0d6d0c-3f0a-4f43-9a3e-2b8a4d3f9c02', name: 'Büro ÄÖ' });
  for (const name of ['büro äö', 'BÜRO ÄÖ', 'Bu\u0308ro a\u0308o\u0308'])
    assert.equal((await store.search({ mode: name })).total, 1, name);
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

test('an edited text is found, what it was before stays beside it, and null takes every edit back [EDIT-KEEPS]', async () => {
  const id = await completed('go forward ten meters', { transcribedText: 'engine words' });
  const edited = await store.edit(id, 'go forward ten metres');
  assert.equal(edited.text, 'go forward ten metres');
  assert.equal(edited.textBeforeEdit, 'go forward ten meters');
  assert.equal(edited.transcribedText, 'engine words');
  assert.deepEqual(await found({ q: 'metres' }), ['go forward ten metres']);
  assert.deepEqual(await found({ q: 'meters' }), []);
  await store.edit(id, 'something else');
  const back = await store.edit(id, null);
  assert.equal(back.text, 'go forward ten meters');
  assert.equal(back.textBeforeEdit, null);
  assert.deepEqual(await found({ q: 'meters' }), ['go forward ten meters']);
});

test('recordings are found by where they came from', async () => {
  await completed('from a program');
  assert.deepEqual(await found({ source: 'api' }), ['from a program']);
  assert.deepEqual(await found({ source: 'file', q: 'program' }), []);
  assert.deepEqual(await found({ source: 'dictation' }), []);
});

test('a limit on age is off by default, shows first what it would take, and moves it to the trash [RETENTION-LIMIT]', async () => {
  const old = await completed('old');
  const busy = await completed('old and at work');
  now += 40 * 24 * 3_600_000;
  await completed('new');
  let days: number | null = null;
  const clock: Clock = { now: () => now, monotonic: () => now };
  const retention = new Retention({
    recordings: store,
    clock,
    days: () => days,
    isAtWork: (id) => id === busy,
  });
  assert.equal(await retention.apply(), 0);
  assert.deepEqual(await retention.preview(30), {
    ok: true,
    recordings: 2,
    audio_bytes: 10,
    oldest: '2026-11-21T09:30:00.000Z',
  });
  assert.equal((await found({})).length, 3);
  days = 30;
  assert.equal(await retention.apply(), 1);
  assert.deepEqual(await found({}), ['new', 'old and at work']);
  assert.equal((await store.restore(old)).text, 'old');
});
