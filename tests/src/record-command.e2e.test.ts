import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { bestMatch, wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import { VIRTUAL_MICROPHONE, type VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { applicationTests } from './support/application-tests.ts';
import { CommandLine, type CommandResult } from './support/command-line.ts';
import { until } from './support/running-application.ts';

const [hello] = testSentences();
assert(hello);

let microphone: VirtualMicrophone;
let home: string;
let quoth: CommandLine;
applicationTests(
  // Only a model that knows English notices other speech.
  { flags: [], microphone: true, model: 'quoth-test-en-streaming' },
  (started) => {
    ({ microphone, home } = started);
    quoth = new CommandLine({ ...microphone.env, QUOTH_HOME: home });
  },
);

/** How `quoth record` ends that has heard this, and then Ctrl-C. */
async function recorded(samples: Int16Array, ...flags: readonly string[]): Promise<CommandResult> {
  const running = quoth.begin(['record', ...flags]);
  await running.says(/Recording from "Monitor of Studio"/);
  await microphone.play(samples);
  running.child.kill('SIGINT');
  return running.ended;
}

test('quoth record: Ctrl-C ends it, and the text alone is on standard output', async () => {
  const { code, out, errors } = await recorded(hello.samples, '--mode', 'test');
  assert.equal(code, 0, errors);
  assert.match(out, /^hello world\n$/);
});

test('quoth record: rewriting that did not happen is reported on standard error', async () => {
  const english = await recorded(hello.samples, '--mode', 'email');
  assert.equal(english.code, 0, english.errors);
  assert.match(
    english.errors,
    /^Not rewritten, as mode "Email" would: .*\nTo fix it: .*\nTo leave it out: --mode "Voice to text"$/m,
  );
  assert.doesNotMatch(english.errors, /Warning:/);
});

test('quoth record: for so many seconds, into a file; what cannot be is refused before anything is recorded', async () => {
  const path = join(home, 'memo.wav');
  const running = quoth.begin(['record', '--mode', 'Test', '--seconds', '2', '--output', path]);
  await running.says(/Recording/);
  await microphone.play(hello.samples);
  assert.equal((await running.ended).code, 0, running.errors());
  const audio = wavSamples(readFileSync(path));
  assert(Math.abs(audio.length - 32_000) < 1_000, `${audio.length} samples`);
  assert(bestMatch(hello.samples.subarray(4_000, 7_200), audio).likeness > 0.9);
  for (const wrong of [
    ['--private', '--output', path],
    ['--seconds', 'many'],
    ['--output', join(home, 'nowhere', 'x.txt')],
  ]) {
    assert.equal((await quoth.run('record', ...wrong)).code, 2, wrong.join(' '));
  }
  const elsewhere = await quoth.run('record', '--device', 'Elsewhere');
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.errors, /"Elsewhere" is not there/);
});

test('quoth record on a terminal: a level bar, the time and the words while one speaks; Enter ends it', async () => {
  const terminal = quoth.atTerminal('record --mode Test');
  const shows = (line: RegExp) =>
    until(`the terminal shows ${line}`, () => line.test(terminal.shown())).catch((error: Error) =>
      assert.fail(`${error.message}: ${JSON.stringify(terminal.shown().slice(-400))}`),
    );
  await shows(/Recording from "Monitor of Studio"\. Press Enter or Ctrl-C/);
  await microphone.play(hello.samples);
  // The bar moves with the voice, and the words are there while it records.
  await shows(/\r0:\d\d \[#+ *\] /);
  await shows(/\r0:\d\d \[#* *\] hello world/);
  const before = terminal.shown().length;
  terminal.type('\n');
  assert.equal(await terminal.ended, 0, terminal.shown());
  // The line that moved is gone, and the text stands alone.
  assert.match(
    terminal.shown().slice(before).replaceAll('\u001b[K', '<clear>'),
    /\r<clear>(?:[^\n]*\r\n)*hello world\r\n$/,
  );
});

test('quoth record without speech: Ctrl-C or not, it is said that there was no speech, and the audio is written', async () => {
  const path = join(home, 'silence.wav');
  const stopped = await recorded(new Int16Array(), '--mode', 'test', '--output', path);
  assert.equal(stopped.code, 5, stopped.errors);
  assert.match(stopped.errors, /No speech was found/);
  assert.equal(readFileSync(path).subarray(0, 4).toString(), 'RIFF');
  const ended = await quoth.run('record', '--mode', 'test', '--seconds', '1', '--json');
  assert.equal(ended.code, 5);
  assert.equal((JSON.parse(ended.out) as { error: { code: string } }).error.code, 'NO_SPEECH');
});

test('quoth record --list-devices, and what the doctor says of the microphone', async () => {
  const { out } = await quoth.run('record', '--list-devices');
  assert.match(out, new RegExp(`^${VIRTUAL_MICROPHONE} +default +what the machine plays$`, 'm'));
  const doctor = await quoth.run('doctor');
  assert.match(doctor.out, /Microphone.*Monitor of Studio/);
});

test('quoth dictate: start, status, toggle, stop and cancel speak to the same recorder', async () => {
  assert.match((await quoth.run('dictate', 'status')).out, /^Not recording/);
  assert.match(
    (await quoth.run('dictate', 'start', '--mode', 'test', '--delivery', 'none')).out,
    /Recording from/,
  );
  assert.match((await quoth.run('dictate', 'start')).errors, /A recording is already in progress/);
  await microphone.play(hello.samples);
  assert.equal((await quoth.run('dictate', 'stop', '--wait')).out, 'hello world\n');
  await quoth.run('dictate', 'start', '--mode', 'test');
  const silent = await quoth.run('dictate', 'stop', '--wait');
  assert.deepEqual([silent.code, silent.out], [5, '']);
  assert.match(silent.errors, /No speech was found/);
  assert.match(
    (await quoth.run('dictate', 'status')).out,
    /^Test: failed\. No speech was found in the audio\.$/m,
  );
  await quoth.run('dictate', 'toggle', '--mode', 'test');
  assert.match((await quoth.run('dictate', 'status')).out, /in mode Test/);
  assert.match((await quoth.run('dictate', 'cancel')).out, /Discarded\. .*dictate undo/);
  assert.match((await quoth.run('dictate', 'undo')).out, /Restored/);
  await quoth.run('dictate', 'toggle', '--mode', 'test');
  await quoth.run('dictate', 'cancel');
  const idle = await quoth.run('dictate', 'stop');
  assert.deepEqual([idle.code, /Nothing is being recorded/.test(idle.errors)], [1, true]);
});
