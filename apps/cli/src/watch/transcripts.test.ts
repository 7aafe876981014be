import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { outputsOf, WatchJournal } from './transcripts.ts';

const home = temporaryFolder();

const file = (path: string, size = 1) => ({ path, size, mtimeMs: 7 });

test('what is done is known to the next run, each folder by itself, in a file for this user alone', () => {
  const journal = new WatchJournal(home, '/a');
  journal.add({ ...file('/a/x.wav'), state: 'done', formats: ['txt'], outputs: [] });
  journal.add({ ...file('/a/x.wav', 2), state: 'failed' });
  const again = new WatchJournal(home, '/a');
  assert.equal(again.currentEntryOf(file('/a/x.wav', 2))?.state, 'failed', 'the last line counts');
  assert.equal(again.currentEntryOf(file('/a/x.wav', 3)), undefined, 'a file that changed is another one');
  assert.equal(again.entryOf(file('/a/x.wav', 3))?.state, 'failed');
  assert.equal(new WatchJournal(home, '/b').entryOf(file('/a/x.wav')), undefined);
  const [name = ''] = readdirSync(join(home, 'watch'));
  assert.equal(statSync(join(home, 'watch', name)).mode & 0o777, 0o600);
});

test('a line that was cut off, or is none of ours, takes no other with it', () => {
  const journal = new WatchJournal(home, '/cut');
  journal.add({ ...file('/cut/a.wav'), state: 'done' });
  for (const name of readdirSync(join(home, 'watch')))
    appendFileSync(
      join(home, 'watch', name),
      '{"path":"/cut/b.wav","si\nnull\n[]\n7\n{"path":1,"state":"done"}',
    );
  const after = new WatchJournal(home, '/cut');
  after.add({ ...file('/cut/c.wav'), state: 'done' });
  const last = new WatchJournal(home, '/cut');
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => last.entryOf(file(`/cut/${name}.wav`))?.state),
    ['done', undefined, 'done'],
  );
});

test('files of before are known as such; those of folders inside only once somebody looked there', () => {
  const journal = new WatchJournal(home, '/base');
  assert.equal(journal.hasBaseline(false), false);
  journal.setBaseline(false, [file('/base/a.wav')]);
  assert.deepEqual([journal.hasBaseline(false), journal.hasBaseline(true)], [true, false]);
  journal.add({ ...file('/base/a.wav'), state: 'done' });
  journal.setBaseline(true, [file('/base/a.wav'), file('/base/in/b.wav')]);
  const again = new WatchJournal(home, '/base');
  assert.equal(again.hasBaseline(true), true);
  assert.deepEqual(
    [again.entryOf(file('/base/a.wav'))?.state, again.entryOf(file('/base/in/b.wav'))?.state],
    ['done', 'before'],
  );
});

test('watching folders inside as well loses no file that came to the folder itself since the last run', () => {
  new WatchJournal(home, '/wider').setBaseline(false, [file('/wider/a.wav')]);
  const wider = new WatchJournal(home, '/wider');
  wider.setBaseline(true, [file('/wider/a.wav'), file('/wider/new.wav'), file('/wider/in/b.wav')]);
  const stateOf = (path: string) => wider.entryOf(file(path))?.state;
  assert.deepEqual(['/wider/a.wav', '/wider/new.wav', '/wider/in/b.wav'].map(stateOf), [
    'before',
    undefined,
    'before',
  ]);
});

const folder = temporaryFolder();

const source = (name: string) => ({ path: join(folder, name), size: 1, mtimeMs: 1 });
const names = (paths: readonly string[]) => paths.map((path) => basename(path));

test('a transcript is named after its file, and after all of its name where another file has the same stem', async () => {
  const talk = source('talk.mp3');
  const alone = await outputsOf(talk, ['txt', 'srt'], [talk, source('other.wav')], undefined);
  assert.deepEqual(names(alone.wanted.map(({ path }) => path)), ['talk.txt', 'talk.srt']);
  const withTwin = await outputsOf(talk, ['txt'], [talk, source('Talk.wav')], undefined);
  assert.deepEqual(names(withTwin.wanted.map(({ path }) => path)), ['talk.mp3.txt']);
});

test('what is there stays, unless we wrote it and no one changed it', async () => {
  const talk = source('own.mp3');
  const path = join(folder, 'own.txt');
  writeFileSync(path, 'ours');
  const { size, mtimeMs } = statSync(path);
  const entry = { ...talk, state: 'done', outputs: [{ name: 'own.txt', size, mtimeMs }] } as const;
  const foreign = await outputsOf(talk, ['txt'], [talk], undefined);
  assert.deepEqual([foreign.wanted, names(foreign.foreign)], [[], ['own.txt']]);
  const ours = await outputsOf(talk, ['txt'], [talk, source('own.wav')], entry);
  assert.deepEqual(ours.wanted, [{ format: 'txt', path, replaces: true }]);
  writeFileSync(path, 'ours, and more');
  const edited = await outputsOf(talk, ['txt'], [talk], entry);
  assert.deepEqual([edited.wanted, names(edited.edited)], [[], ['own.txt']]);
});
