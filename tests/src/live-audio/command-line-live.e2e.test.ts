import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createWriteStream, existsSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Client } from '@quoth/client';
import { applicationTests } from '../support/application-tests.ts';
import { CommandLine } from '../support/command-line.ts';
import { type RunningApplication, until } from '../support/running-application.ts';
import { heard, pcmOf, spoken, streamingModel } from './live-api.ts';

let quoth: CommandLine;
let app: RunningApplication;
let client: Client;
// The local API is off: the command line needs none.
const tests = applicationTests({ flags: [], model: streamingModel }, (started) => {
  ({ application: app, own: client } = started);
  quoth = new CommandLine({ QUOTH_HOME: started.home });
});

const live = ['transcribe', '--live', '-'];

/** Resolves with the id of the recording whose text has begun to grow since this was called. */
async function growing(): Promise<string> {
  for await (const event of client.streamEvents({ query: { types: 'transcript-partial' } }))
    if (event.type === 'transcript-partial' && event.text.length > 3) return event.recordingId;
  throw new Error('no more events');
}

async function settled(from: Client, id: string): Promise<string> {
  let text = '';
  await until('it has its text', async () => {
    const { recording } = await from.getRecording({ params: { id } });
    text = recording.text;
    return recording.status === 'completed';
  });
  return text;
}

test('samples from a pipe: the text on standard output, as a recording with no file of ours', async () => {
  assert(!existsSync(app.discoveryPath));
  const said = spoken(1);
  const { code, out, errors } = await quoth.begin(live, Buffer.from(pcmOf(said.samples))).ended;
  assert.equal(code, 0, errors);
  assert(heard(out, said) > 0.8, out);
  assert.match(out, /^[^\n]+\n$/);
  const { recordings } = await client.searchRecordings({ query: { limit: '1' } });
  assert.equal(`${recordings[0]?.text}\n`, out);
});

test('a wav stream of another form, as recorders write it into a pipe; and JSON', async () => {
  const said = spoken(1);
  const form = ['-ar', '44100', '-ac', '2', '-c:a', 'pcm_s24le', '-f', 'wav', '-'];
  const from = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', '-'];
  const input = Buffer.from(pcmOf(said.samples));
  const wav = execFileSync('ffmpeg', ['-v', 'error', ...from, ...form], {
    input,
    maxBuffer: 16 * input.length,
  });
  const { code, out, errors } = await quoth.begin([...live, '--no-save', '--json'], wav).ended;
  assert.equal(code, 0, errors);
  const answer = JSON.parse(out) as { ok: boolean; text: string; duration_s: number };
  assert(answer.ok && heard(answer.text, said) > 0.7, out);
  assert(Math.abs(answer.duration_s - said.samples.length / 16_000) < 0.1);
});

test('on a terminal, text shows while the recorder still writes, and stands there once', async () => {
  const pipe = quoth.path('microphone');
  execFileSync('mkfifo', [pipe]);
  const terminal = quoth.atTerminal(`${live.join(' ')} --no-save < '${pipe}'`);
  const [one, two] = [spoken(1), spoken(6)];
  const microphone = createWriteStream(pipe);
  microphone.write(pcmOf(one.samples));
  await until('some of it is shown', () => heard(terminal.shown(), one) > 0.3);
  microphone.end(pcmOf(two.samples));
  assert.equal(await terminal.ended, 0, terminal.shown());
  const shown = terminal.shown();
  const [text = ''] = shown.split(/\r?\n/);
  assert(heard(text, spoken(1, 6)) > 0.7, shown);
  assert.equal(shown.split(text.slice(0, 20)).length, 2, shown);
  assert.match(shown, /Transcribed by quoth-test/);
  // Rewritten text has little to do with what is said, so none of that shows: it is said why.
  const file = quoth.path('one.pcm');
  writeFileSync(file, pcmOf(one.samples));
  const rewritten = quoth.atTerminal(`${live.join(' ')} --rewrite --no-save < '${file}'`);
  await rewritten.ended;
  assert.match(rewritten.shown(), /comes at the end; --no-rewrite shows it/);
  assert(heard(rewritten.shown(), one) > 0.7, rewritten.shown());
});

test('Ctrl-C ends the recording: the text is there, although the recorder goes on', async () => {
  const said = spoken(1);
  const begun = growing();
  const command = quoth.begin(live, undefined, { leaveOpen: true });
  command.child.stdin?.write(pcmOf(said.samples));
  await begun;
  command.child.kill('SIGINT');
  const { code, out, errors } = await command.ended;
  assert.equal(code, 0, errors);
  assert(heard(out, said) > 0.3, out);
});

test('a command that is killed leaves a recording with the text of what came', async () => {
  const begun = growing();
  const command = quoth.begin(live, undefined, { leaveOpen: true });
  command.child.stdin?.write(pcmOf(spoken(6).samples));
  const id = await begun;
  command.child.kill('SIGKILL');
  assert.match(await settled(client, id), /\w{3}/);
});

test('what is wrong is said at once, while the recorder still writes', async () => {
  const speech = Buffer.from(pcmOf(spoken(0).samples));
  const cases: readonly (readonly [string[], Buffer | undefined, number, RegExp])[] = [
    [[...live, '--model', 'no-such-model'], speech, 4, /no model with this id/],
    [[...live, '--rate', '1000'], speech, 1, /1000 samples per second.*\n.*8000 to 48000/],
    [[...live, '--rate', 'fast'], undefined, 2, /16000/],
    [['transcribe', '--live', 'memo.wav'], undefined, 2, /standard input alone|no file/],
    [['transcribe', '--rate', '8000', '-'], undefined, 2, /--rate is for --live/],
    [live, Buffer.from('OggS and more of it'), 2, /This is Ogg/],
  ];
  for (const [args, input, code, words] of cases) {
    const command = quoth.begin(args, undefined, { leaveOpen: true });
    if (input) command.child.stdin?.write(input);
    const ended = await command.ended;
    assert.deepEqual([ended.code, ended.out], [code, ''], ended.errors);
    assert.match(ended.errors, words);
  }
  const empty = await quoth.begin(live, '').ended;
  assert.deepEqual([empty.code, /before any audio came/.test(empty.errors)], [2, true], empty.errors);
  const silence = await quoth.begin(live, Buffer.alloc(64_000)).ended;
  assert.deepEqual([silence.code, silence.out], [5, ''], silence.errors);
});

test('Quoth is killed in the middle: it is said where the sound is, and the next start has its text', async () => {
  const said = spoken(6);
  const begun = growing();
  const pipe = quoth.path('killed');
  execFileSync('mkfifo', [pipe]);
  // What stands on the terminal, the command has read: it knows its recording.
  const command = quoth.atTerminal(`${live.join(' ')} < '${pipe}'`);
  const microphone = createWriteStream(pipe);
  microphone.on('error', () => undefined);
  microphone.write(pcmOf(said.samples));
  const id = await begun;
  await until('it shows its first words', () => heard(command.shown(), said) > 0);
  await app.end('SIGKILL');
  assert.equal(await command.ended, 3, command.shown());
  assert.match(command.shown(), new RegExp(`kept as recording ${id.slice(0, 8)}`));
  microphone.destroy();
  await tests.restart();
  assert(heard(await settled(client, id), said) > 0.3);
});
