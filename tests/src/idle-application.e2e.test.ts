import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, readControlSocketFile } from '@quoth/client/node';
import { FixedRecognizer } from './provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from './provider-simulator/simulator.ts';
import { CommandLine } from './support/command-line.ts';
import { sample, until } from './support/running-application.ts';

/** The shortest that can be set. */
const IDLE_MS = 1_000;

let simulator: ProviderSimulator;
let quoth: CommandLine;
before(async () => {
  simulator = await ProviderSimulator.start(new FixedRecognizer('um hello there', 0));
  quoth = new CommandLine({ QUOTH_SIMULATED_CLOUD: simulator.origin });
  for (const [name, value] of [
    ['keyStorage', 'file'],
    ['applicationIdleSeconds', String(IDLE_MS / 1_000)],
  ] as const)
    assert.equal((await quoth.run('settings', 'set', name, value)).code, 0);
  for (const id of ['deepgram', 'openai']) {
    const { code, errors } = await quoth.begin(['providers', 'set-key', id], `${simulator.key(id)}\n`).ended;
    assert.equal(code, 0, errors);
  }
});
after(async () => {
  await quoth.remove();
  await simulator.close();
});
beforeEach(() => simulator.heal());

/** The process id of the application that a command started for itself. */
async function pid(): Promise<number> {
  const state = (await quoth.json('status')) as { pid: number; ends_when_idle: boolean };
  assert.equal(state.ends_when_idle, true);
  return state.pid;
}

/** Has the language model answer only after the application could have ended twice over, and sees that it did not. */
async function outlivesLateModel(args: readonly string[]): Promise<string> {
  const answered = Promise.withResolvers<void>();
  simulator.fail('openai', { kind: 'late', until: answered.promise }, { path: /completions|responses/ });
  const command = quoth.begin(args);
  try {
    await until('the language model is asked', () =>
      simulator.arrivals.some(({ vendor, body }) => vendor === 'openai' && body.length > 0),
    );
    const { pid: running = 0 } = (await readControlSocketFile(quoth.home)) ?? {};
    await sleep(2.5 * IDLE_MS);
    assert(isAlive(running), 'it has ended although a request is in progress');
  } finally {
    answered.resolve();
  }
  const { code, out, errors } = await command.ended;
  assert.equal(code, 0, errors);
  return out;
}

test('a slow rewriting keeps an application that a command started', async () => {
  assert.equal(await outlivesLateModel(['rewrite', 'um hello there', '--preset', 'note']), 'Hello there.\n');
});

test('the rewriting after a transcription keeps it too', async () => {
  const args = ['transcribe', sample('go-forward'), '--engine', 'deepgram', '--preset', 'note'];
  assert.equal(await outlivesLateModel(args), 'Hello there.\n');
});

test('a slow upload keeps it, and once no one asks any more it ends', async () => {
  const running = await pid();
  const socket = await readControlSocketFile(quoth.home);
  assert(socket);
  const audio = readFileSync(sample('go-forward'));
  const answer = Promise.withResolvers<string>();
  const upload = request(
    {
      socketPath: socket.path,
      method: 'POST',
      path: '/transcribe?engine=deepgram&save=false',
      headers: {
        authorization: `Bearer ${socket.secret}`,
        'content-type': 'audio/wav',
        'content-length': audio.length,
      },
    },
    (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => answer.resolve(text));
    },
  );
  upload.once('error', answer.reject);
  upload.write(audio.subarray(0, audio.length / 2));
  await sleep(2.5 * IDLE_MS);
  assert(isAlive(running), 'it has ended although an upload is under way');
  upload.end(audio.subarray(audio.length / 2));
  assert.match(await answer.promise, /"text":"um hello there"/);
  await until('it has ended', () => !isAlive(running));
});
