import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { CommandLine } from './support/command-line.ts';

const launcher = realpathSync(join(import.meta.dirname, '..', '..', 'quoth'));

function installation(context: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'quoth-install-'));
  context.after(() => rmSync(home, { recursive: true, force: true }));
  const bin = join(home, '.local/bin');
  const env = { HOME: home, XDG_DATA_HOME: '', XDG_CONFIG_HOME: join(home, 'config') };
  const files = [
    '.local/bin/quoth',
    '.local/share/bash-completion/completions/quoth',
    '.local/share/zsh/site-functions/_quoth',
    'config/fish/completions/quoth.fish',
    '.local/share/man/man1/quoth.1',
    ...['de', 'fr', 'es', 'pt_BR', 'ja'].map((language) => `.local/share/man/${language}/man1/quoth.1`),
  ].map((path) => join(home, path));
  return { home, bin, env, files };
}

test('install puts command, completion and man page into the home folder, twice as well as once; uninstall undoes it', async (context) => {
  const { home, bin, env, files } = installation(context);
  const first = await new CommandLine(env).launch('install');
  assert.equal(first.code, 0, first.errors);
  for (const path of files) {
    assert(existsSync(path), path);
    assert(first.out.includes(path), `says that it wrote ${path}`);
  }
  assert.match(first.out, /not on your PATH yet[\s\S]+export PATH=/);
  const [command = '', bash = '', , , page = ''] = files;
  assert.equal(realpathSync(command), launcher);
  assert.equal(
    execFileSync('bash', ['-c', `source "${bash}"; complete -p quoth`], { encoding: 'utf8' }).trim(),
    'complete -o default -F _quoth quoth',
  );
  assert.match(readFileSync(page, 'utf8'), /\.B quoth transcribe/);
  const german = join(home, '.local/share/man/de/man1/quoth.1');
  const read = execFileSync('man', ['--local-file', '-E', 'UTF-8', german], { encoding: 'utf8' });
  assert.match(read, /^BEFEHLE$[\s\S]+quoth transcribe\s+Audiodateien in Text umwandeln/m);

  const onPath = new CommandLine({ ...env, PATH: `${bin}:${process.env.PATH}` });
  const again = await onPath.launch('install');
  assert.equal(again.code, 0, again.errors);
  assert.doesNotMatch(again.out, /not on your PATH/);
  assert.match(execFileSync(command, ['--version'], { env: onPath.env, encoding: 'utf8' }), /^\d+\.\d+/);

  const undone = await onPath.launch('uninstall');
  assert.equal(undone.code, 0, undone.errors);
  for (const path of files) assert(!existsSync(path), path);
  assert.match((await onPath.launch('uninstall')).out, /Nothing was installed/);
});

test('a foreign file is never overwritten or removed, and nothing is installed beside it', async (context) => {
  const { env, files } = installation(context);
  for (const path of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'mine');
    const refused = await new CommandLine(env).run('install');
    assert.equal(refused.code, 1);
    assert(refused.errors.includes(path));
    assert((await new CommandLine(env).run('uninstall')).out.includes(path));
    assert(lstatSync(path).isFile());
    assert.equal(readFileSync(path, 'utf8'), 'mine');
    assert.deepEqual(
      files.filter((other) => existsSync(other)),
      [path],
    );
    rmSync(path);
  }
});

test("a tarball's icons know themselves again by their comment, and one of the user's own stays", (context) => {
  const { home, env } = installation(context);
  // As the tarball is unpacked: the programs, and an icon in each format.
  const root = join(home, 'unpacked');
  const clone = dirname(launcher);
  const icon = 'icons/hicolor/48x48/apps/app.quoth.Quoth.png';
  const drawing = 'icons/hicolor/scalable/apps/app.quoth.Quoth.svg';
  for (const path of [icon, drawing]) mkdirSync(dirname(join(root, 'share', path)), { recursive: true });
  cpSync(join(clone, 'dist/quoth'), join(root, 'dist/quoth'), { recursive: true });
  cpSync(launcher, join(root, 'quoth'));
  symlinkSync(join(clone, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'package-kind'), 'tar');
  const picture = readFileSync(join(clone, 'docs/screenshots/gateway-account-light-wide.png'));
  writeFileSync(join(root, 'share', icon), picture);
  cpSync(join(clone, 'packages/ui/public/icon.svg'), join(root, 'share', drawing));
  const installed = join(home, '.local/share', icon);
  const quoth = (command: string) =>
    spawnSync(join(root, 'quoth'), [command], { env: { ...process.env, ...env }, encoding: 'utf8' });

  mkdirSync(dirname(installed), { recursive: true });
  writeFileSync(installed, 'mine');
  const refused = quoth('install');
  assert.equal(refused.status, 1);
  assert(refused.stderr.includes(installed), refused.stderr);
  assert.equal(readFileSync(installed, 'utf8'), 'mine');
  rmSync(installed);
  for (const time of ['first', 'second']) assert.equal(quoth('install').status, 0, time);
  // The picture with one more chunk behind its header: length, type and data, check.
  const bytes = readFileSync(installed);
  const length = bytes.readUInt32BE(33);
  assert.match(bytes.toString('latin1', 37, 41 + length), /^tEXtComment\0Written by "quoth install"/);
  assert.equal(bytes.readUInt32BE(41 + length), crc32(bytes.subarray(37, 41 + length)));
  assert.deepEqual(Buffer.concat([bytes.subarray(0, 33), bytes.subarray(45 + length)]), picture);
  assert.equal(quoth('uninstall').status, 0);
  for (const path of [icon, drawing]) assert(!existsSync(join(home, '.local/share', path)), path);
  writeFileSync(join(root, 'package-kind'), 'pacman');
  assert.match(quoth('uninstall').stdout, /sudo pacman -R quoth-bin/);
});

test('uninstall stops Quoth and removes what it wrote elsewhere; --all deletes the data after a question', async (context) => {
  const { home, env, files } = installation(context);
  const data = join(home, '.local/share/quoth');
  // As at a user's: compiled code is kept in the home folder, also where the check has another place for it.
  const own = { QUOTH_HOME: '', XDG_CACHE_HOME: '', XDG_RUNTIME_DIR: '', NODE_COMPILE_CACHE: '' };
  const quoth = new CommandLine({ ...env, ...own });
  context.after(() => quoth.remove());
  for (const words of [
    ['install'],
    ['start', '--headless'],
    ['api', 'on'],
    ['autostart', 'on'],
    ['mcp', 'install', '--client', 'cursor', '--scopes', 'transcribe'],
    ['tokens', 'create', 'Script', '--scopes', 'transcribe', '--to-file'],
  ]) {
    const { code, errors } = await quoth.launch(...words);
    assert.equal(code, 0, `${words.join(' ')}: ${errors}`);
  }
  const gateway = join(home, '.local/share/quoth-gateway');
  mkdirSync(gateway);
  writeFileSync(join(gateway, 'admin-key'), 'a key');
  const entry = join(home, 'config/autostart/quoth.desktop');
  const agent = join(home, '.cursor/mcp.json');
  const cache = join(home, '.cache/quoth');
  assert(existsSync(entry) && existsSync(cache) && existsSync(join(data, 'local-api.json')));
  assert.match(readFileSync(agent, 'utf8'), /quoth/);
  const isCopy = (name: string) => name.startsWith('mcp.json.before-quoth-');
  const { pid } = JSON.parse((await quoth.launch('status', '--json')).out) as { pid: number };

  const undone = await quoth.launch('uninstall');
  assert.equal(undone.code, 0, undone.out + undone.errors);
  assert.throws(() => process.kill(pid, 0), /ESRCH/);
  for (const path of [...files, entry, cache, join(data, 'local-api.json'), join(data, 'api-token')])
    assert(!existsSync(path), path);
  assert.doesNotMatch(readFileSync(agent, 'utf8'), /quoth/);
  for (const said of [entry, agent, cache, 'Cursor', 'Script', 'local API        switched off'])
    assert(undone.out.includes(said), said);
  assert.match(undone.out, /Still there:\n {2}data +\S+\/quoth \(\d+ [kM]B\)/);
  const [copy = ''] = readdirSync(dirname(agent)).filter(isCopy);
  assert(undone.out.includes(`backup           ${join(dirname(agent), copy)}: made by Quoth`), undone.out);
  assert(existsSync(join(data, 'quoth.db')));

  // No one can be asked here.
  const asked = await quoth.launch('uninstall', '--all');
  assert.equal(asked.code, 2);
  assert.match(asked.errors, /deletes all recordings[\s\S]+\/quoth \(\d+ [kM]B\)[\s\S]+Nothing was changed/);
  assert(existsSync(join(data, 'quoth.db')));
  for (const name of ['database-copies', 'restoring', 'backing-up']) mkdirSync(join(data, name));
  // Empty: a lock with something in it is none.
  for (const name of [
    'database-copies/quoth-2026-11-01.db',
    'backup.lock',
    'quoth-window-2.html',
    'window-sessions.json.77-0a1b2c3d.tmp',
    'accessibility-switched-on',
    'mine.txt',
  ])
    writeFileSync(join(data, name), '');
  const all = await quoth.launch('uninstall', '--all', '--yes');
  assert.equal(all.code, 0, all.errors);
  assert(!existsSync(join(data, 'quoth.db')) && !existsSync(cache));
  assert.deepEqual(readdirSync(data), ['mine.txt']);
  assert.match(all.out, /gateway +\S+\/quoth-gateway \(1 kB\): accounts, credit and keys/);
  assert.deepEqual(readdirSync(dirname(agent)), ['mcp.json']);
  assert(existsSync(join(gateway, 'admin-key')), 'what others paid is not deleted');
  assert.match(all.out, /mine\.txt: Quoth did not write it/);
  assert.match(
    all.out,
    /Still there:[\s\S]+accessibility [\s\S]+toolkit-accessibility false/,
    'without a session bus',
  );
  rmSync(join(data, 'mine.txt'));
  rmSync(gateway, { recursive: true });
  assert.match((await quoth.launch('uninstall', '--all', '--yes')).out, /Nothing was installed/);
});

test('uninstall removes what was set up elsewhere also where the data is gone, and leaves no data of its own', async (context) => {
  const { home, env } = installation(context);
  const data = join(home, '.local/share/quoth');
  const quoth = new CommandLine({ ...env, QUOTH_HOME: '', XDG_CACHE_HOME: '', XDG_RUNTIME_DIR: '' });
  context.after(() => quoth.remove());
  assert.equal((await quoth.launch('autostart', 'on')).code, 0);
  assert.equal((await quoth.launch('mcp', 'install', '--client', 'cursor')).code, 0);
  assert.equal((await quoth.launch('stop', '--now')).code, 0);
  rmSync(data, { recursive: true });
  const undone = await quoth.launch('uninstall', '--all', '--yes');
  assert.equal(undone.code, 0, undone.out + undone.errors);
  assert.match(undone.out, /^Removed:\n {2}start at login +\S+quoth\.desktop\n {2}Cursor +\S+mcp\.json\n/);
  assert(!existsSync(join(home, 'config/autostart/quoth.desktop')));
  assert.doesNotMatch(readFileSync(join(home, '.cursor/mcp.json'), 'utf8'), /quoth/);
  assert(!existsSync(data));
  assert.match((await quoth.launch('uninstall')).out, /^Nothing was installed\./);
});
