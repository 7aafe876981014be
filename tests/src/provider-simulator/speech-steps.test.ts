import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpeechRequest, Vendor } from '@quoth/vendors';
import { until } from '../support/running-application.ts';
import { simulatorForTests } from './simulator-for-tests.ts';
import { EMAIL, failure, faults, quickIo, transcribeAt, vendorOf } from './speech-cases.ts';

const simulator = await simulatorForTests();

const transcribe = (vendor: Vendor, changes: Partial<SpeechRequest> = {}) =>
  transcribeAt(simulator, vendor, changes);

/** Vendors that take more than one call: each later step, and what the vendor may still hold when it fails. */
const laterSteps: readonly [vendor: string, step: string, path: RegExp, forgotten: boolean][] = [
  // An upload that no job was made of goes away by itself after a day; there is no call that would delete it.
  ['assemblyai', 'submit', /^\/v2\/transcript$/, false],
  ['assemblyai', 'poll', /^\/v2\/transcript\/[\w-]+$/, true],
  ['assemblyai', 'read', /\/sentences$/, true],
  ['soniox', 'create', /^\/transcriptions$/, true],
  ['soniox', 'poll', /^\/transcriptions\/[\w-]+$/, true],
  ['soniox', 'read', /\/transcript$/, true],
];
for (const [id, step, path, forgotten] of laterSteps) {
  test(`${id}: every fault at the step "${step}" is reported as what it is, and nothing stays behind`, async () => {
    const vendor = vendorOf(id);
    // As often as one call is tried: the call that takes it back, at the same path, then gets through.
    const calls = (tries: number) => (step === 'submit' || step === 'create' || tries === 3 ? tries : 3);
    for (const [name, fault, kind, , tries] of faults) {
      if (fault.kind === 'reset' && step !== 'submit' && step !== 'create') continue;
      simulator.heal();
      simulator.fail(id, fault, { path, times: tries === 1 ? 1 : calls(tries) });
      const error = await failure(transcribe(vendor, { wants: { words: true, segments: true } }));
      assert.equal(error.kind, kind, `${name}: ${error.message}`);
      simulator.heal();
      if (forgotten)
        await until(`${name}: all is taken back`, async () => simulator.leftWith(id).length === 0);
    }
  });
}

test('a vendor that gives a job up, and one that says so in another way', async () => {
  const job = /^\/(v2\/transcript|transcriptions)\/[\w-]+$/;
  const cutOff = { content: { parts: [{ text: 'please send' }] }, finishReason: 'MAX_TOKENS' };
  const cases = [
    ['assemblyai', job, { status: 'error', error: 'decode failed: please send' }, 'rejected'],
    ['assemblyai', job, { status: 'on holiday' }, 'malformed'],
    ['assemblyai', /^\/v2\/transcript$/, { id: '../../account', status: 'queued' }, 'malformed'],
    ['soniox', job, { status: 'error', error_message: 'please send' }, 'rejected'],
    ['soniox', /^\/files$/, { id: 'a/../b' }, 'malformed'],
    ['gemini', /generateContent/, { candidates: [cutOff] }, 'rejected'],
    ['gemini', /generateContent/, { promptFeedback: { blockReason: 'OTHER' } }, 'malformed'],
    ['deepgram', /listen/, { results: { channels: [] } }, 'malformed'],
    ['openai', /transcriptions/, { text: 7 }, 'malformed'],
    ['elevenlabs', /speech-to-text/, { text: 'x', words: 'y' }, 'malformed'],
  ] as const;
  for (const [id, path, body, kind] of cases) {
    const vendor = vendorOf(id);
    // What the case before left behind is being taken back at the same paths.
    await until('nothing is left', async () => simulator.leftWith(id).length === 0);
    simulator.heal();
    simulator.fail(id, { kind: 'says', body }, { path, times: 1 });
    const error = await failure(transcribe(vendor));
    assert.equal(error.kind, kind, `${id}: ${error.message}`);
    assert.doesNotMatch(error.message, /please send/);
    if (path.source.endsWith('transcript$') || id === 'soniox') simulator.forget();
  }
});

test('a job is cancelled between two questions, and taken back', async () => {
  for (const id of ['assemblyai', 'soniox']) {
    const vendor = vendorOf(id);
    const stop = new AbortController();
    simulator.heal();
    const io = {
      ...quickIo(),
      sleep: async (_: number, signal: AbortSignal) => {
        stop.abort();
        signal.throwIfAborted();
      },
    };
    const work = transcribeAt(simulator, vendor, { signal: stop.signal }, io);
    assert.equal((await failure(work)).kind, 'cancelled', id);
    await until('all is taken back', async () => simulator.leftWith(id).length === 0);
  }
});

test('polls that meet an outage', async () => {
  for (const id of ['assemblyai', 'soniox']) {
    const vendor = vendorOf(id);
    const polls = /^\/(v2\/transcript|transcriptions)\/[\w-]+$/;
    simulator.fail(id, { kind: 'reset' }, { path: polls, times: 1 });
    assert.equal((await transcribe(vendor)).text, EMAIL, id);
    simulator.heal();
    simulator.fail(id, { kind: 'malformed' }, { path: polls });
    assert.equal((await failure(transcribe(vendor))).kind, 'malformed', id);
    simulator.heal();
  }
});
