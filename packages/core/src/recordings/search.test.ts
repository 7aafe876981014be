import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { say } from '@quoth/contract';
import { sql } from 'kysely';
import { recordOf, runOf, TestRecordings, testMode } from '../fixtures/test-recordings.ts';
import { acceptRecording } from './new-recordings.ts';
import { completeWork, failWork } from './recording-work.ts';
import { moveToTrash } from './trash.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

test('words are found in any order and anywhere, a phrase in quotes as it stands, and both beside a substring', async () => {
  const texts = ['um sistema bem novo', 'novo, ou um antigo', 'um novo dia', 'nada disso'];
  const ids: string[] = [];
  for (const text of texts) ids.push(await recordings.complete(text));
  for (const [words, expected] of [
    ['um novo', [2, 1, 0]],
    ['novo um', [2, 1, 0]],
    ['"um novo"', [2]],
    ['"um novo', [2]],
    ['a um', [2, 1, 0]],
    ['u o', [2, 1, 0]],
    ['um zebra', []],
    ['"" ', [3, 2, 1, 0]],
  ] as const)
    assert.deepEqual(
      await recordings.found({ words }),
      expected.map((at) => texts[at]),
      words,
    );
  assert.deepEqual(await recordings.found({ words: 'um novo', q: 'dia' }), [texts[2]]);
  await moveToTrash(recordings.places, ids[0] ?? '');
  assert.deepEqual(await recordings.found({ words: 'novo um', trash: true }), [texts[0]]);
});

test('search: any part of a word, any case, any accents, and every character stands for itself', async () => {
  const texts = [
    'The INVOICE for Café Zürich is 100% paid_up',
    'naïve “quotes” and a "plain" one * star',
    'ΟΔΟΣ Strasse GROẞ ångström ﬁne',
    '日本語のテスト 🙂👍 emoji',
    'back\\slash and %_% signs',
  ];
  const ids: string[] = [];
  for (const text of texts) ids.push(await recordings.complete(text));
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
      await recordings.found({ q }),
      expected.map((index) => texts[index]),
      JSON.stringify(q),
    );
  }
  // The trash has no index, and finds the same.
  for (const id of ids) await moveToTrash(recordings.places, id);
  for (const [q, expected] of cases) {
    assert.deepEqual(await recordings.found({ q }), [], JSON.stringify(q));
    assert.deepEqual(
      await recordings.found({ q, trash: true }),
      expected.map((index) => texts[index]),
      `in the trash: ${JSON.stringify(q)}`,
    );
  }
});

test('the newest transcripts: none empty, none from the trash, and without a search', async () => {
  await recordings.complete('first');
  await recordings.complete('second');
  const gone = await recordings.complete('third');
  await recordings.complete('');
  await moveToTrash(recordings.places, gone);
  assert.deepEqual(await recordings.finder.newestTexts(1), ['second']);
  assert.deepEqual((await recordings.finder.newestTexts(2)).slice(0, 2), ['second', 'first']);
});

test("what was said to programs is no one's newest transcript, however it came", async () => {
  await recordings.complete('mine');
  const said = [
    { source: 'dictation', madeBy: { tokenId: 'token', name: 'Agent' } },
    { source: 'api', madeBy: { tokenId: 'token', name: 'Agent' } },
    { source: 'wyoming' },
  ] as const;
  for (const from of said) {
    const path = join(recordings.folder.incoming, from.source);
    writeFileSync(path, 'audio');
    const audio = { path, format: 'wav' } as const;
    const stored = await acceptRecording(recordings.places, { ...from, mode: testMode, options: {}, audio });
    await completeWork(recordings.places, runOf(stored), recordOf('to a program'));
  }
  assert.deepEqual(await recordings.finder.newestTexts(1), ['mine']);
});

test('search covers every text of a recording, and finds it once', async () => {
  await recordings.complete('What you get', { transcribedText: 'what the engine gave' });
  assert.equal((await recordings.finder.search({ q: 'engine' })).total, 1);
  assert.equal((await recordings.finder.search({ q: 'get' })).total, 1);
  assert.equal((await recordings.finder.search({ q: 'getwhat' })).total, 0);
});

test('search by the engine or provider that made the text', async () => {
  await recordings.complete('of before', { provider: 'pocketsphinx' });
  await recordings.complete('of today');
  assert.deepEqual(await recordings.found({ provider: 'pocketsphinx' }), ['of before']);
  assert.deepEqual(await recordings.found({ provider: 'pocketsphinx', q: 'today' }), []);
});

test('search: since is inclusive, until exclusive; status, testMode, limit and offset narrow it; newest first', async () => {
  const start = recordings.now;
  for (const text of ['one of it', 'two of it', 'three of it']) {
    await recordings.complete(text);
    recordings.now += 1_000;
  }
  await failWork(recordings.places, runOf(await recordings.accept()), 'failed', {
    code: 'NO_SPEECH',
    said: say('asWritten', { text: '' }),
  });
  const at = (index: number) => start + index * 1_000;
  assert.deepEqual(await recordings.found({ q: 'of it' }), ['three of it', 'two of it', 'one of it']);
  assert.deepEqual(await recordings.found({ q: 'of it', since: at(1) }), ['three of it', 'two of it']);
  assert.deepEqual(await recordings.found({ q: 'of it', until: at(1) }), ['one of it']);
  assert.deepEqual(await recordings.found({ q: 'of it', limit: 1, offset: 1 }), ['two of it']);
  assert.deepEqual(await recordings.found({ since: at(0), until: at(2) }), ['two of it', 'one of it']);
  assert.equal((await recordings.finder.search({ status: 'failed' })).total, 1);
  assert.equal((await recordings.finder.search({ mode: 'Hyper' })).total, 4);
  assert.equal((await recordings.finder.search({ mode: 'hYPER' })).total, 4);
  assert.equal((await recordings.finder.search({ mode: testMode.id, q: 'it' })).total, 3);
  assert.equal((await recordings.finder.search({ mode: 'Other' })).total, 0);
  const page = await recordings.finder.search({ limit: 2 });
  assert.deepEqual([page.total, page.returned, page.total_capped], [4, 2, undefined]);
});

test('the name of a mode is found in any case, of any script, however its accents are composed', async () => {
  await recordings.complete('Hello');
  await recordings.complete('Grüße', {}, { id: '7f0d6d0c-3f0a-4f43-9a3e-2b8a4d3f9c02', name: 'Büro ÄÖ' });
  for (const name of ['büro äö', 'BÜRO ÄÖ', 'Bu\u0308ro a\u0308o\u0308'])
    assert.equal((await recordings.finder.search({ mode: name })).total, 1, name);
});

test('recordings of the same millisecond are all kept, in the order of their arrival', async () => {
  for (const text of ['first', 'second', 'third']) await recordings.complete(text);
  assert.deepEqual(await recordings.found({}), ['third', 'second', 'first']);
});

test('a search is abandoned if its caller has gone; the next one is answered', async () => {
  await recordings.complete('still here');
  const gone = new AbortController();
  const pending = recordings.finder.search({ q: 'still' }, gone.signal);
  gone.abort(new Error('gone'));
  await assert.rejects(pending, /gone/);
  assert.deepEqual(await recordings.found({ q: 'still' }), ['still here']);
});

test('totals are exact up to 10,000, and marked as capped beyond', async () => {
  await recordings.complete('a needle in the stack');
  await sql`
    WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 9999)
    INSERT INTO recordings (seq, id, date_ms, status, source, duration_s, options, text)
    SELECT n, 'old-' || n, 0, 'completed', 'api', 0, '{}', 'straw' FROM counter`.execute(recordings.database);
  await sql`INSERT INTO recording_texts (seq, folded) SELECT seq, 'straw' FROM recordings WHERE seq < 10000`.execute(
    recordings.database,
  );
  const exact = await recordings.finder.search({ limit: 1 });
  assert.deepEqual([exact.total, exact.total_capped], [10_000, undefined]);
  await recordings.complete('one more straw');
  for (const q of ['', 'straw']) {
    const page = await recordings.finder.search({ q, limit: 1 });
    assert.deepEqual([page.total, page.total_capped], q === '' ? [10_000, true] : [10_000, undefined], q);
  }
  await recordings.complete('and another straw');
  assert.deepEqual((await recordings.finder.search({ q: 'straw', limit: 1 })).total_capped, true);
  assert.deepEqual(await recordings.found({ q: 'straw', limit: 1 }), ['and another straw']);
  assert.equal((await recordings.finder.search({ q: 'needle' })).total, 1);
});

test('recordings are found by where they came from', async () => {
  await recordings.complete('from a program');
  assert.deepEqual(await recordings.found({ source: 'api' }), ['from a program']);
  assert.deepEqual(await recordings.found({ source: 'file', q: 'program' }), []);
  assert.deepEqual(await recordings.found({ source: 'dictation' }), []);
});
