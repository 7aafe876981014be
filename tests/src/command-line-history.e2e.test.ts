import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { CommandLine } from './support/command-line.ts';
import { sample, until } from './support/running-application.ts';

interface Row {
  readonly id: string;
  readonly source_name: string | null;
  readonly deleted_at: string | null;
  readonly date: string;
  readonly audioFilePath: string;
}

let quoth: CommandLine;
before(() => {
  process.env.TZ = 'Asia/Kolkata';
  quoth = new CommandLine();
});
after(() => quoth.remove());

const rows = async (...args: readonly string[]) =>
  ((await quoth.json('recordings', ...args)) as unknown as { recordings: Row[] }).recordings;

test('a recording keeps the name of its file and is found by it; a failed row says why; times are local for people', async () => {
  const memo = quoth.path('Zebra interview (1).wav');
  copyFileSync(sample('go-forward'), memo);
  const broken = quoth.path('broken.wav');
  writeFileSync(broken, readFileSync(sample('go-forward')).subarray(0, 44));
  await quoth.run('transcribe', memo);
  await quoth.run('transcribe', broken);
  const [found] = await rows('search', 'zebra INTERVIEW');
  assert.equal(found?.source_name, 'Zebra interview (1).wav');
  assert.match(found?.date ?? '', /^\d{4}-\d\d-\d\dT.*Z$/);
  const { out } = await quoth.run('recordings', 'list');
  const line = out.split('\n').find((one) => one.includes('Zebra')) ?? '';
  const local = new Date(Date.parse(found?.date ?? '') + 5.5 * 3_600_000).toISOString();
  assert(line.includes(`${local.slice(0, 10)} ${local.slice(11, 16)}`), line);
  const failed = out.split('\n').find((one) => one.includes('broken.wav')) ?? '';
  assert.match(failed, /failed +broken\.wav +\S.*\w/);
  const none = await quoth.run('recordings', 'search', '"interview zebra"');
  assert.equal(none.out, 'No recording matches. Search for fewer words.\n');
  const text = await quoth.run('recordings', 'search', 'forward', 'go', '--limit', '1');
  assert.match(text.out, /Zebra interview/);
  // A file on standard input has no name.
  await quoth.begin(['transcribe', '-'], readFileSync(sample('go-forward'))).ended;
  assert.equal((await rows('list', '--limit', '1'))[0]?.source_name, null);
});

test('ids by their first characters; delete, restore, purge', async () => {
  const [one] = await rows('search', 'zebra');
  const id = one?.id ?? '';
  assert.match((await quoth.run('recordings', 'show', id.slice(0, 8))).out, /Go forward/);
  const all = await rows('list');
  const ambiguous = await quoth.run('recordings', 'show', '');
  assert.equal(ambiguous.code, 4);
  assert.equal((await quoth.run('recordings', 'show', 'zz')).code, 4);
  assert.equal((await quoth.run('recordings', 'delete', id.slice(0, 6))).code, 0);
  assert.equal((await quoth.run('recordings', 'show', id)).code, 4);
  const [trashed] = await rows('list', '--trash');
  assert.deepEqual([trashed?.id, trashed?.deleted_at === null], [id, false]);
  assert.equal((await quoth.run('recordings', 'restore', id.slice(0, 6))).code, 0);
  assert.equal((await rows('list')).length, all.length);
  assert.equal((await rows('search', 'zebra'))[0]?.id, id, 'it is found again');
  await quoth.run('recordings', 'delete', id);
  const audio = trashed?.audioFilePath ?? '';
  assert(existsSync(audio));
  const unasked = await quoth.run('recordings', 'purge');
  assert.deepEqual([unasked.code, existsSync(audio)], [2, true], 'without a terminal it wants --yes');
  const asked = quoth.atTerminal('recordings purge');
  await until('it asks', () => asked.shown().includes('[y/N]'));
  asked.type('n\n');
  assert.equal(await asked.ended, 130);
  assert.match(asked.shown(), /Nothing was deleted/);
  assert.doesNotMatch(asked.shown(), /Error/, 'No is an answer');
  assert(existsSync(audio));
  assert.match((await quoth.run('recordings', 'purge', '--yes')).out, /Deleted 1 recording/);
  assert.equal(existsSync(audio), false);
  assert.deepEqual(await rows('list', '--trash'), []);
  assert.equal((await quoth.run('recordings', 'restore', id)).code, 4);
});

test('a limit is a whole number from 1 on, and a time without a zone is local', async () => {
  for (const limit of ['0', '-1', 'many']) {
    const { code, errors } = await quoth.run('recordings', 'list', '--limit', limit);
    assert.deepEqual([code, /--limit/.test(errors)], [2, true]);
  }
  const [newest] = await rows('list', '--limit', '1');
  const local = new Date(Date.parse(newest?.date ?? '') + 5.5 * 3_600_000).toISOString();
  const minute = `${local.slice(0, 10)} ${local.slice(11, 16)}`;
  assert.equal((await rows('list', '--since', minute))[0]?.id, newest?.id);
  assert.notEqual((await rows('list', '--until', minute))[0]?.id, newest?.id);
});
