import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { actionWork, check, defaultEntry } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { openDataFolder } from '../base/index.ts';
import { fileAppender } from './append-to-file.ts';
import { aDelivery, asEnglish } from './fixtures/a-delivery.ts';

/** Windows has none: the access list of the folder says who may read. */
const hasModes = process.platform !== 'win32';

let home: string;
let appender: ReturnType<typeof fileAppender>;
const never = new AbortController().signal;
beforeEach(() => {
  home = temporaryFolder();
  mkdirSync(join(home, 'data'));
  const policy = { home, dataFolder: join(home, 'data'), temporaryFolders: [], platform: process.platform };
  appender = fileAppender({ policy });
});
afterEach(() => {
  chmodSync(home, 0o700);
});

function append(path: string, text = 'Buy milk.', more: { entry?: string; heading?: string } = {}) {
  const does = { kind: 'file', path, entry: defaultEntry, heading: undefined, ...more } as const;
  return asEnglish(appender(aDelivery(does, { text }), never));
}
const read = (...path: string[]) => readFileSync(join(home, ...path), 'utf8');

test('a daily note grows line by line; a new one is private and has its heading, one that is there keeps its mode', async () => {
  const path = '~/Notes/{{year}}/{{month}}/{{date}}.md';
  const heading = '# {{date}} ({{week}})\n';
  const first = await append(path, 'Buy milk.\nAnd {{id}} bread.', { heading });
  const file = join(home, 'Notes', '2026', '11', '2026-11-22.md');
  assert.deepEqual(first, { ok: true, message: `Added to ${file}.`, output: '', retry: 'no' });
  if (hasModes) assert.equal(statSync(file).mode & 0o777, 0o600);
  if (hasModes) assert.equal(statSync(join(home, 'Notes')).mode & 0o777, 0o700);
  chmodSync(file, 0o644);
  await append(path, 'More.', { heading });
  assert.equal(
    readFileSync(file, 'utf8'),
    '# 2026-11-22 (2026-W47)\n- 14:05 Buy milk. And {{id}} bread.\n- 14:05 More.\n',
  );
  if (hasModes) assert.equal(statSync(file).mode & 0o777, 0o644);
});

test('an entry begins on a line of its own, and many at a time lose nothing', async () => {
  writeFileSync(join(home, 'note.md'), 'no line end');
  await append('~/note.md', 'x', { entry: '{{text}}' });
  assert.equal(read('note.md'), 'no line end\nx\n');
  await Promise.all(
    Array.from({ length: 50 }, (_, at) => append('~/many.md', `line ${at}`, { entry: '{{text}}' })),
  );
  assert.deepEqual(
    new Set(read('many.md').trim().split('\n')),
    new Set(Array.from({ length: 50 }, (_, at) => `line ${at}`)),
  );
});

test('links, pipes, folders, our own data, hidden files and the system are refused', async () => {
  mkdirSync(join(home, 'folder'));
  mkdirSync(join(home, '.ssh'));
  writeFileSync(join(home, 'target'), '');
  symlinkSync(join(home, 'target'), join(home, 'link'));
  symlinkSync(join(home, '.ssh'), join(home, 'to-ssh'));
  symlinkSync(join(home, 'data'), join(home, 'to-data'));
  symlinkSync('/proc/self', join(home, 'to-proc'));
  execFileSync('mkfifo', [join(home, 'pipe')]);
  const cases: [path: string, words: RegExp][] = [
    ['~/link', /symbolic link/],
    ['~/pipe', /not a file/],
    ['~/folder', /is a folder/],
    ['~/target/x.md', /is a file, not a folder/],
    ['~/data/quoth.db', /system's own folders, nor to Quoth's/],
    ['~/to-data/quoth.db', /nor to Quoth's/],
    ['~/to-data/new/x', /nor to Quoth's/],
    ['~/.bashrc', /hidden files/],
    ['~/to-ssh/authorized_keys', /hidden files/],
    ['~/to-proc/comm', /system's own folders/],
    ['/dev/null', /system's own folders/],
  ];
  for (const [path, words] of cases) {
    const outcome = await append(path);
    assert.deepEqual([outcome.ok, outcome.retry], [false, 'later'], path);
    assert.match(outcome.message, words, path);
  }
  assert.equal(read('target'), '');
  assert(!existsSync(join(home, '.ssh', 'authorized_keys')));
  assert(!existsSync(join(home, 'data', 'new')));
});

/** Swaps a folder for a link to another one and back, as fast as it can, until it is killed. */
const SWAPPING = `
  const { renameSync, rmSync, symlinkSync, unlinkSync } = require('node:fs');
  const [folder, aside, target] = process.argv.slice(1);
  process.stdout.write('ready');
  for (;;) {
    try {
      renameSync(folder, aside);
      symlinkSync(target, folder);
      unlinkSync(folder);
      renameSync(aside, folder);
    } catch {
      // The action has just made the folder that was missing.
      try {
        rmSync(folder, { recursive: true, force: true });
        renameSync(aside, folder);
      } catch {}
    }
  }`;

for (const [name, file] of [
  ['a note', 'a.md'],
  ['a note in folders that are missing', 'new/deep/a.md'],
] as const) {
  test(`a folder on the way that is swapped for a link meanwhile leads into no hidden folder: ${name}`, async () => {
    mkdirSync(join(home, '.config'));
    mkdirSync(join(home, 'Notes'));
    const swapping = spawn(
      process.execPath,
      ['-e', SWAPPING, join(home, 'Notes'), join(home, 'aside'), join(home, '.config')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(swapping, 'exit');
    let written = 0;
    try {
      await once(swapping.stdout, 'data');
      for (let round = 0; round < 500; round++)
        written += Number((await append(`~/Notes/${file.replace('new', `new${round}`)}`)).ok);
    } finally {
      swapping.kill('SIGKILL');
      await ended;
    }
    assert(written > 0);
    assert.deepEqual(readdirSync(join(home, '.config')), []);
  });
}

test('a hard link to one of our own files is not opened', async () => {
  const { root } = openDataFolder(join(home, 'own'));
  writeFileSync(join(root, 'quoth.db'), 'rows');
  linkSync(join(root, 'quoth.db'), join(home, 'innocent.md'));
  assert.match((await append('~/innocent.md')).message, /nor to Quoth's/);
  assert.equal(read('own', 'quoth.db'), 'rows');
});

test('root is refused the system’s folders and hidden ones of others', {
  skip: process.geteuid?.() !== 0 && 'needs root',
}, async () => {
  const name = `quoth-test-${process.pid}`;
  const folders = ['/etc', '/usr/local', '/boot', '/var/spool', '/run/systemd', '/opt'];
  try {
    for (const folder of folders)
      assert.match((await append(join(folder, name, 'x'))).message, /system's own folders/, folder);
    symlinkSync('/etc', join(home, 'etc'));
    assert.match((await append(`~/etc/${name}/x`)).message, /system's own folders/);
    assert.match((await append(`/home/${name}/.bashrc`)).message, /hidden files/);
    for (const folder of [...folders, '/home']) assert(!existsSync(join(folder, name)), folder);
  } finally {
    for (const folder of [...folders, '/home']) rmSync(join(folder, name), { recursive: true, force: true });
  }
});

test('a folder that may not be written is explained', async () => {
  mkdirSync(join(home, 'readonly'));
  chmodSync(join(home, 'readonly'), 0o500);
  assert.match((await asOrdinaryUser(() => append('~/readonly/x.md'))).message, /may not be written/);
});

/** Root may write everywhere, so this process is somebody else meanwhile. */
async function asOrdinaryUser<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return work();
  chownSync(home, 65_534, 65_534);
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('a link to a folder elsewhere is followed: many keep their notes on another disk', async () => {
  mkdirSync(join(home, 'disk'));
  symlinkSync(join(home, 'disk'), join(home, 'Notes'));
  assert.equal((await append('~/Notes/a.md')).message, `Added to ${join(home, 'disk', 'a.md')}.`);
});

test('templates: what is not known, and what leads elsewhere, is refused before it is kept', () => {
  const problem = (fields: object) => {
    const checked = check(actionWork, { kind: 'file', path: '~/a.md', entry: defaultEntry, ...fields });
    return checked.success ? undefined : checked.problems[0]?.message;
  };
  assert.equal(problem({}), undefined);
  assert.match(problem({ path: '~/{{text}}.md' }) ?? '', /There is no \{\{text\}\} here/);
  assert.match(problem({ entry: '{{secret}}' }) ?? '', /Use \{\{date\}\}/);
  assert.match(problem({ path: 'notes.md' }) ?? '', /full path/);
  assert.match(problem({ path: '~/../../etc/x' }) ?? '', /"\.\."/);
  assert.match(problem({ path: '~/a\0b' }) ?? '', /NUL/);
});
