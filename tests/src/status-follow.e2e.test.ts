import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { isAlive } from '@quoth/client/node';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { CommandLine } from './support/command-line.ts';
import { repeated, sample, testModels, until } from './support/running-application.ts';

const [hello] = testSentences();
assert(hello);

interface Line {
  readonly state: string;
  readonly text: string;
  readonly tooltip: string;
  readonly percentage: number;
  readonly mode: string | null;
}

let microphone: VirtualMicrophone;
let quoth: CommandLine;
before(async () => {
  microphone = await VirtualMicrophone.start();
  quoth = new CommandLine(microphone.env);
});
after(async () => {
  await quoth.remove();
  await microphone.stop();
});

/** `quoth status --follow`, line by line. */
function follow() {
  const begun = quoth.begin(['status', '--follow']);
  let out = '';
  begun.child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  const lines = () =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  return {
    lines,
    shows: (state: string) => until(`it shows ${state}`, () => lines().at(-1)?.state === state),
    has: (state: string) =>
      until(`it has shown ${state}`, () => lines().some((line) => line.state === state)),
    end: async () => {
      begun.child.kill('SIGINT');
      return (await begun.ended).code;
    },
  };
}

test('follows a dictation, over the start and the stop of the application', async () => {
  const bar = follow();
  await bar.shows('off');
  await quoth.run('start', '--headless');
  await quoth.run('settings', 'set', 'soundCues', 'false');
  await quoth.run('models', 'import', join(testModels, 'quoth-test-en-streaming.gguf'));
  await quoth.run('modes', 'create', 'Test', '--model', 'quoth-test-en-streaming');
  await bar.shows('idle');
  const started = await quoth.run('dictate', 'start', '--mode', 'Test', '--delivery', 'none');
  assert.equal(started.code, 0, started.errors);
  await bar.has('recording');
  await microphone.play(hello.samples);
  await until('it is heard', () => bar.lines().some(({ percentage }) => percentage > 0));
  await quoth.run('dictate', 'stop', '--wait');
  await bar.shows('idle');
  const recorded = bar.lines().filter(({ state }) => state === 'recording');
  assert(recorded.every(({ mode }) => mode === 'Test'));
  assert(!JSON.stringify(bar.lines()).includes('hello'), 'no transcript is shown');
  await quoth.run('stop');
  await bar.shows('off');
  assert.equal(await bar.end(), 130);
});

test('a bar does not keep an application alive that a command has started, and shows its work', async () => {
  const bar = follow();
  const long = quoth.path('long.wav');
  writeFileSync(long, repeated(readFileSync(sample('go-forward')), 5));
  await quoth.run('settings', 'set', 'applicationIdleSeconds', '1');
  const { pid } = (await quoth.json('status')) as { pid: number };
  const heard = await quoth.run('transcribe', long);
  assert.equal(heard.code, 0, heard.errors);
  await bar.has('transcribing');
  await until('it has ended', () => !isAlive(pid));
  await bar.shows('off');
  await bar.end();
});
