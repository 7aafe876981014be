import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandLine, launcher } from './support/command-line.ts';
import { repeated, sample, tinyModel, until } from './support/running-application.ts';

let quoth: CommandLine;
before(() => {
  quoth = new CommandLine();
});
after(() => quoth.remove());

const two = [sample('go-forward'), sample('best-of-times')];

test('audio from a pipe', async () => {
  const { code, out } = await quoth.begin(['transcribe', '-'], readFileSync(sample('go-forward'))).ended;
  assert.deepEqual([code, out], [0, 'Go forward to the old garden.\n']);
});

test('several files: headings in text, one JSON object a line, captions never joined', async () => {
  const bad = quoth.path('bad.wav');
  writeFileSync(bad, 'no audio at all');
  const text = await quoth.run('transcribe', ...two);
  assert.match(
    text.out,
    /^==> go-forward\.wav <==\nGo forward to the old garden.\n\n==> best-of-times\.wav <==\nIt was the best/,
  );
  for (const flags of [['--json'], ['--format', 'json']]) {
    const { code, out, errors } = await quoth.run('transcribe', two[0] ?? '', bad, two[1] ?? '', ...flags);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { ok: boolean; file: string; error?: { code: string } });
    assert.deepEqual(
      lines.map(({ ok, file }) => [ok, file]),
      [
        [true, two[0]],
        [false, bad],
        [true, two[1]],
      ],
    );
    assert.deepEqual([code, lines[1]?.error?.code], [1, 'AUDIO_DECODE_FAILED']);
    assert.match(errors, /bad\.wav/);
  }
  const captions = await quoth.run('transcribe', ...two, '--format', 'srt');
  assert.deepEqual([captions.code, captions.out], [2, '']);
  assert.match(captions.errors, /--output/);
});

test('an output is never overwritten unasked, and no folder is made by a typing error', async () => {
  const output = quoth.path('talk.txt');
  writeFileSync(output, 'precious');
  const refused = await quoth.run('transcribe', two[0] ?? '', '--output', output);
  assert.deepEqual([refused.code, readFileSync(output, 'utf8')], [2, 'precious']);
  assert.match(refused.errors, /--force/);
  assert.equal((await quoth.run('transcribe', two[0] ?? '', '--output', output, '--force')).code, 0);
  assert.equal(readFileSync(output, 'utf8'), 'Go forward to the old garden.\n');
  for (const typo of [`${quoth.path('textz')}/`, quoth.path('textz', 'talk.txt')]) {
    const { code, errors } = await quoth.run('transcribe', two[0] ?? '', '--output', typo);
    assert.deepEqual(
      [code, /no folder/.test(errors), existsSync(quoth.path('textz'))],
      [2, true, false],
      errors,
    );
  }
  const folder = quoth.path('captions');
  mkdirSync(folder);
  assert.equal((await quoth.run('transcribe', ...two, '--format', 'srt', '--output', folder)).code, 0);
  assert.deepEqual(readdirSync(folder).sort(), ['best-of-times.srt', 'go-forward.srt']);
  const exported = await quoth.run('recordings', 'list', '--limit', '1', '--json');
  const [{ id } = { id: '' }] = (JSON.parse(exported.out) as { recordings: { id: string }[] }).recordings;
  const gone = await quoth.run('recordings', 'export', id, '--output', quoth.path('none', 'a.srt'));
  assert.deepEqual([gone.code, /ENOENT/.test(gone.errors)], [2, false]);
  assert.equal(
    (await quoth.run('recordings', 'export', id, '--format', 'audio', '--output', quoth.path('a.wav'))).code,
    0,
  );
  assert.equal(readFileSync(quoth.path('a.wav')).subarray(0, 4).toString(), 'RIFF');
});

test('at a terminal the question is asked, and the answer counts', async () => {
  const output = quoth.path('asked.txt');
  for (const [answer, left] of [
    ['n', 'precious'],
    ['y', 'Go forward to the old garden.\n'],
  ] as const) {
    writeFileSync(output, 'precious');
    const asked = quoth.atTerminal(`transcribe '${two[0]}' --output '${output}'`);
    asked.type(`${answer}\n`);
    await asked.ended;
    assert.match(asked.shown(), /Overwrite it\?/);
    assert.equal(readFileSync(output, 'utf8'), left);
  }
});

test('--no-save keeps nothing, --save keeps it whatever the setting says', async () => {
  const count = async () => ((await quoth.json('recordings', 'list')) as { total: number }).total;
  const before = await count();
  await quoth.run('transcribe', two[0] ?? '', '--no-save');
  const captions = ['--format', 'srt', '--vocabulary', 'old => OLD', '--no-save'];
  assert.match(
    (await quoth.run('transcribe', two[0] ?? '', ...captions)).out,
    /\nGo forward to the OLD garden\.\n$/,
  );
  assert.equal(await count(), before);
  await quoth.run('settings', 'set', 'saveApiTranscriptions', 'false');
  await quoth.run('transcribe', two[0] ?? '');
  assert.equal(await count(), before);
  await quoth.run('transcribe', two[0] ?? '', '--save');
  assert.equal(await count(), before + 1);
  await quoth.run('settings', 'reset', 'saveApiTranscriptions');
});

test('long work shows how far it is, kept or not; Ctrl-C ends it at once, and says what became of it', async () => {
  const long = quoth.path('long.wav');
  writeFileSync(long, repeated(readFileSync(sample('go-forward')), 400));
  await quoth.run('models', 'import', tinyModel);
  const kept = quoth.begin(['transcribe', long, '--model', 'quoth-test-en']);
  await until('it is in progress', async () => {
    const { work } = (await quoth.json('status')) as { work?: readonly { readonly status: string }[] };
    return work?.[0]?.status === 'transcribing';
  });
  kept.child.kill('SIGINT');
  const { code, errors } = await kept.ended;
  const id = /Interrupted\. The audio is kept as (\w+); /.exec(errors)?.[1] ?? errors;
  assert.deepEqual([code, (await quoth.run('recordings', 'show', id)).code], [130, 0], id);
  // What is not kept, no one else hears of.
  const unkept = quoth.atTerminal(`transcribe '${long}' --model quoth-test-en --no-save`);
  await until('it shows how far it is', () =>
    /long\.wav \[=*>? *\] transcribing [1-9]\d* %/.test(unkept.shown()),
  );
  unkept.type('\u0003');
  assert.equal(await unkept.ended, 130, unkept.shown());
  assert.match(unkept.shown(), /Interrupted: nothing of "long\.wav" was kept\./);
});

test('audio that FFmpeg alone knows is read, by file and by pipe; a picture is refused in the same words as ever', async () => {
  const made = (name: string, ...options: string[]) => {
    const path = quoth.path(name);
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...options, path]);
    return path;
  };
  const speech = ['-i', sample('go-forward')];
  const plain = (await quoth.run('transcribe', sample('go-forward'), '--no-save')).out;
  const voc = made('note.voc', ...speech);
  assert.equal((await quoth.run('transcribe', voc)).out, plain);
  const heard = await quoth.begin(['transcribe', '-', '--no-save'], readFileSync(voc)).ended;
  assert.equal(heard.out, plain);
  const picture = made('picture.wav.png', '-f', 'lavfi', '-i', 'testsrc=size=64x64', '-frames:v', '1');
  for (const path of [picture, join(import.meta.dirname, '..', '..', 'package.json')]) {
    const { code, errors } = await quoth.run('transcribe', path);
    assert.equal(code, 1);
    assert.match(
      errors,
      /^Error: This is not audio, regardless of its file name or content type\.\nSupported formats are wav/,
    );
  }
});

test('a text that standard output does not take is no success', () => {
  const full = openSync('/dev/full', 'w');
  const launcher = join(import.meta.dirname, '..', '..', 'quoth');
  const args = ['transcribe', two[0] ?? '', '--no-save'];
  const { status, stderr } = spawnSync(launcher, args, { env: quoth.env, stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  assert.deepEqual(
    [status, /could not be written \(ENOSPC\)/.test(String(stderr))],
    [1, true],
    String(stderr),
  );
});

test('rewrite without a text: the first Ctrl-C ends it', async () => {
  // Before it listens, the signal ends the process itself: then it is given more time.
  for (const startMs of [500, 2_000, 10_000]) {
    const { child, ended } = quoth.begin(['rewrite'], undefined, { leaveOpen: true });
    await sleep(startMs);
    child.kill('SIGINT');
    const { code } = await ended;
    if (code !== null) return assert.equal(code, 130);
  }
  assert.fail('it was never ready');
});

test('captions of transcribe are those of the recording: with the text rules of the mode', async () => {
  await quoth.run('modes', 'create', 'Rules', '--post-processing-mode', '0');
  await quoth.run('modes', 'edit', 'Rules', '--custom-vocabulary', 'old => OLD');
  const args = [sample('go-forward'), '--mode', 'Rules', '--format', 'srt'];
  const { out } = await quoth.run('transcribe', ...args);
  assert.match(out, / OLD /);
  const { recordings } = await quoth.json('recordings', 'list');
  const [last] = recordings as { id: string }[];
  assert.equal((await quoth.run('recordings', 'export', last?.id ?? '', '--format', 'srt')).out, out);
});

test('Ctrl-C ends a command whose input or output never comes, and so does a plain kill', async () => {
  await quoth.run('start', '--headless');
  const silent = quoth.path('silent.wav');
  const unread = quoth.path('unread.txt');
  execFileSync('mkfifo', [silent, unread]);
  const [spoken = ''] = two;
  for (const [args, signal] of [
    [['transcribe', silent], 'SIGINT'],
    [['transcribe', '-'], 'SIGINT'],
    [['transcribe', spoken, '--output', unread, '--force'], 'SIGTERM'],
  ] as const) {
    const waiting = quoth.begin(args, undefined, { leaveOpen: true });
    await sleep(2_000);
    assert.equal(waiting.child.exitCode, null, waiting.errors());
    waiting.child.kill(signal);
    await until('it has ended', () => waiting.child.exitCode !== null, 2);
    assert.equal((await waiting.ended).code, 130, args.join(' '));
  }
});

test('a file that cannot be read says so, and so does a closed output; a name with a hyphen gets help, and --output says the format', async () => {
  const damaged = await quoth.run('transcribe', '/proc/self/mem');
  assert.equal(damaged.code, 1);
  assert.match(damaged.errors, /"?\/proc\/self\/mem"? cannot be read: the disk is damaged/);
  const [spoken = ''] = two;
  const closed = spawnSync('sh', ['-c', `'${launcher}' transcribe '${spoken}' >&-`], {
    env: quoth.env,
    encoding: 'utf8',
  });
  assert.equal(closed.status, 1);
  assert.match(closed.stderr, /standard output is closed/);
  const folder = quoth.path('hyphens');
  mkdirSync(folder);
  writeFileSync(join(folder, '-dash.wav'), readFileSync(spoken));
  const dash = spawnSync(launcher, ['transcribe', '-dash.wav'], {
    cwd: folder,
    env: quoth.env,
    encoding: 'utf8',
  });
  assert.equal(dash.status, 2);
  assert.match(dash.stderr, /put "--" before it/);
  const captions = quoth.path('by name.srt');
  assert.equal((await quoth.run('transcribe', spoken, '--output', captions)).code, 0);
  assert.match(readFileSync(captions, 'utf8'), /^1\n00:00:0.* --> /);
});
