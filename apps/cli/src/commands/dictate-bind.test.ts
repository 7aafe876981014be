import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { createEnvironment, runCli } from '../main.ts';

/** Stands in for GNOME's `gsettings`: keeps what is set in a file, and has one key of the desktop's own. */
const gsettings = `#!${process.execPath}
const fs = require('node:fs');
const file = process.env.STORE;
const all = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
const [verb, schema, key, value] = process.argv.slice(2);
const name = schema + ' ' + key;
if (verb === 'get') console.log(all[name] ?? (key.startsWith('custom-') ? '@as []' : "''"));
else if (verb === 'set') all[name] = value;
else if (verb === 'reset') delete all[name];
else if (verb === 'reset-recursively') { for (const one of Object.keys(all)) if (one.startsWith(schema + ' ')) delete all[one]; }
else if (verb === 'list-schemas') console.log('org.gnome.desktop.wm.keybindings');
else if (verb === 'list-recursively') console.log(schema + " close ['<Alt>F4', '<Primary><Alt>q']");
else process.exit(1);
fs.writeFileSync(file, JSON.stringify(all));
`;

/** Stands in for Xfce's `xfconf-query`. */
const xfconf = `#!${process.execPath}
const fs = require('node:fs');
const file = process.env.STORE;
const all = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
const [flag, channel, verb, name, ...rest] = process.argv.slice(2);
if (flag !== '-c' || channel !== 'xfce4-keyboard-shortcuts') process.exit(1);
if (verb === '-l') for (const [key, value] of Object.entries(all)) console.log(key.padEnd(50) + value);
else if (rest[0] === '-r') delete all[name];
else if (rest.slice(0, 4).join(' ') === '-n -t string -s') all[name] = rest[4];
else process.exit(1);
fs.writeFileSync(file, JSON.stringify(all));
`;

/** `folders`: variables that name a folder in the home. */
function machine(folders: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  const write = (path: string, text: string | Buffer, mode = 0o644) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text, { mode });
  };
  write('bin/gsettings', gsettings, 0o700);
  write('bin/xfconf-query', xfconf, 0o700);
  /** What `atQuestion` does happens while the question waits, which is then answered with yes. */
  const runWith = async (atQuestion: (() => void) | undefined, ...argv: string[]) => {
    let out = '';
    let err = '';
    const stdin = new PassThrough();
    const environment = createEnvironment({
      config: {
        dataFolder: join(home, 'data'),
        color: false,
        applicationMain: '/none',
        simulatorMain: '/none',
        referencePage: '/none',
        builder: '/none',
        program: 'quoth',
        launcher: '/none',
        home,
        cwd: home,
        platform: 'linux',
        env: {
          PATH: join(home, 'bin'),
          STORE: join(home, 'store.json'),
          XDG_CONFIG_DIRS: join(home, 'system'),
          ...Object.fromEntries(Object.entries(folders).map(([name, path]) => [name, join(home, path)])),
        },
      },
      ...(atQuestion && {
        pipes: { stdin: Object.assign(stdin, { isTTY: true }), stdout: new PassThrough() },
      }),
      stdout: { write: (text) => (out += String(text)) },
      stderr: {
        isTTY: atQuestion !== undefined,
        write: (text) => {
          err += String(text);
          if (!String(text).endsWith('[y/N] ')) return;
          atQuestion?.();
          stdin.write('y\n');
        },
      },
      signal: new AbortController().signal,
    });
    const code = await runCli(['dictate', 'bind', ...argv], environment);
    return { code, out, err };
  };
  const run = (...argv: string[]) => runWith(undefined, ...argv);
  /** Every file with what it holds, but for what the stand-ins are. */
  const files = () =>
    Object.fromEntries(
      readdirSync(home, { recursive: true, encoding: 'utf8' })
        .filter((path) => statSync(join(home, path)).isFile() && !path.startsWith('bin/'))
        .map((path) => [path, readFileSync(join(home, path), 'latin1')]),
    );
  const read = (path: string) => readFileSync(join(home, path), 'utf8');
  return { home, write, run, runWith, files, read };
}

for (const [desktop, config, own, bound, included] of [
  [
    'sway',
    '.config/sway/config',
    '.config/sway/quoth-dictation.conf',
    'bindsym Ctrl+Mod1+space exec %',
    'include %',
  ],
  [
    'i3',
    '.i3/config',
    '.i3/quoth-dictation.conf',
    'bindsym Ctrl+Mod1+space exec --no-startup-id %',
    'include %',
  ],
  [
    'hyprland',
    '.config/hypr/hyprland.conf',
    '.config/hypr/quoth-dictation.conf',
    'bind = CTRL ALT, space, exec, %',
    'source = %',
  ],
  [
    'river',
    '.config/river/init',
    '.config/river/quoth-dictation.conf',
    'riverctl map normal Control+Alt space spawn %',
    '. %',
  ],
  [
    'niri',
    '.config/niri/config.kdl',
    '.config/niri/quoth-dictation.conf',
    'binds { Ctrl+Alt+space repeat=false { spawn "%"; }; }',
    'include "%" // Written by "quoth dictate bind".',
  ],
] as const) {
  test(`${desktop}: a file of our own and one line; asked first, and taken back byte for byte`, async () => {
    const { home, write, run, files, read } = machine();
    assert.equal((await run('--desktop', desktop, '--yes')).code, 2, 'no config of theirs is made up');
    // Without a line end, and behind a link.
    write('dotfiles/config', '# theirs');
    mkdirSync(dirname(join(home, config)), { recursive: true });
    symlinkSync(join(home, 'dotfiles/config'), join(home, config));
    const before = files();
    const shown = await run('--desktop', desktop, '--print');
    assert.equal(shown.code, 0, shown.err);
    assert(shown.out.includes(join(home, config)));
    const unasked = await run('--desktop', desktop);
    assert.equal(unasked.code, 2);
    assert.match(unasked.err, /Nothing was changed/);
    assert.deepEqual(files(), before);
    const done = await run('--desktop', desktop, '--yes');
    assert.equal(done.code, 0, done.err);
    assert(read(own).endsWith(`\n${bound.replace('%', join(home, 'data', 'dictate-toggle'))}\n`), read(own));
    const theirs = read('dotfiles/config');
    assert(theirs.endsWith(`\n${included.replace('%', join(home, own))}\n`), `the link stays: ${theirs}`);
    assert.equal(read(`${config}.before-quoth`), '# theirs');
    assert.equal(statSync(join(home, 'data', 'dictate-toggle')).mode & 0o777, 0o700);
    assert.equal((await run('Super+D', '--desktop', desktop, '--yes')).code, 2, 'one at a time');
    const undone = await run('--undo', '--yes');
    assert.equal(undone.code, 0, undone.err);
    assert.deepEqual(files(), before);
    // A kill between the copy of their file and the change to it.
    assert.equal((await run('--desktop', desktop, '--yes')).code, 0);
    write('dotfiles/config', '# theirs');
    assert.equal((await run('--undo', '--yes')).code, 0);
    assert.deepEqual(files(), before);
  });
}

test('niri: a version that would refuse its whole configuration for our line is left alone', async () => {
  const { write, run, files } = machine();
  write('.config/niri/config.kdl', '// theirs\n');
  const before = files();
  write('bin/niri', '#!/bin/sh\necho "niri 25.08 (01be0e6)"\n', 0o700);
  const old = await run('--desktop', 'niri', '--yes');
  assert.equal(old.code, 2);
  assert.match(old.err, /niri 25\.08 knows no "include"[\s\S]*binds: Ctrl\+Alt\+space \{ spawn "quoth"/);
  assert.deepEqual(files(), before);
  write('bin/niri', '#!/bin/sh\necho "niri 25.11 (b35bcae)"\n', 0o700);
  assert.equal((await run('--desktop', 'niri', '--yes')).code, 0);
});

test('Wayfire: one more section in their file, taken back byte for byte', async () => {
  const { home, write, run, files, read } = machine();
  assert.equal((await run('--desktop', 'wayfire', '--yes')).code, 2, 'no config of theirs is made up');
  write(
    '.config/wayfire.ini',
    '[command]\nbinding_menu = <super> KEY_D | <ctrl> <alt> KEY_M\n#b = <alt> KEY_X',
  );
  const before = files();
  for (const keys of ['Super+D', 'Ctrl+Alt+M'])
    assert.match((await run(keys, '--desktop', 'wayfire', '--yes')).err, /is taken already/);
  assert.equal((await run('Alt+X', '--desktop', 'wayfire', '--yes')).code, 0, 'a comment takes no keys');
  assert.equal((await run('--undo', '--yes')).code, 0);
  assert.equal((await run('--desktop', 'wayfire', '--yes')).code, 0);
  const command = join(home, 'data', 'dictate-toggle');
  assert(
    read('.config/wayfire.ini').endsWith(
      `[command]\nbinding_quoth = <ctrl> <alt> KEY_SPACE\ncommand_quoth = ${command}\n`,
    ),
  );
  assert.equal((await run('--undo', '--yes')).code, 0);
  assert.deepEqual(files(), before);
});

test('river: nothing is added to a script that ends with another program', async () => {
  const { write, run, files } = machine();
  write('.config/river/init', '#!/bin/sh\nriverctl spawn foot\nexec rivertile\n');
  const before = files();
  assert.match((await run('--desktop', 'river', '--yes')).err, /ends with "exec"/);
  assert.deepEqual(files(), before);
});

test('Cinnamon: beside the custom shortcuts that are there, and gone again', async () => {
  const { home, write, run, read } = machine();
  const list = 'org.cinnamon.desktop.keybindings';
  const folder = '/org/cinnamon/desktop/keybindings/custom-keybindings';
  const theirs = {
    [`${list} custom-list`]: "['custom0']",
    [`${list}.custom-keybinding:${folder}/custom0/ binding`]: "['<Super>t', 'XF86Calculator']",
    [`${list}.custom-keybinding:${folder}/custom0/ name`]: "'Terminal'",
  };
  write('store.json', JSON.stringify(theirs));
  assert.match((await run('Super+T', '--desktop', 'cinnamon', '--yes')).err, /Terminal/);
  assert.equal((await run('--desktop', 'cinnamon', '--yes')).code, 0);
  const set = JSON.parse(read('store.json'));
  assert.equal(set[`${list} custom-list`], "['custom0', 'custom900']");
  const ours = `${list}.custom-keybinding:${folder}/custom900/`;
  assert.equal(set[`${ours} binding`], "['<Control><Alt>space']");
  assert.equal(set[`${ours} command`], `'${join(home, 'data', 'dictate-toggle')}'`);
  assert.equal((await run('--undo', '--yes')).code, 0);
  assert.deepEqual(JSON.parse(read('store.json')), theirs);
});

test('labwc: one section in their file, or a file of our own that keeps its keys', async () => {
  const { home, write, run, files, read } = machine();
  const path = '.config/labwc/rc.xml';
  const command = join(home, 'data', 'dictate-toggle');
  assert.equal((await run('--desktop', 'labwc', '--yes')).code, 0);
  const bound = `<keybind key="C-A-space"><action name="Execute" command="${command}" /></keybind></keyboard>`;
  assert(read(path).includes(`<keyboard><default /> ${bound}`), read(path));
  assert.equal((await run('--undo', '--yes')).code, 0);
  assert.deepEqual(files(), {});
  const theirs =
    '<labwc_config>\n<keyboard>\n<keybind key="W-d"><action name="Close"/></keybind>\n</keyboard>\n</labwc_config>';
  write(path, theirs);
  assert.match((await run('Super+D', '--desktop', 'labwc', '--yes')).err, /is taken already/);
  assert.equal((await run('--desktop', 'labwc', '--yes')).code, 0);
  assert(read(path).endsWith(`<keyboard>${bound}\n</labwc_config>`), read(path));
  assert.equal((await run('--undo', '--yes')).code, 0);
  assert.deepEqual(files(), { [path]: theirs });
});

test('labwc: its own keys stay where a keybind is only a comment, and are not bound again', async () => {
  const { write, run, files, read } = machine();
  const path = '.config/labwc/rc.xml';
  const theirs = '<labwc_config>\n<!-- <keybind key="W-x"/> -->\n</labwc_config>\n';
  write(path, theirs);
  assert.match((await run('Alt+Tab', '--desktop', 'labwc', '--yes')).err, /is taken already/);
  assert.equal((await run('Super+X', '--desktop', 'labwc', '--yes')).code, 0);
  assert(read(path).includes('<keyboard><default /> <keybind key="W-x">'), read(path));
  assert.equal((await run('--undo', '--yes')).code, 0);
  assert.deepEqual(files(), { [path]: theirs });
  write(path, '<labwc_config><keyboard><default/><keybind key = "W-d"/></keyboard></labwc_config>');
  for (const keys of ['Super+D', 'Alt+F4'])
    assert.match((await run(keys, '--desktop', 'labwc', '--yes')).err, /is taken already/);
  const without =
    '<labwc_config><keyboard><keybind key="W-d"/></keyboard><mouse><default/></mouse></labwc_config>';
  write(path, without);
  assert.equal((await run('Alt+F4', '--desktop', 'labwc', '--yes')).code, 0, 'labwc leaves out its own');
});

test("labwc: the system's file is not replaced, nor one written into that does not end with its root", async () => {
  const { write, run, runWith, files, read } = machine();
  write('system/labwc/rc.xml', '<labwc_config/>');
  const none = await run('--desktop', 'labwc', '--yes');
  assert.equal(none.code, 2);
  assert.match(none.err, /copy .*system\/labwc\/rc\.xml there first/);
  const path = '.config/labwc/rc.xml';
  write(path, '<labwc_config>\n</labwc_config>\n<!-- </labwc_config> of old -->\n');
  const before = files();
  assert.equal((await run('--desktop', 'labwc', '--yes')).code, 2);
  assert.deepEqual(files(), before);
  write(path, '<labwc_config>\n</labwc_config>\n');
  const changed = await runWith(() => write(path, 'half a file'), '--desktop', 'labwc');
  assert.equal(changed.code, 2);
  assert.match(changed.err, /was changed meanwhile/);
  assert.equal(read(path), 'half a file');
  assert.equal((await run('--undo', '--yes')).code, 0);
  assert.deepEqual(Object.keys(files()).sort(), [path, 'system/labwc/rc.xml']);
});

for (const [desktop, path, head, tail] of [
  [
    'labwc',
    '.config/labwc/rc.xml',
    '<?xml version="1.0" encoding="ISO-8859-1"?><labwc_config>',
    '</labwc_config>',
  ],
  ['sway', '.config/sway/config', '# ', ''],
] as const) {
  test(`${desktop}: a file in another encoding keeps its bytes, and comes back the same`, async () => {
    const { home, write, run, files } = machine();
    write(path, Buffer.from(`${head}<!-- Büro -->${tail}`, 'latin1'));
    const before = files();
    assert.equal((await run('--desktop', desktop, '--yes')).code, 0);
    assert(readFileSync(join(home, path), 'latin1').includes('Büro'));
    assert.equal((await run('--undo', '--yes')).code, 0);
    assert.deepEqual(files(), before);
  });
}

for (const [desktop, path] of [
  ['sway', '.config/sway/config'],
  ['labwc', '.config/labwc/rc.xml'],
  ['kde', '.config/kglobalshortcutsrc'],
] as const)
  test(`${desktop}: a configuration that never ends is refused, and nothing is changed`, async () => {
    const { home, run } = machine();
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync('/dev/zero', join(home, path));
    const { code, err } = await run('--desktop', desktop, '--yes');
    assert.equal(code, 2);
    assert.match(err, /not an ordinary file.*Nothing was changed/);
    assert(!existsSync(join(home, '.config/sway/quoth-dictation.conf')));
  });

test("i3: its older place is in the user's folder, wherever configurations are", async () => {
  const { home, write, run, read } = machine({ XDG_CONFIG_HOME: 'elsewhere/settings' });
  write('.i3/config', '# theirs\n');
  const done = await run('--desktop', 'i3', '--yes');
  assert.equal(done.code, 0, done.err);
  assert(read('.i3/config').includes(`include ${join(home, '.i3/quoth-dictation.conf')}`));
});

test('what somebody else has bound is never overwritten, also through a variable or an included file', async () => {
  const { home, write, run, files } = machine();
  write('.config/sway/config', 'set $mod Mod4\ninclude more/*.conf\nbindsym --release $mod+d exec menu\n');
  write('.config/sway/more/a.conf', 'bindsym Control+Alt+space exec other\n');
  write(
    '.config/river/init',
    'mod="Super"\n. ~/keys\nriverctl map -repeat normal "$mod+Shift" D spawn menu\n',
  );
  write('keys', 'riverctl map normal Control+Alt space spawn other\n');
  write(
    '.config/hypr/hyprland.conf',
    '$mainMod = SUPER\nbind = $mainMod SHIFT, D, exec, menu\nbind = SUPER_ALT, Page_Up, exec, up\n',
  );
  write(
    '.config/niri/config.kdl',
    'input { keyboard { numlock; }; }\ninclude "more.kdl"\nbinds {\n  Mod+D hotkey-overlay-title="Menu" { spawn "menu"; }\n  // Alt+X { quit; }\n}\n',
  );
  write('.config/niri/more.kdl', 'binds { Mod+Q { close-window; }; Alt+Control+SPACE { quit; }; }\n');
  write('.config/kglobalshortcutsrc', '[kwin]\nOverview=Meta+D\\tMeta+W,none,Overview\n');
  const before = files();
  for (const [keys, desktop] of [
    ['Super+D', 'sway'],
    ['Ctrl+Alt+Space', 'sway'],
    ['Shift+Super+D', 'hyprland'],
    ['Alt+Super+PageUp', 'hyprland'],
    ['Shift+Super+D', 'river'],
    ['Ctrl+Alt+Space', 'river'],
    ['Super+D', 'niri'],
    ['Ctrl+Alt+Space', 'niri'],
    ['Super+Q', 'niri'],
    ['Super+D', 'kde'],
    ['Ctrl+Alt+Q', 'gnome'],
  ] as const) {
    const { code, err } = await run(keys, '--desktop', desktop, '--yes');
    assert.equal(code, 2, `${keys} ${desktop}`);
    assert.match(err, /is taken already/);
  }
  rmSync(join(home, 'store.json'), { force: true });
  assert.deepEqual(files(), before);
  assert.equal((await run('Alt+X', '--desktop', 'niri', '--print')).code, 0, 'a comment takes no keys');
  assert.match((await run()).err, /COSMIC.*"quoth dictate toggle"/, 'what cannot be told is named');
  for (const wrong of ['Nonsense', 'ControlRight'])
    assert.equal((await run(wrong, '--desktop', 'kde')).code, 2);
});

test('GNOME: beside the custom shortcuts that are there, and gone again', async () => {
  const { home, write, run, read } = machine();
  const media = 'org.gnome.settings-daemon.plugins.media-keys';
  const folder = '/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings';
  const theirs = {
    [`${media} custom-keybindings`]: `['${folder}/custom0/']`,
    [`${media}.custom-keybinding:${folder}/custom0/ binding`]: "'<Super>t'",
    [`${media}.custom-keybinding:${folder}/custom0/ name`]: "'Terminal'",
  };
  write('store.json', JSON.stringify(theirs));
  const taken = await run('Super+T', '--desktop', 'gnome', '--yes');
  assert.match(taken.err, /Terminal/);
  const done = await run('--desktop', 'gnome', '--yes');
  assert.equal(done.code, 0, done.err);
  const set = JSON.parse(read('store.json'));
  assert.equal(set[`${media} custom-keybindings`], `['${folder}/custom0/', '${folder}/quoth/']`);
  assert.equal(set[`${media}.custom-keybinding:${folder}/quoth/ binding`], "'<Control><Alt>space'");
  assert.equal(
    set[`${media}.custom-keybinding:${folder}/quoth/ command`],
    `'${join(home, 'data', 'dictate-toggle')}'`,
  );
  assert.equal((await run('--undo', '--yes')).code, 0);
  assert.deepEqual(JSON.parse(read('store.json')), theirs);
});

test('Xfce: one more shortcut, and gone again, unless another command has the keys by then', async () => {
  const { home, write, run, read } = machine();
  const theirs = {
    '/commands/custom/<Super>t': 'xfce4-terminal',
    '/commands/default/<Primary><Alt>space': 'what was delivered and is not in use',
    '/xfwm4/custom/<Alt>F4': 'close_window_key',
  };
  write('store.json', JSON.stringify(theirs));
  for (const keys of ['Super+T', 'Alt+F4'])
    assert.match((await run(keys, '--desktop', 'xfce', '--yes')).err, /is taken already/);
  const done = await run('--desktop', 'xfce', '--yes');
  assert.equal(done.code, 0, done.err);
  const ours = '/commands/custom/<Primary><Alt>space';
  assert.deepEqual(JSON.parse(read('store.json')), {
    ...theirs,
    [ours]: join(home, 'data', 'dictate-toggle'),
  });
  assert.equal((await run('--undo', '--yes')).code, 0);
  assert.deepEqual(JSON.parse(read('store.json')), theirs);
  await run('--desktop', 'xfce', '--yes');
  write('store.json', JSON.stringify({ ...theirs, [ours]: 'another' }));
  assert.equal((await run('--undo', '--yes')).code, 0);
  assert.equal(JSON.parse(read('store.json'))[ours], 'another');
});

test('KDE: one file of our own; what was changed meanwhile is left and said', async () => {
  const { home, run, read, write, files } = machine();
  const path = '.local/share/kglobalaccel/quoth-dictation.desktop';
  assert.equal((await run('Super+D', '--desktop', 'kde', '--yes')).code, 0);
  assert.match(read(path), /^X-KDE-Shortcuts=Meta\+D$/m);
  assert.equal((await run('--undo', '--yes')).code, 0);
  assert.deepEqual(files(), {});
  await run('Super+D', '--desktop', 'kde', '--yes');
  write(path, 'theirs now');
  const { out } = await run('--undo', '--yes');
  assert.match(out, /changed meanwhile/);
  assert(existsSync(join(home, path)));
});
