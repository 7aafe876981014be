import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { bestMatch, wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import { VIRTUAL_MICROPHONE, type VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { applicationTests } from './support/application-tests.ts';
import { CommandLine } from './support/command-line.ts';
import { until, wholeEnglish } from './support/running-application.ts';

const root = join(import.meta.dirname, '..', '..');
const [hello] = testSentences();
assert(hello);

let microphone: VirtualMicrophone;
let home: string;
applicationTests(
  // Only a model that knows English notices other speech.
  { flags: [], env: wholeEnglish, microphone: true, model: 'quoth-test-en-streaming' },
  (started) => {
    ({ microphone, home } = started);
  },
);

interface Running {
  readonly child: ChildProcess;
  out: string;
  errors: string;
  readonly ended: Promise<number | null>;
  /** Waits until it is written on standard error. */
  says(words: RegExp): Promise<void>;
}

function quoth(...args: readonly string[]): Running {
  const child = spawn(join(root, 'quoth'), [...args], {
    env: { ...microphone.env, QUOTH_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const running: Running = {
    child,
    out: '',
    errors: '',
    ended: new Promise((resolve) => child.once('close', resolve)),
    says: async (words) => {
      while (!words.test(running.errors)) {
        assert.equal(child.exitCode, null, running.errors);
        await new Promise((resolve) => child.stderr?.once('data', resolve) ?? resolve(undefined));
      }
    },
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    running.out += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    running.errors += chunk;
  });
  return running;
}

const done = (...args: readonly string[]) =>
  new CommandLine({ ...microphone.env, QUOTH_HOME: home }).run(...args);

test('quoth record: Ctrl-C ends it, and the text alone is on standard output', async () => {
  const running = quoth('record', '--mode', 'test');
  await running.says(/Recording from "Monitor of Studio"/);
  await microphone.play(hello.samples);
  running.child.kill('SIGINT');
  assert.equal(await running.ended, 0, running.errors);
  assert.match(running.out, /^hello world\n$/);
});

test('quoth record: speech that its model does not know, and rewriting that did not happen, are told on standard error', async () => {
  const english = quoth('record', '--mode', 'email');
  await english.says(/Recording/);
  await microphone.play(hello.samples);
  english.child.kill('SIGINT');
  assert.equal(await english.ended, 0, english.errors);
  assert.match(
    english.errors,
    /^Not rewritten, as mode "Email" would: .*\nTo fix it: .*\nTo leave it out: --mode "Voice to text"$/m,
  );
  assert.doesNotMatch(english.errors, /Warning:/);
  const lake = join(root, 'packages', 'audio', 'src', 'fixtures', 'languages', 'german-lake.flac');
  const pcm = execFileSync('ffmpeg', [
    '-loglevel',
    'error',
    '-i',
    lake,
    '-ar',
    '16000',
    '-ac',
    '1',
    '-f',
    's16le',
    '-',
  ]);
  const german = quoth('record', '--mode', 'Voice to text', '--json');
  await german.says(/Recording/);
  await microphone.play(new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2));
  german.child.kill('SIGINT');
  assert.equal(await german.ended, 0, german.errors);
  assert.match(german.errors, /^Warning: .*unclear, or not English/m);
  const body = JSON.parse(german.out) as { processing: { warning?: { code: string } } };
  assert.equal(body.processing.warning?.code, 'LANGUAGE_MISMATCH');
});

test('quoth record: for so many seconds, into a file; what cannot be is refused before anything is recorded', async () => {
  const path = join(home, 'memo.wav');
  const running = quoth('record', '--mode', 'Test', '--seconds', '2', '--output', path);
  await running.says(/Recording/);
  await microphone.play(hello.samples);
  assert.equal(await running.ended, 0, running.errors);
  const audio = wavSamples(readFileSync(path));
  assert(Math.abs(audio.length - 32_000) < 1_000, `${audio.length} samples`);
  assert(bestMatch(hello.samples.subarray(4_000, 7_200), audio).likeness > 0.9);
  for (const wrong of [
    ['--private', '--output', path],
    ['--seconds', 'many'],
    ['--output', join(home, 'nowhere', 'x.txt')],
  ]) {
    assert.equal(await quoth('record', ...wrong).ended, 2, wrong.join(' '));
  }
  const elsewhere = await done('record', '--device', 'Elsewhere');
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.errors, /"Elsewhere" is not there/);
});

test('quoth record on a terminal: a level bar, the time and the words while one speaks; Enter ends it', async () => {
  // bsdutils' script, which every Debian has, gives the command a terminal.
  const command = `'${join(root, 'quoth')}' record --mode Test`;
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    env: { ...microphone.env, QUOTH_HOME: home, TERM: 'xterm', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const shows = (line: RegExp) =>
    until(`the terminal shows ${line}`, () => line.test(screen)).catch((error: Error) =>
      assert.fail(`${error.message}: ${JSON.stringify(screen.slice(-400))}`),
    );
  await shows(/Recording from "Monitor of Studio"\. Press Enter or Ctrl-C/);
  await microphone.play(hello.samples);
  // The bar moves with the voice, and the words are there while it records.
  await shows(/\r0:\d\d \[#+ *\] /);
  await shows(/\r0:\d\d \[#* *\] hello world/);
  const before = screen.length;
  child.stdin.write('\n');
  assert.equal(await ended, 0, screen);
  // The line that moved is gone, and the text stands alone.
  assert.match(
    screen.slice(before).replaceAll('\u001b[K', '<clear>'),
    /\r<clear>(?:[^\n]*\r\n)*hello world\r\n$/,
  );
});

test('quoth record without speech: Ctrl-C or not, it is said that there was no speech, and the audio is written', async () => {
  const path = join(home, 'silence.wav');
  const stopped = quoth('record', '--mode', 'test', '--output', path);
  await stopped.says(/Recording/);
  stopped.child.kill('SIGINT');
  assert.equal(await stopped.ended, 5, stopped.errors);
  assert.match(stopped.errors, /No speech was found/);
  assert.equal(readFileSync(path).subarray(0, 4).toString(), 'RIFF');
  const ended = await done('record', '--mode', 'test', '--seconds', '1', '--json');
  assert.equal(ended.code, 5);
  assert.equal((JSON.parse(ended.out) as { error: { code: string } }).error.code, 'NO_SPEECH');
});

test('quoth record --list-devices, and what the doctor says of the microphone', async () => {
  const { out } = await done('record', '--list-devices');
  assert.match(out, new RegExp(`^${VIRTUAL_MICROPHONE} +default +what the machine plays$`, 'm'));
  const doctor = await done('doctor');
  assert.match(doctor.out, /Microphone.*Monitor of Studio/);
});

test('quoth dictate: start, status, toggle, stop and cancel speak to the same recorder', async () => {
  assert.match((await done('dictate', 'status')).out, /^Not recording/);
  assert.match(
    (await done('dictate', 'start', '--mode', 'test', '--delivery', 'none')).out,
    /Recording from/,
  );
  assert.match((await done('dictate', 'start')).errors, /A recording is already in progress/);
  await microphone.play(hello.samples);
  assert.equal((await done('dictate', 'stop', '--wait')).out, 'hello world\n');
  await done('dictate', 'start', '--mode', 'test');
  const silent = await done('dictate', 'stop', '--wait');
  assert.deepEqual([silent.code, silent.out], [5, '']);
  assert.match(silent.errors, /No speech was found/);
  assert.match((await done('dictate', 'status')).out, /^Test: failed\. No speech was found in the audio\.$/m);
  await done('dictate', 'toggle', '--mode', 'test');
  assert.match((await done('dictate', 'status')).out, /in mode Test/);
  assert.match((await done('dictate', 'cancel')).out, /Canceled/);
  const idle = await done('dictate', 'stop');
  assert.deepEqual([idle.code, /Nothing is being recorded/.test(idle.errors)], [1, true]);
});
