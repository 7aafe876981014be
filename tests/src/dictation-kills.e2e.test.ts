import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { CallInput, Client } from '@quoth/client';
import type { ProcessingPhase } from '@quoth/contract';
import { bestMatch, wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { comparableWords } from '@quoth/text';
import type { ProviderSimulator } from './provider-simulator/simulator.ts';
import { applicationTests } from './support/application-tests.ts';
import { type RunningApplication, until } from './support/running-application.ts';

// The application is killed in each state of a dictation. While one speaks: `dictation.e2e.test.ts`; while the text is
// pasted: `desktop/kills.e2e.test.ts`.

const [sentence] = testSentences();
assert(sentence);
const hello = sentence;

let simulator: ProviderSimulator;
let microphone: VirtualMicrophone;
let app: RunningApplication;
let client: Client;
const modes = { local: '', cloud: '', rewritten: '' };
const tests = applicationTests(
  { flags: [], cloud: true, microphone: true, model: 'quoth-test-en' },
  async (started) => {
    ({ simulator, microphone, application: app, own: client } = started);
    if (modes.local !== '') return;
    await client.setProviderKey({ params: { id: 'openai' }, body: { key: simulator.key('openai') } });
    await client.testProvider({ params: { id: 'openai' } });
    const made = async (body: NonNullable<NonNullable<CallInput<'createMode'>>['body']>) =>
      (await client.createMode({ body })).mode.id;
    modes.local = started.mode;
    modes.cloud = await made({ name: 'Cloud', model: 'cloud', cloudProvider: 'openai', language: 'en' });
    modes.rewritten = await made({
      name: 'Rewritten',
      model: 'quoth-test-en',
      preset: 'note',
      postProcessingMode: 1,
      postProcessingProvider: 'openai',
    });
  },
);

async function killAndStartAgain(): Promise<void> {
  simulator.heal();
  await tests.restart('SIGKILL');
}

const start = async (mode_id: string) =>
  (await client.startDictation({ body: { delivery: 'none', mode_id } })).id;

/** After the next start: the whole audio is there, and the text. */
async function assertKept(id: string): Promise<void> {
  const recording = async () => (await client.getRecording({ params: { id } })).recording;
  await until('it was transcribed', async () => (await recording()).status === 'completed');
  const { text, audioFilePath } = await recording();
  const audio = wavSamples(readFileSync(audioFilePath ?? ''));
  assert(bestMatch(hello.samples.subarray(4_000, 7_200), audio).likeness > 0.9);
  const heard = comparableWords(text);
  assert(
    comparableWords(hello.expected).some((word) => heard.includes(word)),
    text,
  );
}

/** A dictation that was ended and has come to a phase, where an answer of the vendor is held back. */
async function dictatedUntil(phase: ProcessingPhase, mode_id: string, path: RegExp): Promise<string> {
  simulator.fail('openai', { kind: 'hang' }, { path });
  const id = await start(mode_id);
  await microphone.play(hello.samples);
  await client.stopDictation();
  await until(`it is ${phase} and waits for the answer`, async () => {
    const { processing } = (await client.getDictation({})).dictation;
    const hasAsked = simulator.arrivals.some((arrival) => path.test(arrival.path));
    return hasAsked && processing.some((one) => one.id === id && one.phase === phase);
  });
  return id;
}

test('killed while it starts: whatever was begun is finished or gone, and the next dictation works', async () => {
  // Before the request has come, while the microphone opens, and with its first sound.
  for (const afterMs of [0, 30, 160]) {
    const asked = start(modes.local).catch(() => undefined);
    await sleep(afterMs);
    await app.end('SIGKILL');
    await asked;
    await tests.restart();
    await until('nothing is left half done', async () =>
      (await client.searchRecordings({})).recordings.every(
        ({ status }) => status === 'completed' || status === 'failed',
      ),
    );
    assert.deepEqual((await client.getDictation({})).dictation.recording, null);
  }
  const id = await start(modes.local);
  await microphone.play(hello.samples);
  await client.stopDictation();
  await assertKept(id);
});

test('killed just after the end was asked for, in the tail: all that was said becomes text', async () => {
  for (const afterMs of [0, 190]) {
    const id = await start(modes.local);
    await microphone.play(hello.samples);
    const stopped = client.stopDictation().catch(() => undefined);
    await sleep(afterMs);
    await app.end('SIGKILL');
    await stopped;
    await tests.restart();
    await assertKept(id);
  }
});

test('killed while it is transcribed: it is transcribed at the next start', async () => {
  const id = await dictatedUntil('transcribing', modes.cloud, /^\/audio\//);
  await killAndStartAgain();
  await assertKept(id);
});

test('killed while it is rewritten: the text is kept and rewritten at the next start, without being recognized again', async () => {
  const id = await dictatedUntil('rewriting', modes.rewritten, /^\/(responses|chat)/);
  const heard = (await client.getRecording({ params: { id } })).recording.transcribedText;
  assert.notEqual(heard ?? '', '', 'what was recognized is stored before it is rewritten');
  await killAndStartAgain();
  await assertKept(id);
  const { recording } = await client.getRecording({ params: { id } });
  assert.equal(recording.transcribedText, heard);
  assert.equal(recording.postProcessingProvider, 'openai');
});
