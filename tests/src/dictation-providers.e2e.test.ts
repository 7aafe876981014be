import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import type { Processing, QuothEvent } from '@quoth/contract';
import { bestMatch, wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { comparableWords } from '@quoth/text';
import type { ProviderSimulator } from './provider-simulator/simulator.ts';
import { applicationTests } from './support/application-tests.ts';
import { until } from './support/running-application.ts';

const [first] = testSentences();
assert(first);
const hello = first;

let simulator: ProviderSimulator;
let microphone: VirtualMicrophone;
let client: Client;
let mode: string;
const tests = applicationTests({ flags: [], cloud: true, microphone: true }, async (started) => {
  ({ simulator, microphone, own: client } = started);
  const body = { name: 'Cloud', model: 'cloud', cloudProvider: 'openai', language: 'en' };
  mode ??= (await client.createMode({ body })).mode.id;
});
afterEach(async () => {
  simulator.heal();
  // Most tests have ended theirs: then there is nothing to cancel.
  await client.cancelDictation().catch(() => undefined);
});

const setKey = (key: string) => client.setProviderKey({ params: { id: 'openai' }, body: { key } });
const label = async () =>
  (await client.listProviders()).providers.find(({ id }) => id === 'openai')?.label ?? 'no such provider';
const start = () => client.startDictation({ body: { delivery: 'none', mode_id: mode } });
const dictation = async () => (await client.getDictation({ query: { mode_id: mode } })).dictation;
const finished = async (id: string): Promise<Processing> =>
  (await client.getProcessing({ params: { id }, query: { wait: true } })).processing;
const probes = () => simulator.arrivals.filter(({ path }) => path === '/models').length;
const uploads = () => simulator.arrivals.filter(({ path }) => path.startsWith('/audio/')).length;

/** Holds the answers to probes back until it is called. */
function heldProbes(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  simulator.fail('openai', { kind: 'late', until: promise }, { path: /^\/models$/ });
  return resolve;
}

/** A recording that was started and ended while the provider's answer to the probe is held back. */
async function recordedWhileChecking(): Promise<string> {
  await until('the probe is on its way', async () => (await label()) === 'Checking…' && probes() > 0);
  const { id, dictation: started } = await start();
  assert.deepEqual([started.recording?.phase, started.refusal], ['recording', null]);
  await microphone.play(hello.samples);
  assert.equal(await label(), 'Checking…', 'the recording went on while the provider was being checked');
  await client.stopDictation();
  await until('its audio waits for the probe', async () =>
    (await dictation()).processing.some((one) => one.id === id && one.phase === 'transcribing'),
  );
  assert.equal(uploads(), 0, 'nothing was sent before the probe had ended');
  return id;
}

async function assertKept(id: string): Promise<void> {
  const { recording } = await client.getRecording({ params: { id } });
  const audio = wavSamples(readFileSync(recording.audioFilePath ?? ''));
  assert(bestMatch(hello.samples.subarray(4_000, 7_200), audio).likeness > 0.9);
}

function assertRecognized({ phase, text }: Processing): void {
  assert.equal(phase, 'delivered');
  const recognized = comparableWords(text ?? '');
  assert(
    comparableWords(hello.expected).some((word) => recognized.includes(word)),
    text ?? 'no text',
  );
}

test('while a provider is being checked one records, and the audio goes out after the probe', async () => {
  const answer = heldProbes();
  await setKey(simulator.key('openai'));
  const id = await recordedWhileChecking();
  answer();
  assertRecognized(await finished(id));
  assert.equal(uploads(), 1);
});

test('a provider that no one has looked at since the start records, and is asked when the recording has ended', async () => {
  await setKey(simulator.key('openai'));
  await tests.restart();
  simulator.heal();
  assert.equal(await label(), 'Untested');
  const { id } = await start();
  await microphone.play(hello.samples);
  assert.equal(await label(), 'Untested');
  assert.equal(simulator.arrivals.length, 0, 'it was not asked while one spoke');
  await client.stopDictation();
  assertRecognized(await finished(id));
  assert.deepEqual([probes(), uploads(), await label()], [1, 1, 'Valid']);
});

test('a probe that finds the key to be wrong: the audio is kept, not sent, and the recording says why', async () => {
  const answer = heldProbes();
  await setKey('wrong-key');
  const id = await recordedWhileChecking();
  answer();
  const { phase, error } = await finished(id);
  assert.deepEqual([phase, error?.code], ['failed', 'MISSING_API_KEY']);
  assert.match(error?.message ?? '', /OpenAI rejected the key/);
  const { recording } = await client.getRecording({ params: { id } });
  assert.deepEqual([recording.status, recording.error?.message], ['failed', error?.message]);
  assert.equal(uploads(), 0);
  await assertKept(id);
  // With a good key, its text is had from what was kept.
  await setKey(simulator.key('openai'));
  const again = await client.retranscribe({ params: { id }, body: {} });
  assert('text' in again && again.text !== '');
});

test('an invalid key refuses before the microphone is opened, with the words of the tooltip', async () => {
  const seen: QuothEvent[] = [];
  const over = new AbortController();
  const listening = (async () => {
    for await (const event of client.streamEvents({ signal: over.signal })) seen.push(event);
  })();
  await setKey('wrong-key');
  await until('it was checked', async () => (await label()) === 'Invalid');
  const { refusal } = await dictation();
  assert.equal(refusal?.code, 'MISSING_API_KEY');
  assert.match(refusal.message, /OpenAI rejected the key/);
  const message = (text: string) => text.replace(/Checked .*/, '');
  await assert.rejects(start(), (error: Error & { code?: string; hint?: string }) => {
    assert.deepEqual(
      [error.code, message(error.message), error.hint],
      [refusal.code, message(refusal.message), refusal.hint],
    );
    return true;
  });
  await until('the events so far were read', async () =>
    seen.some((event) => event.type === 'provider-health-changed' && event.provider.label === 'Invalid'),
  );
  over.abort();
  // An aborted stream ends as aborted ones do.
  await listening.catch(() => undefined);
  assert(!seen.some((event) => event.type === 'dictation-changed' && event.dictation.recording));
  assert.equal(uploads(), 0);
});
