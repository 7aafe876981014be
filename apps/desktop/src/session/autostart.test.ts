import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import type { Autostart, LaunchCommand } from './autostart.ts';
import { createAutostart, LaunchAgent, WindowsRunKey, XdgAutostart } from './autostart.ts';

/** With everything that an entry has to quote. */
const odd: LaunchCommand = {
  program: '/opt/My "Quoth" & $HOME `x` 100% \\ <b>/quoth',
  args: ['start', '--headless'],
  env: { QUOTH_HOME: '/data/a b' },
};
const plain: LaunchCommand = { program: '/opt/quoth/quoth', args: ['start', '--headless'], env: {} };

async function switchesOnAndOff(autostart: Autostart): Promise<void> {
  assert.equal((await autostart.state()).state, 'off');
  await autostart.switch(false);
  for (let times = 0; times < 2; times++) {
    await autostart.switch(true);
    assert.equal((await autostart.state()).state, 'on');
  }
  await autostart.switch(false);
  assert.equal((await autostart.state()).state, 'off');
}

test('on Linux the entry lies where the desktop looks, and nothing half-written beside it', async () => {
  const home = temporaryFolder();
  const inHome = new XdgAutostart({ home, env: { XDG_CONFIG_HOME: 'relative' } }, plain);
  assert.equal((await inHome.state()).entry, join(home, '.config/autostart/quoth.desktop'));
  const autostart = new XdgAutostart({ home, env: { XDG_CONFIG_HOME: join(home, 'config') } }, plain);
  await switchesOnAndOff(autostart);
  await autostart.switch(true);
  const { entry } = await autostart.state();
  assert.equal(entry, join(home, 'config/autostart/quoth.desktop'));
  assert.deepEqual(readdirSync(dirname(entry)), ['quoth.desktop']);
  assert.equal(statSync(entry).mode & 0o777, 0o600);
  const text = readFileSync(entry, 'utf8');
  assert.match(text, /^\[Desktop Entry\]\nType=Application\n/);
  assert.match(text, /^Exec=\/opt\/quoth\/quoth start --headless$/m);
});

test('an entry that the desktop has switched off is off, and one of another copy is said to be so', async () => {
  const home = temporaryFolder();
  const autostart = new XdgAutostart({ home, env: {} }, plain);
  await autostart.switch(true);
  const { entry } = await autostart.state();
  const text = readFileSync(entry, 'utf8');
  for (const line of ['Hidden=true', 'X-GNOME-Autostart-enabled=false']) {
    writeFileSync(entry, `${text}${line}\n`);
    assert.equal((await autostart.state()).state, 'off', line);
  }
  await new XdgAutostart({ home, env: {} }, { ...plain, program: '/elsewhere/quoth' }).switch(true);
  assert.equal((await autostart.state()).state, 'other-copy');
  await autostart.switch(true);
  assert.equal((await autostart.state()).state, 'on');
});

test('a path with every odd character comes back from the line as it was', async () => {
  const home = temporaryFolder();
  const autostart = new XdgAutostart({ home, env: {} }, odd);
  await switchesOnAndOff(autostart);
  await autostart.switch(true);
  const line = /^Exec=(.*)$/m.exec(readFileSync((await autostart.state()).entry, 'utf8'))?.[1] ?? '';
  // The rules of the specification, read backwards: the string's own escapes, field codes, then quotes as a shell has
  // them.
  const unescaped = line
    .replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
    .replaceAll('%%', '%');
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${unescaped}`], { encoding: 'utf8' }).trimEnd();
  assert.deepEqual(words.split('\n'), ['env', 'QUOTH_HOME=/data/a b', odd.program, ...odd.args]);
});

test('on macOS an agent of launchd is written, with what the launcher leaves behind left alone', async () => {
  const home = temporaryFolder();
  const autostart = new LaunchAgent({ home }, odd);
  await switchesOnAndOff(autostart);
  await autostart.switch(true);
  const { entry } = await autostart.state();
  assert.equal(entry, join(home, 'Library/LaunchAgents/app.quoth.start.plist'));
  const text = readFileSync(entry, 'utf8');
  assert.match(text, /<string>\/opt\/My "Quoth" &amp; \$HOME `x` 100% \\ &lt;b&gt;\/quoth<\/string>/);
  assert.match(text, /<key>QUOTH_HOME<\/key>\s+<string>\/data\/a b<\/string>/);
  for (const name of ['RunAtLoad', 'AbandonProcessGroup']) {
    assert.match(text, new RegExp(`<key>${name}</key>\\s+<true/>`));
  }
  await new LaunchAgent({ home }, plain).switch(true);
  assert.equal((await autostart.state()).state, 'other-copy');
});

/** Answers and ends as Windows' own does; the value lies in a file. */
const REG = `#!/bin/sh
value="$STAND_IN_FOLDER/value"
[ "$2" = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run' ] && [ "$3 $4" = '/v Quoth' ] || exit 2
case "$1" in
  query)
    [ -f "$value" ] || { echo 'ERROR: The system was unable to find the specified registry key or value.' >&2; exit 1; }
    printf '\\r\\nHKEY_CURRENT_USER\\\\Software\\\\Microsoft\\\\Windows\\\\CurrentVersion\\\\Run\\r\\n    Quoth    REG_SZ    %s\\r\\n\\r\\n' "$(cat "$value")" ;;
  add) [ "$5 $6 $7 $9" = '/t REG_SZ /d /f' ] || exit 2; printf '%s' "$8" >"$value" ;;
  delete) [ -f "$value" ] || exit 1; rm "$value" ;;
esac
`;

test('on Windows the Run key holds the command, its paths quoted', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'reg.exe'), REG);
  chmodSync(join(folder, 'reg.exe'), 0o700);
  const env = { PATH: `${folder}:${process.env.PATH}`, STAND_IN_FOLDER: folder };
  const command = { program: 'C:\\Program Files\\node.exe', args: ['C:\\quoth\\bin.ts', 'start'], env: {} };
  const autostart = new WindowsRunKey({ env }, command);
  await switchesOnAndOff(autostart);
  await autostart.switch(true);
  assert.equal(
    readFileSync(join(folder, 'value'), 'utf8'),
    '"C:\\Program Files\\node.exe" C:\\quoth\\bin.ts start',
  );
  await new WindowsRunKey({ env }, plain).switch(true);
  assert.equal((await autostart.state()).state, 'other-copy');
  const without = new WindowsRunKey({ env: { PATH: join(folder, 'none') } }, command);
  await assert.rejects(without.switch(true), { code: 'DESKTOP_UNAVAILABLE' });
});

test('what cannot be written is refused with the path', async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, '.config'), 'a file where a folder is wanted');
  const autostart = new XdgAutostart({ home, env: {} }, plain);
  await assert.rejects(autostart.switch(true), { code: 'DESKTOP_UNAVAILABLE', message: /quoth\.desktop/ });
});

test('each platform has its own, and the entry starts this copy on this data folder', async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, 'data'));
  const of = (platform: NodeJS.Platform) =>
    createAutostart({ platform, home, env: { QUOTH_HOME: 'set' }, dataFolder: join(home, 'data') });
  assert(of('darwin') instanceof LaunchAgent);
  assert(of('win32') instanceof WindowsRunKey);
  const linux = of('linux');
  assert(linux instanceof XdgAutostart);
  await linux.switch(true);
  const [, data, program = ''] =
    /^Exec=env QUOTH_HOME=(\S+) (\S+) start --headless$/m.exec(
      readFileSync((await linux.state()).entry, 'utf8'),
    ) ?? [];
  assert.equal(data, join(home, 'data'));
  assert(existsSync(program), program);
});
