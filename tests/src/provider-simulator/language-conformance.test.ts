import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompletionRequest,
  compatibleEndpoint,
  completeText,
  LanguageError,
  type LanguageFacts,
  type LanguageFailure,
  type Vendor,
  vendorList,
} from '@quoth/vendors';
import type { Fault } from './fault.ts';
import { FixedRecognizer } from './fixed-recognizer.ts';
import { simulatorForTests } from './simulator-for-tests.ts';

interface Writer extends Pick<Vendor, 'id' | 'baseUrl' | 'refusesKey'> {
  readonly language: LanguageFacts;
}

const writers: readonly Writer[] = [
  ...vendorList.flatMap(({ language, ...vendor }) => (language ? [{ ...vendor, language }] : [])),
  { id: 'compatible', baseUrl: 'https://example.test/v1', language: compatibleEndpoint },
];

const SYSTEM =
  'Write the text between <dictation-00112233445566778899aabbccddeeff> and its end cleanly. SYSTEM-MARKER';
const USER =
  '<dictation-00112233445566778899aabbccddeeff>\num the train um leaves at noon TEXT-MARKER\n</dictation-00112233445566778899aabbccddeeff>';
const WRITTEN = 'The train leaves at noon TEXT-MARKER.';

const simulator = await simulatorForTests(new FixedRecognizer('', 0));

/** Waiting is not what is tested here: every pause is a turn of the loop. */
const slept: number[] = [];

function write(writer: Writer, changes: Partial<CompletionRequest> = {}): Promise<string> {
  slept.length = 0;
  const request: CompletionRequest = {
    language: writer.language,
    ...(writer.refusesKey && { refusesKey: writer.refusesKey }),
    baseUrl: simulator.baseUrl(writer),
    key: simulator.key(writer.id),
    model: writer.language.defaultModel || 'local-model',
    system: SYSTEM,
    user: USER,
    maxOutputTokens: 1_000,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    ...changes,
  };
  return completeText(request, {
    fetch,
    monotonic: () => performance.now(),
    sleep: async (milliseconds, signal) => {
      slept.push(milliseconds);
      await sleep(0, undefined, { signal });
    },
  });
}

async function failure(work: Promise<unknown>): Promise<LanguageError> {
  const error = await work.then(
    (result) => assert.fail(`no failure but ${JSON.stringify(result)}`),
    (reason: unknown) => reason,
  );
  assert(error instanceof LanguageError, String(error));
  return error;
}

interface FaultCase {
  readonly name: string;
  readonly fault: Fault;
  readonly kind: LanguageFailure;
  /** Requests that arrive: one, or one and two more tries. */
  readonly tries: 1 | 3;
}

const faults: readonly FaultCase[] = [
  { name: '400', fault: { kind: 'status', status: 400 }, kind: 'rejected', tries: 1 },
  { name: '401', fault: { kind: 'status', status: 401 }, kind: 'unauthorized', tries: 1 },
  { name: '403', fault: { kind: 'status', status: 403 }, kind: 'unauthorized', tries: 1 },
  { name: '404', fault: { kind: 'status', status: 404 }, kind: 'unknown-model', tries: 1 },
  { name: '422', fault: { kind: 'status', status: 422 }, kind: 'rejected', tries: 1 },
  { name: '429', fault: { kind: 'status', status: 429, retryAfter: '2' }, kind: 'limited', tries: 3 },
  { name: '500', fault: { kind: 'status', status: 500 }, kind: 'unreachable', tries: 3 },
  { name: '503', fault: { kind: 'status', status: 503, retryAfter: '1' }, kind: 'unreachable', tries: 3 },
  { name: 'an answer that breaks off', fault: { kind: 'reset' }, kind: 'unreachable', tries: 3 },
  { name: 'half an answer', fault: { kind: 'truncated' }, kind: 'malformed', tries: 1 },
  { name: 'another shape', fault: { kind: 'malformed' }, kind: 'malformed', tries: 1 },
  { name: 'no body', fault: { kind: 'empty' }, kind: 'malformed', tries: 1 },
  { name: 'a page of a login', fault: { kind: 'html' }, kind: 'malformed', tries: 1 },
  { name: 'an endless answer', fault: { kind: 'huge' }, kind: 'malformed', tries: 1 },
];

test('there are seven vendors and any compatible server', () => {
  assert.deepEqual(writers.map(({ id }) => id).sort(), [
    'anthropic',
    'cerebras',
    'compatible',
    'gemini',
    'groq',
    'mistral',
    'openai',
    'xai',
  ]);
  const listed = writers.filter(({ id: name }) => name !== 'compatible');
  for (const { id, language } of listed) {
    assert(
      language.models.some((model) => model.id === language.defaultModel),
      id,
    );
    for (const { contextTokens, outputTokens } of language.models) assert(contextTokens >= outputTokens, id);
  }
});

for (const writer of writers) {
  const { id, language } = writer;

  test(`${id}: every model writes, in the vendor's own format`, async () => {
    for (const model of language.models.length > 0
      ? language.models.map((facts) => facts.id)
      : ['local-model'])
      assert.equal(await write(writer, { model }), WRITTEN, model);
    const [reported] = simulator.language.reported;
    assert.deepEqual([reported?.system, reported?.user], [SYSTEM, USER]);
  });

  test(`${id}: every fault is distinguished, tried again as asked, and none quotes anything`, async () => {
    for (const { name, fault, kind, tries } of faults) {
      simulator.heal();
      simulator.fail(id, fault);
      const error = await failure(write(writer));
      assert.equal(error.kind, kind, name);
      assert.equal(simulator.arrivals.length, tries, name);
      assert.doesNotMatch(`${error.stack}${JSON.stringify(error)}`, /MARKER|simulated-/, name);
      if (fault.kind === 'status' && fault.retryAfter !== undefined)
        assert.deepEqual(slept, [Number(fault.retryAfter) * 1_000, Number(fault.retryAfter) * 1_000], name);
    }
  });

  test(`${id}: an outage that ends is no failure`, async () => {
    simulator.fail(id, { kind: 'status', status: 503 }, { times: 2 });
    assert.equal(await write(writer), WRITTEN);
    assert.deepEqual(slept, [500, 1_000]);
  });

  test(`${id}: a long pause is not waited for`, async () => {
    simulator.fail(id, { kind: 'status', status: 429, retryAfter: '3600' });
    assert.equal((await failure(write(writer))).kind, 'limited');
    assert.equal(simulator.arrivals.length, 1);
  });

  test(`${id}: a wrong key is a refused key`, async () => {
    const error = await failure(write(writer, { key: 'sk-WRONG-MARKER' }));
    assert.equal(error.kind, 'unauthorized');
    assert.doesNotMatch(`${error.stack}${JSON.stringify(error)}`, /MARKER/);
  });

  test(`${id}: no answer in time, and a caller who gives up`, async () => {
    simulator.fail(id, { kind: 'hang' });
    assert.equal((await failure(write(writer, { timeoutMs: 150 }))).kind, 'timeout');
    simulator.heal();
    simulator.fail(id, { kind: 'drip' });
    assert.equal((await failure(write(writer, { timeoutMs: 150 }))).kind, 'timeout');
    simulator.heal();
    simulator.fail(id, { kind: 'hang' });
    const caller = new AbortController();
    const given = write(writer, { signal: caller.signal });
    setTimeout(() => caller.abort(new Error('gone')), 100);
    await assert.rejects(given, { message: 'gone' });
  });

  test(`${id}: a redirect is refused, and nothing goes there`, async () => {
    simulator.fail(id, { kind: 'redirect', to: `${simulator.origin}/elsewhere/v1` });
    const error = await failure(write(writer));
    assert.equal(error.kind, 'rejected');
    assert.deepEqual(
      simulator.arrivals.map(({ vendor }) => vendor),
      [id],
    );
  });

  test(`${id}: no one answers, and a bad address is asked by no one`, async () => {
    assert.equal((await failure(write(writer, { baseUrl: 'http://127.0.0.1:9/v1' }))).kind, 'unreachable');
    for (const baseUrl of ['http://example.test/v1', 'ftp://127.0.0.1/v1', 'https://a:b@example.test/v1', ''])
      assert.equal((await failure(write(writer, { baseUrl }))).kind, 'rejected', baseUrl);
    assert.equal(simulator.arrivals.length, 0);
  });

  test(`${id}: an answer that was cut off is none; an empty one is for the guards`, async () => {
    simulator.language.behave(id, 'is-cut-off', 1);
    assert.equal((await failure(write(writer))).kind, 'cut-off');
    simulator.language.behave(id, 'empties', 1);
    assert.equal(await write(writer), '');
  });
}
