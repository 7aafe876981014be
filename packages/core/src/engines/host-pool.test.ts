import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@quoth/contract';
import fc from 'fast-check';
import { FakeHost } from './fixtures/fake-host.ts';
import {
  EngineHostPool,
  type PoolRequest,
  type PoolRules,
  SharedHosts,
  type SystemRank,
} from './host-pool.ts';

const SOON = 0;
const LATER = 1;
const calm = () => new AbortController().signal;

/** A pool of fake hosts, and the work that runs on them until it is asked to end. */
function poolOf(options: Partial<PoolRules<FakeHost>> = {}) {
  const made: FakeHost[] = [];
  const pool = new EngineHostPool<FakeHost>({
    create: (rank) => {
      const host = new FakeHost(made.length, rank);
      made.push(host);
      return host;
    },
    isUsable: () => true,
    maximum: () => 1,
    maxTotal: 2,
    wantsOwnHost: () => true,
    hasRoomFor: () => false,
    isInUse: () => true,
    ...options,
  });
  const begun: string[] = [];
  const start = (name: string, request: Partial<PoolRequest> = {}) => {
    const { model = 'm' } = request;
    const end = Promise.withResolvers<void>();
    const done = pool.run({ priority: SOON, signal: calm(), ...request, model }, async (host) => {
      host.loadedModel = model;
      begun.push(name);
      await end.promise;
      return host;
    });
    done.catch(() => undefined);
    return { done, end: () => end.resolve() };
  };
  return { pool, made, begun, start };
}

test('the limit of each model is its own: a small model asked for later loads no large one twice', async () => {
  const { made, begun, start } = poolOf({
    maximum: (model) => (model === 'large' ? 1 : 2),
    maxTotal: 4,
  });
  start('chunk 1', { model: 'large', priority: LATER });
  start('short', { model: 'small' });
  start('chunk 2', { model: 'large', priority: LATER });
  await nextTurn();
  assert.deepEqual(begun, ['chunk 1', 'short']);
  assert.equal(made.filter(({ loadedModel }) => loadedModel === 'large').length, 1);
});

test('before one more model is loaded, the idle hosts of those go that no one asks for', async () => {
  const asked = new Set(['quick', 'second']);
  const { made, start } = poolOf({ isInUse: (model) => asked.has(model), maxTotal: 4 });
  const both = ['first', 'quick'].map((model) => start(model, { model }));
  await nextTurn();
  for (const job of both) job.end();
  await Promise.all(both.map(({ done }) => done));
  start('second', { model: 'second' });
  await nextTurn();
  const living = made.filter(({ gone }) => !gone).map(({ loadedModel }) => loadedModel);
  assert.deepEqual(living.toSorted(), ['quick', 'second']);
});

test('they go too where an idle host loads one more model, and stay where one has it', async () => {
  const asked = new Set<string>();
  const { made, start } = poolOf({ isInUse: (model) => asked.has(model), maxTotal: 4 });
  const both = ['first', 'quick'].map((model) => start(model, { model }));
  await nextTurn();
  for (const job of both) job.end();
  await Promise.all(both.map(({ done }) => done));
  const [first, quick] = made;
  asked.add('quick');
  const warm = start('quick again', { model: 'quick' });
  warm.end();
  assert.equal(await warm.done, quick);
  assert.equal(first?.gone, false);
  asked.delete('quick');
  if (quick) quick.loadedModel = undefined;
  asked.add('second');
  const reused = start('second', { model: 'second' });
  reused.end();
  assert.equal(await reused.done, quick);
  assert.equal(first?.gone, true);
});

test('a job for which no host can be created fails alone, and no one waits behind it', async () => {
  let isBroken = true;
  const { begun, start } = poolOf({
    create: () => {
      if (isBroken) throw new AppError('MODEL_NOT_INSTALLED');
      return new FakeHost(0);
    },
  });
  await assert.rejects(start('first').done, { code: 'MODEL_NOT_INSTALLED' });
  isBroken = false;
  const second = start('second');
  await nextTurn();
  second.end();
  assert(await second.done);
  assert.deepEqual(begun, ['second']);
});

test('failing to create a host for a waiting job does not affect the result of a finished one', async () => {
  const { made, start } = poolOf({
    create: () => {
      if (made.length > 0) throw new AppError('ENGINE_UNAVAILABLE');
      made.push(new FakeHost(0));
      return made[0] as FakeHost;
    },
  });
  const first = start('first');
  const second = start('second');
  await nextTurn();
  made[0]?.crash();
  first.end();
  assert.equal((await first.done).number, 0);
  await assert.rejects(second.done, { code: 'ENGINE_UNAVAILABLE' });
});

test('urgent work does not wait for a chunk of a long recording, where memory allows', async () => {
  let hasRoom = true;
  const { begun, start } = poolOf({ hasRoomFor: () => hasRoom, maxTotal: 1 });
  const chunk = start('chunk', { priority: LATER });
  const short = start('short');
  start('another short');
  await nextTurn();
  assert.deepEqual(begun, ['chunk', 'short']);
  short.end();
  await nextTurn();
  assert.deepEqual(begun, ['chunk', 'short', 'another short']);
  hasRoom = false;
  chunk.end();
  const { begun: tight, start: startTight } = poolOf({ hasRoomFor: () => hasRoom, maxTotal: 1 });
  startTight('chunk', { priority: LATER });
  startTight('short');
  await nextTurn();
  assert.deepEqual(tight, ['chunk']);
});

test('short work gets a host that the system ranks as normal, and leaves it warm beside a long recording', async () => {
  const { pool, made, start } = poolOf({ hasRoomFor: () => true, maximum: () => 2 });
  const first = start('short', { rank: 'normal' });
  await nextTurn();
  first.end();
  await first.done;
  const chunks = ['one', 'two'].map((name) => start(name, { priority: LATER, rank: 'low' }));
  const second = start('another short', { rank: 'normal' });
  await nextTurn();
  second.end();
  assert.equal((await second.done).number, 0);
  for (const { end } of chunks) end();
  const ranks = await Promise.all(chunks.map(async ({ done }) => (await done).rank));
  assert.deepEqual(ranks, ['low', 'low']);
  await pool.shrink(1);
  assert.deepEqual(
    made.map(({ rank, gone }) => [rank, gone]),
    [
      ['normal', false],
      ['low', true],
      ['low', true],
    ],
  );
});

test('if memory allows only one host, a normal one does long work too, and a low-priority one never does short work', async () => {
  const tight = { hasRoomFor: () => false, wantsOwnHost: () => false };
  const { made, start } = poolOf(tight);
  const run = async (request: Partial<PoolRequest>) => {
    const job = start('job', request);
    await nextTurn();
    job.end();
    return job.done;
  };
  await run({ priority: LATER, rank: 'low' });
  assert.equal((await run({ rank: 'normal' })).rank, 'normal');
  assert.deepEqual([made.length, made[0]?.gone], [2, true]);
  assert.equal((await run({ priority: LATER, rank: 'low' })).number, 1);
});

test('a job that only waits for audio keeps no one waiting, if memory allows', async () => {
  for (const hasRoom of [true, false]) {
    const { begun, start } = poolOf({ hasRoomFor: () => hasRoom, maxTotal: 1 });
    start('live', { isLive: true });
    start('file', { priority: LATER });
    await nextTurn();
    assert.deepEqual(begun, hasRoom ? ['live', 'file'] : ['live']);
  }
});

test('a job that is cancelled while waiting leaves the queue, and closing settles all of them', async () => {
  const { pool, begun, start, made } = poolOf();
  const stop = new AbortController();
  start('first');
  const second = start('second', { signal: stop.signal });
  const third = start('third');
  stop.abort(new Error('gone'));
  await assert.rejects(second.done, /gone/);
  const reason = new AppError('CANCELLED');
  await pool.end(reason);
  await assert.rejects(third.done, reason);
  await assert.rejects(start('too late').done, reason);
  assert.deepEqual([begun, made.map(({ endedWith }) => endedWith)], [['first'], [reason]]);
});

test('a model that is to be unloaded leaves memory when its work is done', async () => {
  const { pool, made, start } = poolOf();
  const job = start('job');
  await nextTurn();
  pool.forget('m');
  assert.equal(made[0]?.gone, false);
  job.end();
  await job.done;
  assert.equal(made[0]?.gone, true);
});

type Step =
  | {
      readonly do: 'ask';
      readonly model: string;
      readonly priority: number;
      readonly isLive: boolean;
      readonly rank: SystemRank | undefined;
    }
  | { readonly do: 'end' | 'give up' | 'crash'; readonly which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('ask' as const),
    model: fc.constantFrom('large', 'small'),
    priority: fc.constantFrom(SOON, LATER),
    isLive: fc.boolean(),
    rank: fc.constantFrom('normal' as const, 'low' as const, undefined),
  }),
  fc.record({ do: fc.constantFrom('end' as const, 'give up' as const, 'crash' as const), which: fc.nat(20) }),
);

test('whatever is requested, ended or cancelled, and whatever crashes: no limit is exceeded, no one is forgotten, and everybody is served in the end', async () => {
  const limits: Readonly<Record<string, number>> = { large: 1, small: 2 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), fc.boolean(), async (steps, hasRoom) => {
      const busy = new Map<FakeHost, PoolRequest>();
      const broken = new Set<string>();
      const { pool } = poolOf({
        maximum: (model) => limits[model] ?? 1,
        hasRoomFor: () => hasRoom,
        wantsOwnHost: () => hasRoom,
        maxTotal: 2,
      });
      const check = () => {
        const heavy = [...busy.values()].filter(({ isLive }) => isLive !== true);
        const large = heavy.filter(({ model }) => model === 'large');
        // One beyond the limits: urgent work beside what can wait.
        if (heavy.length > 3) broken.add('too many in progress');
        if (heavy.length === 3 && heavy.every(({ priority }) => priority === LATER)) broken.add('too many');
        if (large.length > 2) broken.add('too many large ones');
        if (large.length === 2 && large.every(({ priority }) => priority === LATER)) broken.add('two large');
        if (!hasRoom && busy.size > 2) broken.add('no memory for so many');
      };
      const jobs: { done: Promise<unknown>; end: () => void; stop: AbortController; host?: FakeHost }[] = [];
      for (const next of steps) {
        if (next.do === 'ask') {
          const stop = new AbortController();
          const gate = Promise.withResolvers<void>();
          const request = { ...next, signal: stop.signal };
          const job: (typeof jobs)[number] = { done: Promise.resolve(), end: () => gate.resolve(), stop };
          job.done = pool
            .run(request, async (host) => {
              if (busy.has(host)) broken.add('two at one host');
              if (next.rank === 'normal' && host.rank === 'low') broken.add('short work at low rank');
              if (host.gone) broken.add('work for a dead host');
              host.loadedModel = next.model;
              job.host = host;
              busy.set(host, request);
              check();
              await gate.promise;
              busy.delete(host);
            })
            .catch((error: unknown) => {
              if (error !== stop.signal.reason) broken.add(String(error));
            });
          jobs.push(job);
        } else {
          const job = jobs[next.which % Math.max(1, jobs.length)];
          if (next.do === 'end') job?.end();
          else if (next.do === 'give up') job?.stop.abort();
          else job?.host?.crash();
        }
        await nextTurn();
        assert.deepEqual([...broken], []);
      }
      for (const job of jobs) job.end();
      await Promise.all(jobs.map(({ done }) => done));
      assert.equal(busy.size, 0);
    }),
    { numRuns: 300 },
  );
});

/** Shared hosts over a real pool of hosts without processes; each running host waits until the test says so. */
function sharedOf({ capacity = 3, maximum = 1, room = true } = {}) {
  const { pool, made: hosts } = poolOf({ maximum: () => maximum, hasRoomFor: () => room });
  const shared = new SharedHosts(pool, capacity, { isUsable: () => true, hasRoomFor: () => room });
  const follow = (model = 'tiny') => {
    const stop = new AbortController();
    const over = Promise.withResolvers<void>();
    const began = Promise.withResolvers<FakeHost>();
    const request = { priority: 0, model, signal: stop.signal, isLive: true };
    const done = shared.run(request, async (host) => {
      host.loadedModel = model;
      began.resolve(host);
      await over.promise;
      return host.number;
    });
    done.catch((error: unknown) => began.reject(error));
    began.promise.catch(() => undefined);
    return { stop, began: began.promise, done, end: () => over.resolve() };
  };
  return { pool, hosts, follow };
}

test('recordings in progress share a host, up to what it follows; one more gets a host of its own', async () => {
  const { hosts, follow } = sharedOf({ capacity: 3 });
  const all = Array.from({ length: 7 }, () => follow());
  const numbers = await Promise.all(all.map(async ({ began }) => (await began).number));
  assert.deepEqual(numbers, [0, 0, 0, 1, 1, 1, 2]);
  for (const one of all) one.end();
  await Promise.all(all.map(({ done }) => done));
  assert.equal(hosts.length, 3);
});

test('after the last of them the host is free for anything, and the next recording takes it again', async () => {
  const { pool, hosts, follow } = sharedOf();
  const [one, two] = [follow(), follow()];
  const host = await one.began;
  assert.equal(await two.began, host);
  one.end();
  await one.done;
  const three = follow();
  assert.equal(await three.began, host);
  for (const each of [two, three]) each.end();
  await Promise.all([two.done, three.done]);
  const request = { priority: 0, model: 'tiny', signal: new AbortController().signal };
  assert.equal(await pool.run(request, async (taken) => taken), host);
  const next = follow();
  assert.equal(await next.began, host);
  next.end();
  await next.done;
  assert.equal(hosts.length, 1);
});

test('models do not share, and a host that has gone takes no one in any more', async () => {
  const { follow } = sharedOf();
  const [one, other] = [follow('one'), follow('other')];
  assert.notEqual(await one.began, await other.began);
  (await one.began).crash();
  const again = follow('one');
  assert.notEqual(await again.began, await one.began);
  for (const each of [one, other, again]) each.end();
  await Promise.all([one.done, other.done, again.done]);
});

test('who gives up while a host is waited for takes no one with it, and the last one leaves the line', async () => {
  const { pool, follow } = sharedOf({ room: false });
  const busy = Promise.withResolvers<void>();
  const request = { priority: 0, model: 'tiny', signal: new AbortController().signal };
  const work = pool.run(request, () => busy.promise);
  const [one, two] = [follow(), follow()];
  one.stop.abort(new AppError('CANCELLED'));
  await assert.rejects(one.done, { code: 'CANCELLED' });
  busy.resolve();
  await work;
  await two.began;
  two.end();
  await two.done;
});

test('where no host can be had, everybody who waits learns why', async () => {
  const { pool, follow } = sharedOf({ room: false });
  const busy = Promise.withResolvers<void>();
  const request = { priority: 0, model: 'tiny', signal: new AbortController().signal };
  const work = pool.run(request, () => busy.promise);
  const waiting = [follow(), follow()];
  const reported = Promise.all(waiting.map(({ done }) => assert.rejects(done, { code: 'CANCELLED' })));
  await pool.end(new AppError('CANCELLED'));
  await reported;
  busy.resolve();
  await work;
});
