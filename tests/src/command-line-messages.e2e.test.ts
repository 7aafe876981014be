import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { plainText } from '@quoth/contract';
import { CommandLine } from './support/command-line.ts';
import { sample, tinyModel } from './support/running-application.ts';

const openTheWindow = join(
  import.meta.dirname,
  '../../packages/audio/src/fixtures/sentences/03-open-the-window.wav',
);

let quoth: CommandLine;
before(() => {
  quoth = new CommandLine();
});
after(() => quoth.remove());

test('a setting that is a mode takes its name', async () => {
  const { modes } = await quoth.json('modes', 'list');
  const hyper = (modes as { id: string; name: string }[]).find(({ name }) => name === 'Hyper');
  const { settings } = await quoth.json('settings', 'set', 'wyomingMode', 'hyper');
  assert.equal((settings as { wyomingMode: string }).wyomingMode, hyper?.id);
});

test('an edited or a new mode is saved, and a model that is not known is named with its nearest', async () => {
  for (const args of [
    ['modes', 'edit', 'Note', '--model', 'parakeet-tdt-0.6b-v9'],
    ['modes', 'create', 'Other', '--model', 'parakeet-tdt-0.6b-v9'],
  ]) {
    const { code, errors } = await quoth.run(...args);
    assert.equal(code, 0, errors);
    assert.match(
      errors,
      /^Warning: --model: .*"parakeet-tdt-0\.6b-v9".* Did you mean "parakeet-tdt-0\.6b-v3"\?/,
    );
  }
  assert.equal((await quoth.run('modes', 'delete', 'Other')).code, 0);
  assert.equal((await quoth.run('modes', 'edit', 'Notiz', '--model', 'auto')).errors, '');
});

test('a file name is no command to the terminal', async () => {
  const files = ['a\u001b]0;gone\u0007.wav', 'b\u202egpj.wav'].map((name) => quoth.path(name));
  for (const file of files) writeFileSync(file, readFileSync(sample('go-forward')));
  const { out, errors } = await quoth.run('transcribe', '--no-rewrite', ...files);
  assert.match(out, /==> .*a\]0;gone\.wav <==/);
  assert.equal(out + errors, plainText(out + errors));
});

test('messages say what is wrong, in which range, and what to run', async () => {
  const file = sample('go-forward');
  const cases: readonly (readonly [args: readonly string[], code: number, said: RegExp])[] = [
    [['settings', 'set', 'shortcutNextMode', 'a'], 1, /Hold Ctrl, Alt or Super with it/],
    [['settings', 'set', 'shortcutNextMode', 'a+b'], 2, /takes text such as Ctrl\+Alt\+Space, or null/],
    [['settings', 'set', 'wyomingMode', 'none'], 4, /no mode "none".*\nThere are "/],
    [['settings', 'set', 'apiFixedPort', '80'], 2, /whole number from 1024 to 65535, or null, not "80"/],
    [
      ['settings', 'set', 'engineIdleSeconds', 'soon'],
      2,
      /whole number from 0 to 86400.*Seconds after which/,
    ],
    [['dictate', 'answer'], 4, /No program is asking to record\.\n".*quoth dictate status" shows a question/],
    [['transcribe', file, '--engine', 'parakeat'], 4, /Did you mean "parakeet"\?/],
    [
      ['transcribe', file, '--engine', 'foo'],
      4,
      /On this machine: (?!.*\p{Lu}.*Providers).*\bwhisper\b.*Providers: /u,
    ],
    ...['german', 'germn', 'dee', 'Deutsch'].map(
      (written) =>
        [
          ['transcribe', file, '--language', written],
          2,
          new RegExp(`"${written}" is not a language tag\\. Did you mean "de" \\(German\\)\\?`),
        ] as const,
    ),
    [['transcribe', file, '--language', 'espanol'], 2, /Did you mean "es" \(Spanish\)\?/],
    [['transcribe', file, '--language', 'jp'], 2, /Did you mean "ja" \(Japanese\)\?/],
    [
      ['transcribe', file, '--language', 'eo'],
      1,
      /^Error: No speech model supports Esperanto \("eo"\)\.\n.*quoth models languages/,
    ],
    [
      ['transcribe', file, '--language', 'yue'],
      1,
      /^Error: No installed .* Cantonese \("yue"\); .+ does\.\nRun: \S*quoth models download \S+\n$/,
    ],
    [['models', 'list', '--language', 'tlh'], 2, /Klingon.*quoth models languages/],
    [['modes', 'edit', 'Hyper', '--language', 'german'], 2, /Did you mean "de" \(German\)\?/],
    [['modes', 'edit', 'Hyper'], 2, /--english-spelling british\nTo see all of them: .*modes edit --help/],
    [['settings', 'get', 'engineIdel'], 2, /Did you mean "engineIdleSeconds"\?\n.*settings list/],
    [
      ['settings', 'set', 'nosuch', '1'],
      2,
      /^Error: There is no setting "nosuch"\.\nTo see all of them: \S*quoth settings list\n$/,
    ],
    [['transcrib', file], 2, /^Error: unknown command 'transcrib'\n\(Did you mean transcribe\?\)/],
    [['vocabulary', 'remove', 'x'], 2, /'remove'\nTo see what can be given: \S*quoth vocabulary --help\n$/],
    [['models', 'pause'], 2, /'model'\nTo see what can be given: \S*quoth models pause --help\n$/],
    [['completion'], 2, /'shell'\nTo see what can be given: \S*quoth completion --help\n$/],
    [['whatever'], 2, /'whatever'\nTo see what can be given: \S*quoth --help\n$/],
    [['settings', 'set', 'engineIdleSeconds', '"soon"'], 2, /not '"soon"'\./],
    [['transcribe', 'a "b".wav'], 4, /There is no file 'a "b"\.wav'\./],
    [['transcribe', file, '--language', 'xx'], 2, /Examples: "en" \(English\), "de" \(German\)/],
    [['transcribe', file, '--language', 'dx'], 2, /Did you mean "da" \(Danish\), "de" \(German\)\?/],
    [['transcribe', file, '--mode', 'emial'], 4, /Did you mean "Email"\?/],
    [['recordings', 'list', '--limit', '0'], 2, /at least 1/],
    [['models', 'import', '/tmp/quoth-is-not-there/none.gguf'], 4, /no file/],
    // In the data folder, which imports never read: not even whether it exists is reported.
    [['models', 'import', quoth.path('none.gguf')], 1, /belongs to Quoth/],
    // It has no size, and no end.
    [['vocabulary', 'import', '/dev/zero'], 2, /too large for a vocabulary/],
    [['vocabulary', 'import', quoth.path('none.yml')], 2, /cannot be read/],
    [['recordings', 'list', '--since', 'yesterday'], 2, /"yesterday" is not a time\. Examples: 2026-/],
  ];
  for (const [args, code, said] of cases) {
    const ended = await quoth.run(...args);
    assert.deepEqual([ended.code, ended.out], [code, ''], args.join(' '));
    assert.match(ended.errors, said);
    assert.doesNotMatch(ended.errors, /ENOENT|(GET|POST) \//, args.join(' '));
  }
  const languages = await quoth.run('models', 'languages');
  assert.match(
    languages.out,
    /^Tag +Language +Models +Installed\n[\s\S]*^en +English +\d+ +2$[\s\S]*^de +German +\d+ +1$/m,
  );
  const german = (await quoth.json('models', 'list', '--language', 'de')) as {
    models: readonly { readonly languages: readonly string[] }[];
  };
  assert(german.models.length > 5 && german.models.every(({ languages: tags }) => tags.includes('de')));
  assert.equal((await quoth.run('settings', 'set', 'queueWaiting', '"16"')).out, 'queueWaiting is 16.\n');
  assert.equal((await quoth.run('api', 'on')).code, 0);
  assert.equal((await quoth.run('api', 'off')).out, 'The local API is off.\n');
  const { out } = await quoth.run('status');
  assert.match(out, /the token is stored in a file that only you can read\. Nothing needs to be done\./);
  const settings = (await quoth.run('settings', 'list')).out;
  assert.match(
    settings,
    /engineIdleSeconds +300\n +Seconds after which .*\n +Takes a whole number from 0 to 86400; default 300\./,
  );
  assert.match(
    (await quoth.run('modes', 'edit', '--help')).out,
    /Spelling of English;[\s\S]*american, british/,
  );
});

test('entries of the vocabulary are added, changed, listed, exported and deleted by their phrase', async () => {
  const done = async (...args: string[]) => {
    const { code, out, errors } = await quoth.run('vocabulary', ...args);
    assert.equal(code, 0, errors);
    return out;
  };
  assert.match(await done('list'), /^The vocabulary is empty\. .*quoth vocabulary add/);
  assert.equal(await done('add', 'kwoth => Quoth'), 'Added "kwoth" (replacement).\n');
  assert.match(await done('list'), /^kwoth +replacement +Quoth$/m);
  assert.equal(await done('add', 'Kubernetes', '--languages', 'en, de'), 'Added "Kubernetes" (word).\n');
  assert.match(await done('add', 'my sign off', 'Best regards,\nAnna'), /\(snippet\)/);
  assert.match(await done('list'), /^Kubernetes +word +en, de$/m);
  assert.match(await done('list'), /^my sign off +snippet +Best regards, …/m);
  assert.equal(
    await done('edit', 'KUBERNETES', '--written', 'k8s', '--languages', '', '--modes', 'Email'),
    'Changed "Kubernetes".\n',
  );
  const { modes } = (await quoth.json('modes', 'list')) as { modes: { id: string; name: string }[] };
  const email = modes.find(({ name }) => name === 'Email');
  assert(email);
  const { entries } = (await quoth.json('vocabulary', 'list')) as { entries: Record<string, unknown>[] };
  const { written, languages, modes: only } = entries.find(({ phrase }) => phrase === 'Kubernetes') ?? {};
  assert.deepEqual([written, languages, only], ['k8s', [], [email.id]]);
  assert.match(await done('export'), /^Kubernetes,k8s,/m);
  assert.match(await done('export', '--format', 'yml'), /k8s/);
  const refused: readonly (readonly [args: readonly string[], said: RegExp])[] = [
    [['edit', 'Kubernetes'], /--written, --languages or --modes/],
    [['edit', 'Kubernetes', '--modes', 'Emial'], /no mode "Emial"/],
    [['export', '--format', 'doc'], /--format takes one of csv, /],
    [['delete', 'kuber'], /no entry "kuber"/],
  ];
  for (const [args, said] of refused) {
    const { code, out, errors } = await quoth.run('vocabulary', ...args);
    assert.deepEqual([code, out], [2, ''], args.join(' '));
    assert.match(errors, said);
  }
  for (const phrase of ['kwoth', 'kubernetes', 'my sign off'])
    assert.equal(await done('delete', phrase), `Deleted "${phrase}".\n`);
  assert.match(await done('list'), /^The vocabulary is empty/);
});

test('a server in the house is called by http only with --allow-unencrypted', async () => {
  const add = (host: string, ...more: string[]) =>
    quoth.run('providers', 'add-endpoint', `http://${host}:9/v1`, '--id', 'house', ...more);
  const unasked = await add('192.168.7.7');
  assert.notEqual(unasked.code, 0);
  assert.match(unasked.errors, /is not encrypted: allow that with --allow-unencrypted/);
  assert.notEqual((await add('93.184.216.34', '--allow-unencrypted')).code, 0, 'nor elsewhere');
  assert.doesNotMatch((await quoth.run('providers', 'list')).out, /\bhouse\b/);
  const allowed = await add('192.168.7.7', '--allow-unencrypted');
  assert.match(allowed.out, /^Added .*\(house\) at http:\/\/192\.168\.7\.7:9\/v1\./, allowed.errors);
  assert.equal((await quoth.run('providers', 'remove-endpoint', 'house')).code, 0);
  assert.match((await quoth.run('providers', 'add-endpoint', '--help')).out, /can be read and changed/);
});

test('a data folder that cannot be is reported at once, with the way out', async () => {
  const file = quoth.path('a-file');
  writeFileSync(file, '');
  const places = [
    ['/proc/quoth', /no folder can be created there/],
    ['/proc/1/fd/quoth/data', /cannot be used/],
    [file, /a file is in its place/],
    [join(file, 'data'), /a part of its path is a file/],
  ] as const;
  const tried = places.flatMap(([place, why]) =>
    [
      ['models', 'list'],
      ['start', '--headless'],
      ['transcribe', sample('go-forward')],
    ].map(async (args) => {
      const elsewhere = new CommandLine({ QUOTH_HOME: place });
      const { code, out, errors } = await elsewhere.run(...args);
      assert.deepEqual([code, out], [3, ''], `${place}: ${errors}`);
      assert.match(errors, why);
      assert.match(errors, /Set QUOTH_HOME to a folder/);
      assert.doesNotMatch(errors, /EN\w+|mkdir|open '/);
    }),
  );
  await Promise.all(tried);
  const linked = quoth.path('linked');
  mkdirSync(linked, { mode: 0o700 });
  symlinkSync(quoth.path('.'), join(linked, 'spool'));
  const { code, errors } = await new CommandLine({ QUOTH_HOME: linked }).run('start', '--headless');
  assert.equal(code, 3);
  assert.match(errors, /spool is a link to another folder.*\nRemove the link, then start Quoth again/);
  const doctor = await new CommandLine({ QUOTH_HOME: '/proc/quoth' }).run('doctor');
  assert.match(doctor.out, /missing +Application: .*cannot be used.*\n +fix: Set QUOTH_HOME/);
});

test('a folder that other users share is refused by every command, and left as it is', async () => {
  const shared = quoth.path('shared');
  mkdirSync(shared);
  writeFileSync(join(shared, 'of-others.txt'), '');
  chmodSync(shared, 0o1777);
  for (const args of [
    ['start', '--headless'],
    ['transcribe', sample('go-forward')],
  ]) {
    const { code, out, errors } = await new CommandLine({ QUOTH_HOME: shared }).run(...args);
    assert.deepEqual([code, out], [3, ''], errors);
    assert.match(errors, /users of this machine share\.\n.*Set QUOTH_HOME to a new or empty/);
  }
  assert.equal(statSync(shared).mode & 0o7777, 0o1777);
  assert.deepEqual(readdirSync(shared), ['of-others.txt']);
});

test('what has ended is not cancelled in silence, and one recording is one', async () => {
  await quoth.run('transcribe', sample('go-forward'));
  const { recordings } = (await quoth.json('recordings', 'list')) as {
    recordings: readonly { readonly id: string }[];
  };
  const id = recordings[0]?.id.slice(0, 8) ?? '';
  const cancelled = await quoth.run('recordings', 'cancel', id);
  assert.deepEqual([cancelled.code, cancelled.out], [1, '']);
  assert.match(cancelled.errors, new RegExp(`nothing to cancel: ${id} is completed already\\.`));
  await quoth.run('recordings', 'delete', id);
  const refused = await quoth.run('recordings', 'purge');
  assert.match(refused.errors, /: 1 recording would be deleted/);
  assert.equal((await quoth.run('recordings', 'purge', '--yes')).out, 'Deleted 1 recording permanently.\n');
});

test('a normal end is one line of the log that looks like one', async () => {
  await quoth.run('transcribe', sample('go-forward'));
  await quoth.run('stop');
  assert.deepEqual(await quoth.run('status'), {
    code: 3,
    out: 'Quoth is not running. Start it with "./quoth start".\n',
    errors: '',
  });
  const log = readFileSync(join(quoth.home, 'logs', 'quoth.log'), 'utf8');
  assert.doesNotMatch(log, /SIGKILL/);
  assert.match(log, /An engine host was stopped, as requested\./);
});

test('wma and its like are transcribed, and a film without sound is not called damaged', async () => {
  const make = (name: string, ...args: readonly string[]) => {
    const path = quoth.path(name);
    execFileSync('ffmpeg', ['-nostdin', '-loglevel', 'error', ...args, path]);
    return path;
  };
  const from = (...codec: readonly string[]) => ['-i', openTheWindow, ...codec];
  const files = [
    make('talk.wma', ...from('-c:a', 'wmav2')),
    make('talk.avi', ...from()),
    make('talk.caf', ...from()),
    make('talk.au', ...from()),
    make('talk.wv', ...from()),
    make('talk.ts', ...from()),
    make('talk.mpg', ...from()),
    make('talk.flv', ...from('-ar', '22050')),
    make('talk.ac3', ...from()),
    make('talk-44.ac3', ...from('-ar', '44100', '-b:a', '96k')),
    make('talk.eac3', ...from()),
    make('talk.dts', ...from('-strict', '-2', '-c:a', 'dca', '-ar', '48000', '-ac', '2')),
    make('talk.tta', ...from()),
    make('talk.w64', ...from()),
    make('talk.rm', ...from()),
  ];
  await quoth.run('models', 'import', tinyModel);
  const { code, out, errors } = await quoth.run('transcribe', '--model', 'quoth-test-en', ...files);
  assert.equal(code, 0, errors);
  assert.equal(out.match(/open the window/gi)?.length, files.length, out);
  const film = make('film.mp4', '-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64', '-an');
  const silent = await quoth.run('transcribe', film);
  assert.equal(silent.code, 1);
  assert.match(silent.errors, /no sound/);
  assert.doesNotMatch(silent.errors, /damaged/);
});

test('where the shell does not find quoth, no line tells one to type it', async () => {
  const commands = [...(await quoth.run('--help')).out.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name);
  const helps = commands.filter((name) => /^[a-z]{3,}$/.test(name) && name !== 'completion');
  assert.ok(helps.length > 15, helps.join());
  const bare = new RegExp(`(^|["'\`\\s(])quoth (\\[|(${helps.join('|')}|completion)\\b)`, 'm');
  const file = sample('go-forward');
  const lines: readonly (readonly string[])[] = [
    ['--help'],
    ...helps.map((name) => [name, '--help']),
    ...[
      'models download',
      'modes edit',
      'recordings list',
      'api token',
      'providers set-key',
      'dictate start',
    ].map((name) => [...name.split(' '), '--help']),
    ['status'],
    ['doctor'],
    ['api', 'status'],
    ['models', 'list'],
    ['models', 'list', '--all'],
    ['models', 'download', 'none'],
    ['providers', 'list'],
    ['providers', 'test', 'openai'],
    ['providers', 'add-endpoint', 'http://127.0.0.1:9/v1', '--id', 'nobody'],
    ['modes', 'create'],
    ['recordings', 'show', 'ffff'],
    ['recordings', 'delete', 'ffff'],
    ['rewrite', 'a text'],
    ['transcribe', file, '--preset', 'email'],
    ['transcribe', file, '--model', 'whisper-large-v3'],
    ['transcribe', 'none.wav'],
    ['record', '--device', 'none'],
    ['dictate', 'stop'],
    ['stop'],
    ['stop', '--wait'],
    ['mcp', 'install', '--client', 'none'],
  ];
  for (const args of lines) {
    const { out, errors } = await quoth.run(...args);
    assert.doesNotMatch(`${out}${errors}`, bare, args.join(' '));
  }
});
