import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHostile } from './chaos/hostile/hostile-run.ts';
import { runPipelining } from './chaos/hostile/pipelining-run.ts';
import { runSockets } from './chaos/hostile/sockets-run.ts';

const REQUESTS = 150;
const SEED = 20_261_122;
/** Of GET /health while they send. */
const ANSWERS = 3;

test(`${REQUESTS} requests that no one should send (seed ${SEED}), and vendors that answer as badly: no 5xx, memory and descriptors within bounds, nothing left over`, async () => {
  const { answers } = await runHostile({ requests: REQUESTS, seed: SEED, log: () => undefined });
  // Some are understood, some refused, some break off.
  for (const status of [0, 200, 400, 404]) assert((answers.get(status) ?? 0) > 0, `no ${status}`);
});

test('300 connections that send requests ahead and read nothing are cut, cost little memory, and leave no descriptor', async () => {
  const { cut, peakGrowthMebibytes, answeredHealth, missedHealth } = await runPipelining({
    connections: 300,
    seconds: 2,
    answers: ANSWERS,
  });
  assert(cut > 0);
  assert(answeredHealth >= ANSWERS, `/health was answered ${answeredHealth} times meanwhile`);
  assert.equal(missedHealth, 0);
  assert(peakGrowthMebibytes < 250, `${peakGrowthMebibytes} MiB`);
});

test('60 realtime and Wyoming connections of clients that send what no one should: memory and descriptors within bounds, nothing left over', async () => {
  const { peakGrowthMebibytes } = await runSockets({ connections: 60, seed: SEED, log: () => undefined });
  assert(peakGrowthMebibytes > 0);
});
