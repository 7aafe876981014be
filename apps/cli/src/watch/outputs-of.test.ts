import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { outputsOf } from './transcripts.ts';

const folder = temporaryFolder();

const file = (name: string) => ({ path: join(folder, name), size: 1, mtimeMs: 1 });
const names = (paths: readonly string[]) => paths.map((path) => basename(path));

test('a transcript is named after its file, and after all of its name where another file has the same stem', async () => {
  const talk = file('talk.mp3');
  const alone = await outputsOf(talk, ['txt', 'srt'], [talk, file('other.wav')], undefined);
  assert.deepEqual(names(alone.wanted.map(({ path }) => path)), ['talk.txt', 'talk.srt']);
  const beside = await outputsOf(talk, ['txt'], [talk, file('Talk.wav')], undefined);
  assert.deepEqual(names(beside.wanted.map(({ path }) => path)), ['talk.mp3.txt']);
});

test('what is there stays, unless we wrote it and no one changed it', async () => {
  const talk = file('own.mp3');
  const path = join(folder, 'own.txt');
  writeFileSync(path, 'ours');
  const { size, mtimeMs } = statSync(path);
  const entry = { ...talk, state: 'done', outputs: [{ name: 'own.txt', size, mtimeMs }] } as const;
  const foreign = await outputsOf(talk, ['txt'], [talk], undefined);
  assert.deepEqual([foreign.wanted, names(foreign.foreign)], [[], ['own.txt']]);
  const ours = await outputsOf(talk, ['txt'], [talk, file('own.wav')], entry);
  assert.deepEqual(ours.wanted, [{ format: 'txt', path, replaces: true }]);
  writeFileSync(path, 'ours, and more');
  const edited = await outputsOf(talk, ['txt'], [talk], entry);
  assert.deepEqual([edited.wanted, names(edited.edited)], [[], ['own.txt']]);
});
