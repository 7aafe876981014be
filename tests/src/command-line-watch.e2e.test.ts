import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Begun, CommandLine } from './support/command-line.ts';
import { sample, until } from './support/running-application.ts';

let quoth: CommandLine;
before(() => {
  quoth = new CommandLine();
});
after(() => quoth.remove());

const speech = sample('go-forward');
const settle = ['--settle', '0.2'];

async function folderOf(name: string): Promise<string> {
  const folder = quoth.path(name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A watcher that has had its first look. */
async function watching(folder: string, ...flags: readonly string[]): Promise<Begun> {
  const begun = quoth.begin(['watch', folder, ...settle, ...flags]);
  await begun.says(/Watching/);
  return begun;
}

async function ended(begun: Begun) {
  begun.child.kill('SIGINT');
  return begun.ended;
}

const heard = async () =>
  ((await quoth.json('recordings', 'list')) as { recordings: unknown[] }).recordings.length;

test('new files get their transcripts, whole and once; old, hidden and unfinished ones are left alone', async () => {
  const folder = await folderOf('memos');
  copyFileSync(speech, join(folder, 'old.wav'));
  const begun = await watching(folder, '--to', 'txt,srt,vtt,json');
  copyFileSync(speech, join(folder, '.hidden.wav'));
  copyFileSync(speech, join(folder, 'coming.wav.part'));
  copyFileSync(speech, join(folder, 'coming.part.wav'));
  writeFileSync(join(folder, 'bad.wav'), 'no audio at all');
  for (const format of ['txt', 'srt', 'vtt', 'json']) writeFileSync(join(folder, `taken.${format}`), 'mine');
  copyFileSync(speech, join(folder, 'taken.wav'));
  copyFileSync(speech, join(folder, 'talk.wav'));
  await until('the transcripts are written', () => existsSync(join(folder, 'talk.json')));
  await begun.says(/bad\.wav/);
  await begun.says(/taken\.wav/);
  const { code, out, errors } = await ended(begun);
  assert.deepEqual([code, out], [0, 'talk.wav -> talk.txt, talk.srt, talk.vtt, talk.json\n'], errors);
  assert.match(
    errors,
    /bad\.wav was not transcribed\. It will be tried again when it changes\.\nError: .*not audio/,
  );
  assert.equal(readFileSync(join(folder, 'talk.txt'), 'utf8'), 'Go forward to the old garden.\n');
  assert.match(readFileSync(join(folder, 'talk.srt'), 'utf8'), /^1\n00:00:00,\d{3} --> /);
  assert.match(readFileSync(join(folder, 'talk.vtt'), 'utf8'), /^WEBVTT/);
  assert.equal(
    (JSON.parse(readFileSync(join(folder, 'talk.json'), 'utf8')) as { words: unknown[] }).words.length,
    6,
  );
  assert.deepEqual(
    readdirSync(folder).filter((name) => !/^(old|bad|coming|\.hidden|talk|taken)\./.test(name)),
    [],
  );
  assert(!existsSync(join(folder, 'old.txt')));
  assert.match(errors, /taken\.wav: taken\.txt exists already and stays as it is/);
  assert.equal(await heard(), 1, 'three formats of captions and text are one transcription');
});

test('after a restart: what came meanwhile is done, what is done is not, even without its transcript; two watchers do it once', async () => {
  const folder = join(await folderOf('memos'));
  const before = await heard();
  for (const format of ['txt', 'srt', 'vtt', 'json']) rmSync(join(folder, `talk.${format}`));
  // Moved in, with a time of long ago, and beside another one of its name.
  copyFileSync(speech, quoth.path('elsewhere.wav'));
  renameSync(quoth.path('elsewhere.wav'), join(folder, 'new.wav'));
  copyFileSync(speech, join(folder, 'new.wave'));
  const both = await Promise.all([watching(folder), watching(folder)]);
  await until('both are written', () =>
    ['new.wav.txt', 'new.wave.txt'].every((name) => existsSync(join(folder, name))),
  );
  const said = await Promise.all(both.map(ended));
  assert.deepEqual(
    said.map(({ code }) => code),
    [0, 0],
  );
  assert.deepEqual(
    said
      .map(({ out }) => out)
      .join('')
      .trim()
      .split('\n')
      .sort(),
    ['new.wav -> new.wav.txt', 'new.wave -> new.wave.txt'],
  );
  assert(!existsSync(join(folder, 'talk.txt')) && !existsSync(join(folder, 'new.txt')));
  assert.equal(await heard(), before + 2);
});

test('--once does what is there and ends; an existing transcript stays, a changed file gets a new one', async () => {
  const folder = await folderOf('films');
  mkdirSync(join(folder, 'inside'));
  copyFileSync(speech, join(folder, 'mine.wav'));
  writeFileSync(join(folder, 'mine.txt'), 'precious');
  copyFileSync(speech, join(folder, 'inside', 'talk.wav'));
  const once = ['watch', folder, ...settle, '--once', '--recursive'];
  const first = await quoth.run(...once);
  assert.deepEqual([first.code, first.out], [0, `${join('inside', 'talk.wav')} -> talk.txt\n`], first.errors);
  assert.equal(readFileSync(join(folder, 'mine.txt'), 'utf8'), 'precious');
  assert.deepEqual((({ code, out }) => [code, out])(await quoth.run(...once)), [0, '']);
  // Another text under the same name, and one whose transcript somebody has edited.
  copyFileSync(sample('best-of-times'), join(folder, 'inside', 'talk.wav'));
  assert.equal((await quoth.run(...once)).code, 0);
  assert.match(readFileSync(join(folder, 'inside', 'talk.txt'), 'utf8'), /^It was the best/);
  writeFileSync(join(folder, 'inside', 'talk.txt'), 'edited');
  copyFileSync(speech, join(folder, 'inside', 'talk.wav'));
  const edited = await quoth.run(...once);
  assert.match(edited.errors, /talk\.txt, which stays as it is\. To replace it: \S*quoth transcribe/);
  assert.equal(readFileSync(join(folder, 'inside', 'talk.txt'), 'utf8'), 'edited');
  writeFileSync(join(folder, 'bad.mp3'), 'no audio');
  assert.equal((await quoth.run(...once)).code, 1);
});

test('the application may end meanwhile; what is no folder, and no format, is refused', async () => {
  const folder = await folderOf('drop');
  const begun = await watching(folder);
  await quoth.run('stop', '--now');
  copyFileSync(speech, join(folder, 'a.wav'));
  await until('it started the application again', () => existsSync(join(folder, 'a.txt')));
  assert.equal((await ended(begun)).code, 0);
  assert.equal((await quoth.run('watch', speech)).code, 2);
  assert.equal((await quoth.run('watch', join(folder, 'none'))).code, 4);
  const { code, errors } = await quoth.run('watch', folder, '--to', 'docx');
  assert.deepEqual([code, /txt, md, srt/.test(errors)], [2, true]);
});
