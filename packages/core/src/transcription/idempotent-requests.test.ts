import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, say } from '@quoth/contract';
import fc from 'fast-check';
import type { KnownRequest, RequestKey, StoredRecording } from '../recordings/index.ts';
import type { Outcome } from './finished-transcription.ts';
import { type Answer, IdempotentRequests, type RequestWork } from './idempotent-requests.ts';

const calm = () => new AbortController().signal;
const keyOf = (hash: string, fingerprint = 'audio'): RequestKey => ({ hash, fingerprint });

type Ending = 'completed' | 'failed for now' | 'failed permanently';
interface Entry {
  status: 'pending' | 'completed' | 'failed';
  code?: 'TRANSCRIPTION_FAILED' | 'NO_SPEECH';
}

/** The recordings and keys of a database, and work on them that ends when it is asked to. */
function world() {
  const recordings = new Map<string, Entry>();
  const keys = new Map<string, KnownRequest>();
  const gates = new Map<string, PromiseWithResolvers<Ending>>();
  const counts = { first: 0, again: 0, discarded: 0, most: 0 };
  const outcomeOf = (id: string) => ({ recordingId: id, timings: {}, latencyMs: 1 }) as unknown as Outcome;

  const requests = new IdempotentRequests({
    keys: {
      find: async (hash) => keys.get(hash),
      answered: async (hash, measured) => {
        const known = keys.get(hash);
        if (known) keys.set(hash, { ...known, ...('advice' in measured ? measured : { measured }) });
      },
    },
    stored: async (id) => {
      const entry = recordings.get(id);
      if (!entry) throw new AppError('RECORDING_NOT_FOUND');
      const error = entry.code === undefined ? null : { code: entry.code, message: 'why' };
      return { recording: { id, status: entry.status, error } } as unknown as StoredRecording;
    },
    outcomeOf: ({ recording }) => outcomeOf(recording.id),
  });

  /** What the service does: a row with its key, work until the gate opens, and its outcome in the row. */
  const transcribe = async (id: string, signal: AbortSignal): Promise<Answer> => {
    assert(!gates.has(id), 'two jobs on one recording');
    const gate = Promise.withResolvers<Ending>();
    gates.set(id, gate);
    counts.most = Math.max(counts.most, gates.size);
    signal.addEventListener('abort', () => gate.reject(signal.reason), { once: true });
    if (signal.aborted) gate.reject(signal.reason);
    try {
      const outcome = await gate.promise;
      if (outcome === 'completed') {
        recordings.set(id, { status: 'completed' });
        return outcomeOf(id);
      }
      const code = outcome === 'failed for now' ? 'TRANSCRIPTION_FAILED' : 'NO_SPEECH';
      recordings.set(id, { status: 'failed', code });
      throw new AppError(code, {
        hint: say('asWritten', { text: `What to do about ${outcome}.` }),
      });
    } catch (error) {
      if (recordings.get(id)?.status === 'pending') recordings.set(id, { status: 'failed' });
      throw error;
    } finally {
      gates.delete(id);
    }
  };
  const work = (): RequestWork => ({
    first: async (key, signal) => {
      await nextTurn();
      signal.throwIfAborted();
      const id = `recording ${++counts.first} of ${key.hash}`;
      recordings.set(id, { status: 'pending' });
      keys.set(key.hash, {
        fingerprint: key.fingerprint,
        recordingId: id,
        measured: undefined,
        advice: undefined,
      });
      return transcribe(id, signal);
    },
    again: (id, signal) => {
      counts.again++;
      recordings.set(id, { status: 'pending' });
      return transcribe(id, signal);
    },
    settled: async () => undefined,
    discard: async () => {
      counts.discarded++;
    },
  });
  const ask = (key: RequestKey, signal = calm(), options = {}) => requests.once(key, options, work(), signal);
  /** Ends what is in progress, and waits until everybody has been told. */
  const end = async (outcome: Ending, only?: string) => {
    for (const [id, gate] of gates) if (only === undefined || id.endsWith(only)) gate.resolve(outcome);
    for (let turns = 0; turns < 5; turns++) await nextTurn();
  };
  const begun = async () => {
    for (let turns = 0; turns < 5; turns++) await nextTurn();
  };
  return { requests, recordings, keys, counts, ask, end, begun };
}

test('calls of one key at the same time share the work, and each discards its audio once', async () => {
  const { ask, begun, end, counts } = world();
  const calls = [ask(keyOf('a')), ask(keyOf('a')), ask(keyOf('a'))];
  await begun();
  await end('completed');
  const answers = await Promise.all(calls);
  assert.equal(new Set(answers).size, 1);
  assert.deepEqual([counts.first, counts.again, counts.discarded], [1, 0, 3]);
});

test('the work survives a caller that leaves, until the last one has gone', async () => {
  const { ask, begun, end, counts, recordings } = world();
  const stops = [new AbortController(), new AbortController()];
  const [first, second] = stops.map(({ signal }) => ask(keyOf('a'), signal));
  await begun();
  stops[0]?.abort(new Error('gone'));
  await assert.rejects(first as Promise<Answer>, /gone/);
  assert.equal([...recordings.values()][0]?.status, 'pending');
  stops[1]?.abort(new Error('gone too'));
  await assert.rejects(second as Promise<Answer>, /gone too/);
  await begun();
  assert.equal([...recordings.values()][0]?.status, 'failed');
  assert.equal(counts.discarded, 2);
  // Who comes now does it once more on the same recording.
  const third = ask(keyOf('a'));
  await begun();
  await end('completed');
  assert.equal(((await third) as Outcome).recordingId, 'recording 1 of a');
  assert.deepEqual([counts.first, counts.again], [1, 1]);
});

test('a permanent failure is repeated without any work; after a temporary one the work is done again', async () => {
  const { ask, begun, end, counts } = world();
  for (const [outcome, again] of [
    ['failed permanently', 0],
    ['failed for now', 1],
  ] as const) {
    const before = counts.again;
    const call = ask(keyOf(outcome));
    await begun();
    const failed = assert.rejects(call, { code: again === 0 ? 'NO_SPEECH' : 'TRANSCRIPTION_FAILED' });
    const hint = 'What to do about failed permanently.';
    await end(outcome);
    await failed;
    const repeated = ask(keyOf(outcome));
    const reported = again === 0 ? assert.rejects(repeated, { code: 'NO_SPEECH', hint }) : repeated;
    await begun();
    await end('completed');
    await reported;
    assert.equal(counts.again - before, again, outcome);
  }
});

test('a key with another request is refused: while its own is in progress, and afterwards', async () => {
  const { ask, begun, end, counts } = world();
  const first = ask(keyOf('a'));
  await begun();
  await assert.rejects(ask(keyOf('a', 'other audio')), { code: 'INVALID_REQUEST' });
  await end('completed');
  await first;
  await assert.rejects(ask(keyOf('a', 'other audio')), { code: 'INVALID_REQUEST' });
  assert.deepEqual([counts.first, counts.discarded], [1, 3]);
});

test('a key whose recording was deleted says so; an asynchronous one is accepted at once', async () => {
  const { ask, begun, end, recordings, counts } = world();
  const first = ask(keyOf('a'));
  await begun();
  await end('completed');
  await first;
  assert.deepEqual(await ask(keyOf('a'), calm(), { async: true }), {
    ok: true,
    recording_id: 'recording 1 of a',
    status: 'pending',
  });
  recordings.clear();
  await assert.rejects(ask(keyOf('a')), { code: 'RECORDING_NOT_FOUND', message: /Idempotency-Key/ });
  assert.equal(counts.first, 1);
});

test('answers that nothing was kept of are the same too, the last 200 of them', async () => {
  let done = 0;
  const requests = new IdempotentRequests({
    keys: { find: async () => undefined, answered: async () => assert.fail('there is no recording') },
    stored: async () => assert.fail('there is no recording'),
    outcomeOf: () => assert.fail('there is no recording'),
  });
  const work: RequestWork = {
    first: async () => {
      const record = { words: ['every word'], segments: ['every segment'] };
      const options = { timestamp_granularities: ['word'] };
      return { latencyMs: ++done, timings: {}, options, record } as unknown as Outcome;
    },
    again: async () => assert.fail('there is no recording'),
    settled: async () => undefined,
    discard: async () => undefined,
  };
  const outcome = async (hash: string) => (await requests.once(keyOf(hash), {}, work, calm())) as Outcome;
  const ask = async (hash: string) => (await outcome(hash)).latencyMs;
  assert.equal(await ask('0'), 1);
  assert.deepEqual(
    (await outcome('0')).record,
    { words: ['every word'], segments: [] },
    'only the times that were asked for are kept',
  );
  for (let index = 1; index < 200; index++) await ask(String(index));
  assert.equal(await ask('0'), 1);
  await ask('200');
  assert.equal(await ask('0'), 202, 'the oldest is forgotten');
});

test('whatever callers do, and however work ends: one recording a key, one job at a time, nothing left over', async () => {
  const moves = fc.array(
    fc.oneof(
      fc.record({
        move: fc.constant('ask' as const),
        hash: fc.constantFrom('a', 'b'),
        fingerprint: fc.constantFrom('audio', 'audio', 'audio', 'other audio'),
      }),
      fc.record({ move: fc.constant('leave' as const), call: fc.nat(20) }),
      fc.record({
        move: fc.constant('end' as const),
        hash: fc.constantFrom('a', 'b'),
        outcome: fc.constantFrom<Ending>('completed', 'failed for now', 'failed permanently'),
      }),
      fc.record({ move: fc.constant('pass' as const) }),
    ),
    { maxLength: 40, size: 'max' },
  );
  await fc.assert(
    fc.asyncProperty(moves, async (steps) => {
      const { ask, begun, end, counts, keys, recordings } = world();
      const calls: { key: RequestKey; stop: AbortController; end: Promise<unknown> }[] = [];
      const owners = new Map<string, string>();
      for (const step of steps) {
        if (step.move === 'ask') {
          const stop = new AbortController();
          const key = keyOf(step.hash, step.fingerprint);
          const done = ask(key, stop.signal).catch((error: unknown) => error);
          calls.push({ key, stop, end: done });
        } else if (step.move === 'leave') calls[step.call]?.stop.abort(new Error('gone'));
        else if (step.move === 'end') await end(step.outcome, step.hash);
        else await begun();
        for (const [hash, { recordingId, fingerprint }] of keys) {
          const before = owners.get(hash) ?? `${recordingId} ${fingerprint}`;
          assert.equal(`${recordingId} ${fingerprint}`, before, 'a key keeps its recording');
          owners.set(hash, before);
        }
      }
      // Everything ends: no one waits forever, each has discarded once, and what a key stands for is reported to anyone
      // who asks again.
      for (let rounds = 0; rounds < 4; rounds++) {
        await begun();
        await end('completed');
      }
      await Promise.all(calls.map((call) => call.end));
      assert.equal(counts.discarded, calls.length);
      assert.equal(counts.first, keys.size);
      assert(counts.most <= 2, 'one job a key');
      for (const { key, end: result } of calls) {
        const known = keys.get(key.hash);
        const outcome = await result;
        if (known && known.fingerprint !== key.fingerprint) assert(outcome instanceof Error);
        if (!(outcome instanceof Error)) assert.equal((outcome as Outcome).recordingId, known?.recordingId);
      }
      assert([...recordings.values()].every(({ status }) => status !== 'pending'));
    }),
    { numRuns: 200 },
  );
});
