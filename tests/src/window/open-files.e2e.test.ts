import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CommandLine } from '../support/command-line.ts';
import { sample, until } from '../support/running-application.ts';
import { standInBrowser } from './stand-in-browser.ts';

const { folder, said, program } = standInBrowser();
const quoth = new CommandLine({ QUOTH_BROWSER: program });
after(async () => {
  await quoth.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The page that the browser was last called with. */
async function openedPage(): Promise<string> {
  await until('the browser was called', () => existsSync(said));
  const address = /--app=(\S+)/.exec(readFileSync(said, 'utf8'))?.[1] ?? '';
  rmSync(said);
  return (
    /url=http:\/\/127\.0\.0\.1:\d+([^#]*)#code=/.exec(readFileSync(fileURLToPath(address), 'utf8'))?.[1] ?? ''
  );
}

interface Listed {
  readonly status: string;
  readonly sourceName: string | null;
  readonly text: string;
}

test('opening files transcribes each in the application, which stays, and shows History; a file that is none is named', async () => {
  const named = join(folder, 'morning memo.wav');
  copyFileSync(sample('go-forward'), named);
  const letter = join(folder, 'letter.txt');
  writeFileSync(letter, 'Dear Anna');
  const { code, out, errors } = await quoth.run('open', named, letter, sample('best-of-times'));
  assert.equal(code, 1);
  assert.match(out, /Transcribing 2 files\./);
  assert.match(errors, /letter\.txt: /);
  assert.equal(await openedPage(), '/history');
  const recordings = async () => (await quoth.json('recordings', 'list')).recordings as Listed[];
  await until('both are done', async () =>
    (await recordings()).every(({ status }) => status === 'completed'),
  );
  const texts = (await recordings()).map(({ text }) => text);
  assert.deepEqual(texts.length, 2);
  assert(texts.some((text) => /go forward/i.test(text)) && texts.some((text) => /best of times/i.test(text)));
  const state = (await quoth.json('status')) as { pid: number; ends_when_idle: boolean };
  assert.equal(state.ends_when_idle, false);

  // Starting it again opens the window of the one that runs.
  const again = await quoth.run('start');
  assert.match(again.out, /already running/);
  assert.equal(await openedPage(), '/');
  assert.equal(((await quoth.json('status')) as { pid: number }).pid, state.pid);
});

test('a missing file, and a folder, are refused in words', async () => {
  const { code, errors } = await quoth.run('open', join(folder, 'none.wav'), folder, '--no-window');
  assert.notEqual(code, 0);
  assert.match(errors, /none\.wav: There is no such file/);
  assert.match(errors, /This is not a file/);
});
