import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { writeNewOutput, writeOutput } from './output-files.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function folderOf(context: TestContext, umask: number): string {
  const folder = temporaryFolder();
  const before = process.umask(umask);
  context.after(() => process.umask(before));
  return folder;
}

test('a new file has the mode that the umask leaves, as what any program writes where its user says', async (context) => {
  for (const [umask, expected] of [
    [0o000, '666'],
    [0o022, '644'],
    [0o077, '600'],
    [0o277, '400'],
  ] as const) {
    const path = join(folderOf(context, umask), 'text.txt');
    await writeOutput(path, 'x');
    assert.equal(modeOf(path), expected, umask.toString(8));
  }
});

test('a file that is there keeps its mode and gets the new text whole; nothing else is left in the folder', async (context) => {
  const folder = folderOf(context, 0o077);
  const path = join(folder, 'text.txt');
  for (const mode of [0o644, 0o640, 0o600]) {
    writeFileSync(path, 'a longer text from before');
    chmodSync(path, mode);
    await writeOutput(path, 'new');
    assert.deepEqual([modeOf(path), readFileSync(path, 'utf8')], [mode.toString(8), 'new']);
  }
  assert.deepEqual(readdirSync(folder), ['text.txt']);
});

test('what cannot be written leaves what was there, and says why', async (context) => {
  const folder = folderOf(context, 0o022);
  const path = join(folder, 'text.txt');
  writeFileSync(path, 'before');
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('the server has gone');
  }
  await assert.rejects(writeOutput(path, broken()), /has gone/);
  assert.equal(readFileSync(path, 'utf8'), 'before');
  assert.deepEqual(readdirSync(folder), ['text.txt']);
  await assert.rejects(writeOutput(join(folder, 'none', 'text.txt'), 'x'), /folder is gone/);
});

test("a new file takes no one's place, and leaves nothing beside it", async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'talk.txt');
  const written = await Promise.all(['one', 'two', 'three'].map((text) => writeNewOutput(path, text)));
  assert.equal(written.filter((isOurs) => isOurs).length, 1);
  assert.equal(await writeNewOutput(path, 'four'), false);
  assert.equal(readFileSync(path, 'utf8'), ['one', 'two', 'three'][written.indexOf(true)]);
  assert.deepEqual(readdirSync(folder), ['talk.txt']);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  await assert.rejects(writeNewOutput(join(folder, 'gone', 'x.txt'), ''), { code: 'FILE_ACCESS_DENIED' });
});
