import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join, normalize, resolve } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import {
  checkOutputFile,
  type IfExists,
  isRelative,
  type OutputPlaces,
  resolvePath,
  rootFolders,
} from './output-file.ts';
import { writeOutput } from './write-output.ts';

/** Windows has none: the access list of the folder says who may read. */
const hasModes = process.platform !== 'win32';

async function places() {
  const folder = temporaryFolder();
  const [home, project, elsewhere] = ['home', 'project', 'elsewhere'].map((name) => join(folder, name));
  assert(home && project && elsewhere);
  const dataFolder = join(project, 'q');
  for (const made of [
    join(project, 'notes'),
    join(project, '.git'),
    join(home, 'Documents'),
    join(home, 'Desktop'),
    elsewhere,
    dataFolder,
  ])
    await mkdir(made, { recursive: true });
  await writeFile(join(project, 'taken.txt'), 'old');
  await mkdir(join(project, 'folder.txt'));
  await symlink(elsewhere, join(project, 'link'));
  await symlink(join(elsewhere, 'target.txt'), join(project, 'link.txt'));
  await symlink('/nowhere/at/all', join(project, 'dangling.md'));
  const where: OutputPlaces = { home, cwd: '/', roots: [project], dataFolder, platform: 'linux' };
  return { folder, home, project, elsewhere, where };
}

test('paths that are refused, whatever the agent says', async () => {
  const { project, elsewhere, where } = await places();
  const refused: [written: string, message: RegExp, platform?: NodeJS.Platform][] = [
    ['a.sh', /only/],
    ['a', /only/],
    ['a.txt.exe', /only/],
    ['notes/a.TXT/', /folder/],
    ['.env.txt', /Dot-files/],
    ['.txt', /./],
    ['.git/hooks.txt', /Dot-files/],
    ['notes/.hidden/a.md', /Dot-files/],
    ['~/.ssh/a.txt', /only below/],
    ['~/Documents/.config/a.json', /Dot-files/],
    ['../elsewhere/a.txt', /only below/],
    ['notes/../../elsewhere/a.txt', /only below/],
    ['../../../../etc/cron.d/a.txt', /only below/],
    [join(elsewhere, 'a.txt'), /only below/],
    ['/etc/a.txt', /only below/],
    ['/tmp/a.txt', /only below/],
    [pathToFileURL(join(elsewhere, 'a.txt')).href, /only below/],
    ['//server/share/a.txt', /plain path/],
    ['\\\\?\\C:\\a.txt', /plain path/],
    ['a\nb.txt', /plain path/],
    ['link/a.txt', /link/],
    ['link/deeper/a.txt', /link/],
    ['link.txt', /no file/],
    ['dangling.md', /no file/],
    ['folder.txt', /no file/],
    ['taken.txt/a.txt', /no folder/],
    ['CLAUDE.md', /instructions/],
    ['notes/Agents.MD', /instructions/],
    ['package.json', /instructions/],
    ...[
      'CONVENTIONS.md',
      'MEMORY.md',
      'rules.md',
      'requirements-test.txt',
      'dev-requirements.txt',
      'babel.config.json',
    ].map((name): [string, RegExp] => [name, /instructions/]),
    ['devcontainer.json', /instructions/],
    ['notes/tsconfig.build.json', /instructions/],
    // Folded as macOS and Windows do: long s, Kelvin sign, full width, characters that are left out.
    ['\u017fKILL.md', /instructions/],
    ['s\u212aill.md', /instructions/],
    ['\uff23LAUDE.md', /instructions/],
    ['CLA\u200bUDE.md', /instructions/],
    ['\u200c.git/a.txt', /Dot-files/],
    ['~/a.txt', /only below/],
    ['~/other-project/a.md', /only below/],
    ['~/Library/Preferences/a.txt', /only below/],
    ['q/a.txt', /own folder/],
    ['Library/Preferences/a.txt', /settings/, 'darwin'],
    ['AppData/Roaming/a.txt', /settings/, 'win32'],
    ['a.txt:stream.txt', /plain path/, 'win32'],
    ...['con.txt', 'NUL.md', 'com\u00b9.json', 'aux.notes.txt'].map((name): [string, RegExp] => [
      name,
      /Windows/,
    ]),
    ['con/a.txt', /Windows/, 'win32'],
    ...[
      'nodemon.json',
      'tslint.json',
      'stylelint.json',
      'lint-staged.json',
      'main.tf.json',
      'packages.txt',
      'apt.txt',
      'runtime.txt',
      'conanfile.txt',
      'lefthook.json',
      'nixpacks.json',
      'compile_commands.json',
      'tauri.conf.json',
      'cucumber.json',
      'replit.md',
      'USER.md',
      'best_practices.md',
      // With letters of other alphabets that look like Latin ones.
      '\u0421LAUDE.md',
      'CL\u0410UD\u0415.md',
      'cl\u0430ude.md',
      '\u0391GENTS.md',
      'p\u0430ckage.json',
      'CL\u13aaUDE.md',
      'C\ua4e1AUDE.md',
    ].map((name): [string, RegExp] => [name, /instructions/]),
    ['notes. /a.txt', /Windows/, 'win32'],
    [`${'a'.repeat(300)}.txt`, /too long/],
  ];
  for (const [written, message, platform = 'linux'] of refused) {
    for (const ifExists of ['overwrite', 'rename'] as const)
      await assert.rejects(
        checkOutputFile(written, ifExists, { ...where, platform }),
        { name: 'QuothError', code: 'FILE_NOT_ALLOWED', message },
        written,
      );
  }
  for (const written of ['', 'a\0.txt', 'a'.repeat(5_000)])
    await assert.rejects(checkOutputFile(written, 'fail', where), /./, written.slice(0, 9));
  await assert.rejects(checkOutputFile('taken.txt', 'fail', where), { code: 'ALREADY_EXISTS' });
  assert.deepEqual(await readdir(elsewhere), []);
  assert.deepEqual((await readdir(project)).sort(), [
    '.git',
    'dangling.md',
    'folder.txt',
    'link',
    'link.txt',
    'notes',
    'q',
    'taken.txt',
  ]);
});

test('paths that are allowed, and what they mean', async () => {
  const { home, project, folder, where } = await places();
  const alias = join(folder, 'alias');
  await symlink(project, alias);
  const allowed: [written: string, path: string, changed?: Partial<OutputPlaces>][] = [
    ['a.txt', join(project, 'a.txt')],
    ['notes/a.MD', join(project, 'notes', 'a.MD')],
    ['new/deeper/a.srt', join(project, 'new', 'deeper', 'a.srt')],
    ['notes/../b.vtt', join(project, 'b.vtt')],
    [join(project, 'c.json'), join(project, 'c.json')],
    ['~/Documents/d.txt', join(home, 'Documents', 'd.txt')],
    [pathToFileURL(join(home, 'Desktop', 'e.txt')).href, join(home, 'Desktop', 'e.txt')],
    [
      join(folder, 'elsewhere', 'allowed.txt'),
      join(folder, 'elsewhere', 'allowed.txt'),
      { outputFolders: [join(folder, 'elsewhere')] },
    ],
    ['notes/requirements-meeting.md', join(project, 'notes', 'requirements-meeting.md')],
    ...[
      'Интервью 2.txt',
      'заметки.md',
      'USB-кабель.txt',
      'Συνέντευξη.md',
      'console.txt',
      'the install.txt',
      'users.md',
      'conference.json',
    ].map((name): [string, string] => [name, join(project, name)]),
    ['rules-of-chess.srt', join(project, 'rules-of-chess.srt')],
    // A link that the client itself names as its folder is the client's choice.
    ['f.txt', join(project, 'f.txt'), { roots: [alias] }],
    [join(project, 'g.txt'), join(project, 'g.txt'), { roots: [alias] }],
    ['h.txt', join(project, 'h.txt'), { roots: [], cwd: project }],
    // A working folder may itself lie below a dot-folder.
    ['i.txt', join(project, '.git', 'i.txt'), { roots: [join(project, '.git')] }],
  ];
  for (const [written, path, changed] of allowed) {
    const file = await checkOutputFile(written, 'fail', { ...where, ...changed });
    assert.equal(await writeOutput(file, `text of ${written}`, 'fail'), path);
    assert.equal(await readFile(path, 'utf8'), `text of ${written}`);
  }
  await assert.rejects(checkOutputFile('j.txt', 'fail', { ...where, roots: [], cwd: '/' }), {
    code: 'FILE_NOT_ALLOWED',
  });
});

test('a name that is taken: fail, overwrite or a number; nothing else is left behind', async () => {
  const { project, where } = await places();
  const write = async (ifExists: IfExists, text: string) =>
    writeOutput(await checkOutputFile('notes/a.txt', ifExists, where), text, ifExists);
  const notes = join(project, 'notes');
  await write('fail', 'one');
  await assert.rejects(write('fail', 'two'), { code: 'ALREADY_EXISTS', hint: /if_exists/ });
  assert.equal(await write('rename', 'three'), join(notes, 'a-2.txt'));
  assert.equal(await write('rename', 'four'), join(notes, 'a-3.txt'));
  assert.equal(await write('overwrite', 'five'), join(notes, 'a.txt'));
  assert.deepEqual((await readdir(notes)).sort(), ['a-2.txt', 'a-3.txt', 'a.txt']);
  assert.equal(await readFile(join(notes, 'a.txt'), 'utf8'), 'five');
});

test('append adds to a text that was written here, and to nothing else', async () => {
  const { project, where } = await places();
  const write = async (text: string, name = 'notes/day.md') =>
    writeOutput(await checkOutputFile(name, 'append', where), text, 'append');
  for (const text of ['one', 'two\n', 'three']) await write(text);
  assert.equal(await readFile(join(project, 'notes', 'day.md'), 'utf8'), 'one\ntwo\nthree');
  await writeFile(join(project, 'notes', 'mine.md'), 'mine');
  await assert.rejects(write('theirs', 'notes/mine.md'), { code: 'FILE_NOT_ALLOWED' });
  await assert.rejects(write('theirs', 'notes/a.srt'), { code: 'INVALID_REQUEST' });
  assert.equal(await readFile(join(project, 'notes', 'mine.md'), 'utf8'), 'mine');
});

test('what changes between checking and writing is seen', async () => {
  const { project, elsewhere, where } = await places();
  const late = await checkOutputFile('notes/late.txt', 'fail', where);
  await writeFile(join(project, 'notes', 'late.txt'), 'mine');
  await assert.rejects(writeOutput(late, 'theirs', 'fail'), { code: 'ALREADY_EXISTS' });
  assert.equal(await readFile(join(project, 'notes', 'late.txt'), 'utf8'), 'mine');

  const swapped = await checkOutputFile('notes/a.txt', 'fail', where);
  await rm(join(project, 'notes'), { recursive: true });
  await symlink(elsewhere, join(project, 'notes'));
  await assert.rejects(writeOutput(swapped, 'text', 'fail'), { code: 'FILE_NOT_ALLOWED' });

  const linked = await checkOutputFile('b.txt', 'overwrite', where);
  await symlink(join(elsewhere, 'b.txt'), join(project, 'b.txt'));
  await assert.rejects(writeOutput(linked, 'text', 'overwrite'), { code: 'FILE_NOT_ALLOWED' });
  assert.deepEqual(await readdir(elsewhere), []);
});

test('only what this bridge wrote is overwritten, and not once somebody has changed it', async () => {
  const { project, where } = await places();
  await assert.rejects(checkOutputFile('taken.txt', 'overwrite', where), {
    code: 'FILE_NOT_ALLOWED',
    message: /not written by this bridge/,
  });
  assert.equal(await readFile(join(project, 'taken.txt'), 'utf8'), 'old');
  const write = async (text: string) =>
    writeOutput(await checkOutputFile('notes/mine.md', 'overwrite', where), text, 'overwrite');
  const path = await write('one');
  await chmod(path, 0o640);
  assert.equal(await write('two'), path);
  if (hasModes) assert.equal((await stat(path)).mode & 0o777, 0o640, 'it follows the file that was there');
  await writeFile(path, 'edited by the user');
  await assert.rejects(write('three'), { code: 'FILE_NOT_ALLOWED' });
  const checked = await checkOutputFile('notes/late.md', 'overwrite', where);
  await writeFile(join(project, 'notes', 'late.md'), 'somebody else was quicker');
  await assert.rejects(writeOutput(checked, 'text', 'overwrite'), { code: 'FILE_NOT_ALLOWED' });
});

test('a new file has the mode that the umask leaves, as what any program writes where its user says', async (context) => {
  if (!hasModes) return context.skip('Windows has no modes.');
  const before = process.umask();
  context.after(() => process.umask(before));
  for (const [umask, mode] of [
    [0o022, 0o644],
    [0o027, 0o640],
    [0o077, 0o600],
  ] as const) {
    const { where } = await places();
    process.umask(umask);
    for (const ifExists of ['fail', 'rename', 'append'] as const) {
      const file = await checkOutputFile(`${ifExists}.txt`, ifExists, where);
      assert.equal((await stat(await writeOutput(file, 'text', ifExists))).mode & 0o777, mode);
    }
  }
});

test('a file that others may not read is replaced through one that they may not read either', async (context) => {
  if (!hasModes) return context.skip('Windows has no modes.');
  const { project, where } = await places();
  for (const ifExists of ['overwrite', 'append'] as const) {
    const write = async (text: string) =>
      writeOutput(await checkOutputFile(`${ifExists}.txt`, ifExists, where), text, ifExists);
    await chmod(await write('one'), 0o600);
    const modes = new Set<number>();
    let isDone = false;
    const work = write('two '.repeat(5_000_000)).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      for (const name of readdirSync(project).filter((each) => each.endsWith('.tmp')))
        modes.add((statSync(join(project, name), { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777);
      await setImmediate();
    }
    assert.equal((await stat(await work)).mode & 0o777, 0o600);
    assert.deepEqual([...modes], [0o600], ifExists);
  }
});

const origin = { home: normalize('/home/me'), cwd: '/work', roots: [] };

test('what a written path means', () => {
  const cases: [written: string, expected: string[], roots?: string[]][] = [
    ['a.wav', ['/work/a.wav']],
    ['./b/../a.wav', ['/work/a.wav']],
    ['a.wav', ['/one/a.wav', '/two/a.wav'], ['/one', '/two']],
    ['../a.wav', ['/a.wav'], ['/one']],
    ['/x/a.wav', ['/x/a.wav'], ['/one']],
    ['/x/../a.wav', ['/a.wav']],
    ['~', ['/home/me']],
    ['~/a b.wav', ['/home/me/a b.wav']],
    ['~other/a.wav', ['/work/~other/a.wav']],
  ];
  for (const [written, expected, roots = []] of cases)
    assert.deepEqual(resolvePath(written, { ...origin, roots }), expected.map(normalize), written);
  const named = resolve('/x/a b.wav');
  assert.deepEqual(resolvePath(pathToFileURL(named).href, origin), [named]);
  for (const written of ['', 'a\0b', 'file://server/share/a.wav', 'file://%'])
    assert.throws(() => resolvePath(written, origin), { code: 'INVALID_REQUEST' }, written);
});

test('only a relative path needs the roots of the client', () => {
  for (const written of ['a', './a', '~other/a', 'c/d']) assert(isRelative(written), written);
  for (const written of ['/a', '~', '~/a', 'file:///a']) assert(!isRelative(written), written);
});

test('roots that are no folders of this machine are left out', () => {
  const one = resolve('/one');
  const roots = [pathToFileURL(one).href, 'https://example.org/two', 'file://server/three', 'four'];
  assert.deepEqual(rootFolders(roots.map((uri) => ({ uri }))), [one]);
});
