import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import type { Client } from '@quoth/client';
import { mode, postProcessed, recording, transcription } from '@quoth/contract';
import { vendorList } from '@quoth/vendors';
import type { Fault } from './provider-simulator/fault.ts';
import { FixedRecognizer } from './provider-simulator/fixed-recognizer.ts';
import type { ProviderSimulator } from './provider-simulator/simulator.ts';
import { applicationTests } from './support/application-tests.ts';
import { CommandLine } from './support/command-line.ts';
import { type RunningApplication, sample, until } from './support/running-application.ts';

const writers = vendorList.filter(({ language }) => language).map(({ id }) => id);
const MARKER = 'zebrafish-marker';
const SPOKEN = `um the ${MARKER} swims at noon`;
const CLEAN = `The ${MARKER} swims at noon.`;

let simulator: ProviderSimulator;
let app: RunningApplication;
let controlSocket: Client;
/** Everything that the application answered. */
const answers: string[] = [];
applicationTests({ cloud: new FixedRecognizer('', 0), env: { QUOTH_LOG: 'trace' } }, (tests) => {
  ({ simulator, application: app, own: controlSocket } = tests);
});
afterEach(() => simulator.heal());

async function rewrite(body: Record<string, unknown>) {
  const answer = await app.send('POST', '/post-process', body);
  assert.equal(answer.status, 200);
  answers.push(JSON.stringify(answer.body.warning ?? answer.body.error ?? ''));
  return answer.body;
}

const asksModels = () => simulator.language.reported.length;

test('without a provider the text comes back as it is, and the answer says what to do', async () => {
  const body = postProcessed.parse(await rewrite({ text: ' a\u0301 b\r\n' }));
  assert.deepEqual(
    [body.text, body.post_processed, body.applied, body.provider, body.model, body.preset],
    [' a\u0301 b\r\n', false, false, 'none', 'none', 'hyper'],
  );
  assert.equal(body.warning?.code, 'MISSING_API_KEY');
  assert.match(body.warning?.message ?? '', /set-key/);
  const named = postProcessed.parse(await rewrite({ text: 'a', provider: 'openai' }));
  assert.deepEqual([named.provider, named.model, named.post_processed], ['openai', 'gpt-6-luna', false]);
  assert.equal(named.warning?.code, 'MISSING_API_KEY');
});

test('requests that make no sense are refused before anybody is asked', async () => {
  const codes: [Record<string, unknown>, string][] = [
    [{ text: '' }, 'INVALID_REQUEST'],
    [{ text: ' \n' }, 'INVALID_REQUEST'],
    [{}, 'INVALID_REQUEST'],
    [{ text: 'a', preset: 'hyper', prompt: 'b' }, 'INVALID_REQUEST'],
    [{ text: 'a', prompt: '' }, 'INVALID_REQUEST'],
    [{ text: 'a', preset: 'poem' }, 'INVALID_REQUEST'],
    [{ text: 'a', provider: 'nonsense' }, 'INVALID_REQUEST'],
    [{ text: 'a', mode_id: '00000000-0000-4000-8000-000000000000' }, 'MODE_NOT_FOUND'],
    [{ text: 'a'.repeat(200_001) }, 'INVALID_REQUEST'],
  ];
  for (const [body, code] of codes) {
    const answer = await rewrite(body);
    assert.deepEqual([answer.ok, answer.error?.code], [false, code], JSON.stringify(body).slice(0, 80));
  }
  assert.equal((await app.send('POST', '/post-process', { text: 7 })).status, 400);
  assert.equal((await fetch(`${app.baseUrl}/post-process`, { method: 'POST' })).status, 401);
  assert.equal(asksModels(), 0);
});

test('seven vendors rewrite, by preset and by prompt', async () => {
  for (const id of writers) {
    await controlSocket.setProviderKey({ params: { id }, body: { key: simulator.key(id) } });
    const body = postProcessed.parse(await rewrite({ text: SPOKEN, provider: id }));
    assert.deepEqual([body.text, body.post_processed, body.provider], [CLEAN, true, id]);
    assert(body.latency_ms >= 0 && body.applied && !body.warning);
  }
  assert.deepEqual(
    [...new Set(simulator.language.reported.map(({ vendor }) => vendor))].sort(),
    [...writers].sort(),
  );
  const listed = (await app.json('/models?kind=text')).body.models as { id: string; kind: string }[];
  assert(listed.some(({ id, kind }) => id === 'anthropic/claude-haiku-5-5' && kind === 'text'));
  const email = await rewrite({ text: SPOKEN, preset: 'mail', model: 'anthropic/claude-haiku-5-5' });
  assert.deepEqual([email.preset, email.provider, email.model], ['email', 'anthropic', 'claude-haiku-5-5']);
  simulator.language.behave('openai', { says: 'Quarante-deux.' });
  const free = await rewrite({ text: 'what is it', prompt: 'Answer in French.', provider: 'openai' });
  assert.deepEqual([free.preset, free.text], ['custom', 'Quarante-deux.']);
});

test('every fault and every misbehaviour gives the text byte for byte, with a warning', async () => {
  const odd = `  ${SPOKEN}\u0000 e\u0301 \u{1f41f}\r\n`;
  const faults: [Fault, string][] = [
    [{ kind: 'status', status: 400 }, 'ENGINE_UNAVAILABLE'],
    [{ kind: 'status', status: 401 }, 'MISSING_API_KEY'],
    [{ kind: 'status', status: 403 }, 'MISSING_API_KEY'],
    [{ kind: 'status', status: 404 }, 'MODEL_NOT_FOUND'],
    [{ kind: 'status', status: 429, retryAfter: '3600' }, 'RATE_LIMITED'],
    [{ kind: 'status', status: 503, retryAfter: '3600' }, 'ENGINE_UNAVAILABLE'],
    [{ kind: 'truncated' }, 'TRANSCRIPTION_FAILED'],
    [{ kind: 'malformed' }, 'TRANSCRIPTION_FAILED'],
    [{ kind: 'empty' }, 'TRANSCRIPTION_FAILED'],
    [{ kind: 'html' }, 'TRANSCRIPTION_FAILED'],
    [{ kind: 'redirect', to: `${simulator.origin}/elsewhere` }, 'ENGINE_UNAVAILABLE'],
  ];
  const guards = {
    answers: 'answered',
    refuses: 'refused',
    echoes: 'echoed',
    'runs-away': 'runaway',
    'reasons-openly': 'reasoning',
    'changes-language': 'language',
    'leaks-the-fence': 'fence',
    empties: 'emptied',
  } as const;
  for (const id of writers) {
    for (const [fault, code] of faults) {
      simulator.heal();
      simulator.fail(id, fault);
      const body = postProcessed.parse(await rewrite({ text: odd, provider: id, preset: 'note' }));
      assert.deepEqual([body.text, body.post_processed, body.applied], [odd, false, false], `${id} ${code}`);
      assert.deepEqual(
        [body.warning?.code, body.provider, body.preset],
        [code, id, 'note'],
        `${id} ${fault.kind}`,
      );
    }
    simulator.heal();
    for (const [behaviour, guard] of Object.entries(guards) as [keyof typeof guards, string][]) {
      simulator.language.behave(id, behaviour, 1);
      const body = postProcessed.parse(await rewrite({ text: odd, provider: id }));
      assert.deepEqual([body.text, body.post_processed], [odd, false], `${id} ${behaviour}`);
      assert.deepEqual(
        [body.warning?.code, body.warning?.guard],
        ['TRANSCRIPTION_FAILED', guard],
        `${id} ${behaviour}`,
      );
    }
    simulator.language.behave(id, 'is-cut-off', 1);
    assert.equal((await rewrite({ text: odd, provider: id })).post_processed, false);
    simulator.language.behave(id, 'reasons', 1);
    assert.equal((await rewrite({ text: SPOKEN, provider: id })).text, CLEAN);
  }
});

test('what rewriting meets informs health', async () => {
  const statusOf = async () => {
    const { body } = await app.json('/health');
    const entries = body.post_processing_providers as { id: string; status: string }[];
    return entries.find(({ id }) => id === 'groq')?.status;
  };
  simulator.fail('groq', { kind: 'status', status: 401 });
  await rewrite({ text: SPOKEN, provider: 'groq' });
  assert.equal(await statusOf(), 'unauthorized');
  simulator.heal();
  await rewrite({ text: SPOKEN, provider: 'groq' });
  assert.equal(await statusOf(), 'healthy');
});

test('modes decide, and a local one keeps the text on this machine', async () => {
  const made = await app.send('POST', '/modes', { name: 'Local', preset: 'message', postProcessingMode: 2 });
  const { id } = mode.parse(made.body.mode);
  const before = await rewrite({ text: SPOKEN, mode_id: id });
  assert.deepEqual([before.post_processed, before.preset], [false, 'message']);
  assert.equal(asksModels(), 0);
  await controlSocket.addEndpoint({ body: { id: 'mine', baseUrl: `${simulator.origin}/compatible/v1` } });
  const local = await rewrite({ text: SPOKEN, mode_id: id });
  assert.deepEqual([local.text, local.provider, local.model], [CLEAN, 'mine', 'local-model']);
  const off = await app.send('PATCH', `/modes/${id}`, { postProcessingMode: 0 });
  assert.equal(off.body.ok, true);
  assert.equal((await rewrite({ text: SPOKEN, mode_id: id })).error?.code, 'INVALID_REQUEST');
  assert.equal((await rewrite({ text: SPOKEN, mode_id: id, preset: 'note' })).preset, 'note');
  await controlSocket.removeEndpoint({ params: { id: 'mine' } });
});

test('a transcription is rewritten where that is asked for; where it fails, the text stays', async () => {
  const made = await app.send('POST', '/modes', {
    name: 'Written',
    postProcessingMode: 1,
    postProcessingProvider: 'openai',
  });
  const { id } = mode.parse(made.body.mode);
  const TEXT = 'It was the best of times, and it was the worst of times.';
  const transcribe = async (query: string) => {
    const answer = await app.json(`/transcribe?mode_id=${id}&${query}`, {
      method: 'POST',
      headers: { 'content-type': 'audio/wav' },
      body: readFileSync(sample('best-of-times')),
    });
    return transcription.parse(answer.body);
  };
  const kept = async (recordingId: string | undefined) =>
    recording.parse((await app.json(`/recordings/${recordingId}`)).body.recording);
  const plain = await transcribe('');
  assert.deepEqual([plain.text, plain.post_processed], [TEXT, undefined]);
  const written = await transcribe('post_process=true&timestamp_granularities=word');
  assert.deepEqual([written.text, written.post_processed], [TEXT, true]);
  assert.equal(written.raw_text, TEXT);
  const row = await kept(written.recording_id);
  assert.deepEqual(
    [row.text, row.postProcessedText, row.transcribedText, row.postProcessingProvider, row.status],
    [written.text, written.text, TEXT, 'openai', 'completed'],
  );
  simulator.language.behave('openai', 'refuses');
  const failed = await transcribe('post_process=true');
  assert.deepEqual([failed.text, failed.post_processed, failed.warning?.guard], [TEXT, false, 'refused']);
  const without = await kept(failed.recording_id);
  assert.deepEqual(
    [without.text, without.postProcessedText, without.postProcessingProvider, without.status],
    [TEXT, null, null, 'completed'],
  );
  assert.deepEqual([without.error, without.warning], [null, failed.warning]);
});

const SENTENCE = 'It was the best of times, and it was the worst of times.';

test('while a model writes, the recording says so and has its transcript already, and giving up keeps that', async () => {
  const { modes } = await controlSocket.listModes();
  const written = modes.find(({ name }) => name === 'Written');
  simulator.fail('openai', { kind: 'hang' });
  const caller = new AbortController();
  const given = app
    .fetch(`/transcribe?mode_id=${written?.id}&post_process=true`, {
      method: 'POST',
      headers: { 'content-type': 'audio/wav' },
      body: readFileSync(sample('best-of-times')),
      signal: caller.signal,
    })
    .then((answer) => answer.text());
  const newest = async () => (await controlSocket.searchRecordings({ query: { limit: 1 } })).recordings[0];
  await until('a model is asked', async () => (await newest())?.status === 'post_processing');
  const during = await newest();
  assert.deepEqual([during?.transcribedText, (during?.duration ?? 0) > 0], [SENTENCE, true]);
  caller.abort();
  await assert.rejects(given, { name: 'AbortError' });
  await until('it has ended', async () => (await newest())?.status === 'completed');
  const after = await newest();
  assert.deepEqual([after?.text, after?.error, after?.warning?.code], [SENTENCE, null, 'CANCELLED']);
});

test('fifty at once do not wait for each other', async () => {
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      rewrite({ text: `um number ${number} of fifty`, provider: 'openai' }),
    ),
  );
  assert.deepEqual(
    all.map(({ text }) => text),
    Array.from({ length: 50 }, (_, number) => `Number ${number} of fifty.`),
  );
});

test('quoth rewrite reads arguments and standard input', async () => {
  const line = new CommandLine({ QUOTH_HOME: app.home });
  const quoth = (args: readonly string[], input = '') => line.begin(['rewrite', ...args], input).ended;
  const argument = await quoth([SPOKEN, '--provider', 'openai']);
  assert.deepEqual([argument.code, argument.out], [0, `${CLEAN}\n`], argument.errors);
  const input = await quoth(['--provider', 'openai', '--preset', 'email', '--json'], `${SPOKEN}\n`);
  assert.deepEqual(
    [input.code, JSON.parse(input.out).text, JSON.parse(input.out).preset],
    [0, CLEAN, 'email'],
  );
  simulator.fail('openai', { kind: 'status', status: 401 });
  const failed = await quoth(['-', '--provider', 'openai'], SPOKEN);
  assert.deepEqual([failed.code, failed.out], [1, `${SPOKEN}\n`]);
  assert.match(failed.errors, /rejected its API key/);
});

test('no key, no prompt and no text is in a log, a warning or an error', async () => {
  await rewrite({ text: SPOKEN, prompt: 'PROMPT-SECRET-MARKER', provider: 'openai' });
  const logs = readdirSync(join(app.home, 'logs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  assert(logs.join('').includes('Rewriting finished.'), 'the log tells that it happened');
  const all = [...answers, ...logs, app.stderr].join('\n');
  for (const secret of [
    MARKER,
    'PROMPT-SECRET-MARKER',
    'dictation-',
    'rewriting step',
    ...writers.map((id) => simulator.key(id)),
  ])
    assert(!all.includes(secret), secret);
});
