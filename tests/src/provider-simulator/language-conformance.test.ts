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

/** Each fault, what it must be told as, and how many requests arrive: one, or one and two more tries. */
const faults: readonly (readonly [name: string, fault: Fault, kind: LanguageFailure, tries: 1 | 3])[] = [
  ['400', { kind: 'status', status: 400 }, 'rejected', 1],
  ['401', { kind: 'status', status: 401 }, 'unauthorized', 1],
  ['403', { kind: 'status', status: 403 }, 'unauthorized', 1],
  ['404', { kind: 'status', status: 404 }, 'unknown-model', 1],
  ['422', { kind: 'status', status: 422 }, 'rejected', 1],
  ['429', { kind: 'status', status: 429, retryAfter: '2' }, 'limited', 3],
  ['500', { kind: 'status', status: 500 }, 'unreachable', 3],
  ['503', { kind: 'status', status: 503, retryAfter: '1' }, 'unreachable', 3],
  ['an answer that breaks off', { kind: 'reset' }, 'unreachable', 3],
  ['half an answer', { kind: 'truncated' }, 'malformed', 1],
  ['another shape', { kind: 'malformed' }, 'malformed', 1],
  ['no body', { kind: 'empty' }, 'malformed', 1],
  ['a page of a login', { kind: 'html' }, 'malformed', 1],
  ['an endless answer', { kind: 'huge' }, 'malformed', 1],
];

test('there are seven vendors and any compatible server', () => {
  const ids = writers.map(({ id }) => id).sort();
  assert.equal(ids.join(' '), 'anthropic cerebras compatible gemini groq mistral openai xai');
  const listed = writers.filter(({ id: name }) => name !== 'compatible');
  for (const { id, language } of listed) {
    assert(language.models.map((model) => model.id).includes(language.defaultModel), id);
    for (const { contextTokens, outputTokens } of language.models) assert(contextTokens >= outputTokens, id);
  }
});

for (const writer of writers) {
  const { id, language } = writer;

  test(`${id}: every model writes, in the vendor's own format`, async () => {
    const models = language.models.map((facts) => facts.id);
    for (const model of models.length > 0 ? models : ['local-model'])
      assert.equal(await write(writer, { model }), WRITTEN, model);
    const [reported] = simulator.language.reported;
    assert.deepEqual([reported?.system, reported?.user], [SYSTEM, USER]);
  });

  test(`${id}: every fault is distinguished, tried again as asked, and none quotes anything`, async () => {
    for (const [name, fault, kind, tries] of faults) {
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
    for (const kind of ['hang', 'drip'] as const) {
      simulator.fail(id, { kind });
      assert.equal((await failure(write(writer, { timeoutMs: 150 }))).kind, 'timeout', kind);
      simulator.heal();
    }
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
    assert.equal(simulator.arrivals.map(({ vendor }) => vendor).join(), id);
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
