import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AdminClient } from '@quoth/gateway';
import { ScratchPostgres } from '@quoth/gateway/fixtures';
import { toneWav } from '../../gateway/test-gateway.ts';
import type { Fault } from '../../provider-simulator/fault.ts';
import { FixedRecognizer } from '../../provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from '../../provider-simulator/simulator.ts';
import { SeededRandom } from '../seeded-random.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { NodeProcess } from './node-process.ts';
import { type Outcome, RetryingClient } from './retrying-client.ts';

export interface GatewayChaosOptions {
  readonly database: 'postgres' | 'embedded';
  readonly requests: number;
  readonly clients: number;
  readonly seed: number;
  /**
   * Answers between two kills of a node, on average: by answers and not by time, so that a slow machine has as many
   * kills and no more.
   */
  readonly killEvery: number;
  readonly log: (line: string) => void;
}

export interface GatewayChaosReport {
  readonly answered: number;
  readonly attempts: number;
  readonly hangUps: number;
  readonly kills: number;
  readonly crashes: number;
  readonly cuts: number;
  readonly faults: number;
  /** What must never be, in words. */
  readonly problems: readonly string[];
}

const TEXT = 'hello from the cloud';
const FETCHED_AT_ONCE = 8;
const adminKey = 'chaos-admin-key-of-the-tests';
const vendors = ['deepgram', 'groq', 'elevenlabs'];
/** A database crashes once while so many nodes are killed. */
const KILLS_A_CRASH = 6;
const faults: readonly Fault[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 408 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 403 },
  { kind: 'reset' },
  { kind: 'truncated' },
  { kind: 'malformed' },
  { kind: 'empty' },
  { kind: 'html' },
  { kind: 'redirect', to: 'http://127.0.0.1:1/' },
  { kind: 'hang' },
  { kind: 'drip' },
  { kind: 'huge' },
];

/**
 * Clients that retry, while nodes are killed, the database crashes, connections are cut at COMMIT and vendors fail in
 * every way. Says what came of it that must never be.
 */
export async function runGatewayChaos(options: GatewayChaosOptions): Promise<GatewayChaosReport> {
  const { database, requests, clients, seed, log } = options;
  const dice = new SeededRandom(seed);
  const random = () => dice.next();
  const simulator = await ProviderSimulator.start(new FixedRecognizer(TEXT, 20));
  const postgres = database === 'postgres' ? await ScratchPostgres.start() : undefined;
  const proxy = postgres ? await CuttingProxy.start(postgres.port, random) : undefined;
  const name = await postgres?.database();
  const databaseUrl = postgres?.url(name, proxy?.port);
  const nodes = Array.from(
    { length: postgres ? 3 : 1 },
    () => new NodeProcess({ simulator, adminKey, ...(databaseUrl === undefined ? {} : { databaseUrl }) }),
  );
  const stop = new AbortController();
  const counts = { kills: 0, crashes: 0, faults: 0 };
  try {
    await Promise.all(nodes.map((node) => node.start()));
    const admin = () => new AdminClient(nodes.find((node) => node.address)?.address ?? '', adminKey);
    const token = await makeAccount(admin());
    log(`${nodes.length} node(s) on the ${database} database; ${requests} requests by ${clients} clients`);
    const addresses = () => nodes.flatMap(({ address }) => address ?? []);
    const client = new RetryingClient({ addresses, token, random });
    const outcomes: Outcome[] = [];
    const answered = () => outcomes.length;
    const trouble = [
      breakVendors(simulator, random, counts, stop.signal),
      killNodes(nodes, options, random, counts, answered, stop.signal),
      ...(postgres ? [crashDatabase(postgres, options, random, counts, answered, stop.signal)] : []),
    ];
    if (proxy) proxy.chance = 0.04;
    let next = 0;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        // A run in which nothing was killed proves nothing.
        while (next < requests || counts.kills === 0) {
          const number = next++;
          outcomes.push(await client.ask(toneWav(0.2, 100 + number / 7), number % 4 !== 0));
          if (outcomes.length % 500 === 0) log(`${outcomes.length} answered`);
        }
      }),
    );
    stop.abort();
    await Promise.all(trouble);
    if (proxy) proxy.chance = 0;
    simulator.heal();
    for (const node of nodes) if (!node.address) await node.start();
    const problems = await findProblems({ outcomes, client, admin: admin() });
    return {
      answered: outcomes.length,
      attempts: client.attempts,
      hangUps: client.hangUps,
      cuts: proxy?.cuts ?? 0,
      ...counts,
      problems,
    };
  } finally {
    stop.abort();
    await Promise.all(nodes.map((node) => node.close()));
    await proxy?.close();
    await postgres?.close();
    await simulator.close();
  }
}

async function makeAccount(admin: AdminClient): Promise<string> {
  for (const vendor of vendors)
    await admin.ask('POST', '/prices', {
      kind: 'speech',
      vendor,
      per_minute_micro: 60_000,
      minimum_seconds: 1,
    });
  const { id } = await admin.ask<{ id: string }>('POST', '/accounts', { name: 'Chaos' });
  await admin.ask(
    'POST',
    `/accounts/${id}/grants`,
    { amount_micro: 10 ** 12 },
    { 'idempotency-key': randomUUID() },
  );
  return (await admin.ask<{ token: string }>('POST', `/accounts/${id}/tokens`, { name: 'chaos' })).token;
}

/** Every charge belongs to exactly one answered request, and the other way round; every answer can be fetched again. */
async function findProblems({
  outcomes,
  client,
  admin,
}: {
  outcomes: readonly Outcome[];
  client: RetryingClient;
  admin: AdminClient;
}): Promise<string[]> {
  const { problems: found } = await admin.ask<{ problems: string[] }>('GET', '/books');
  const problems = [...found];
  const { data } = await admin.ask<{ data: { id: string; balance: number; held: number }[] }>(
    'GET',
    '/accounts',
  );
  const account = data[0];
  if (!account) return ['the account is gone'];
  const { usage } = await admin.ask<{ usage: { requests: number; charge_micro: number }[] }>(
    'GET',
    `/accounts/${account.id}`,
  );
  const bad = outcomes.filter(({ status }) => status !== 200);
  for (const { status, body } of bad.slice(0, 3))
    problems.push(`a request ended with ${status}: ${body.slice(0, 200)}`);
  const good = outcomes.filter(({ status }) => status === 200);
  for (const { body } of good)
    if ((JSON.parse(body) as { text: string }).text !== TEXT)
      problems.push(`a wrong answer: ${body.slice(0, 100)}`);
  const ids = new Set(good.map(({ requestId }) => requestId));
  if (ids.size !== good.length) problems.push(`${good.length - ids.size} answers share a request`);
  const completed = usage.reduce((sum, each) => sum + each.requests, 0);
  if (completed !== good.length) problems.push(`${good.length} answers, but ${completed} settled requests`);
  const charged = usage.reduce((sum, each) => sum + each.charge_micro, 0);
  const reported = good.reduce((sum, { charge }) => sum + charge, 0);
  if (charged !== reported) problems.push(`charged ${charged}, told ${reported}`);
  if (10 ** 12 - account.balance !== reported)
    problems.push(`the balance fell by ${10 ** 12 - account.balance}, not ${reported}`);
  const keyed = good.filter(({ key }) => key !== undefined);
  let next = 0;
  const fetchAgain = async () => {
    for (let each = keyed[next++]; each; each = keyed[next++]) {
      const again = await client.once(each.audio, each.key);
      if (again.body !== each.body || again.charge !== each.charge)
        problems.push(`an answer cannot be fetched again (${again.status})`);
    }
  };
  await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, fetchAgain));
  return problems;
}

async function breakVendors(
  simulator: ProviderSimulator,
  random: () => number,
  counts: { faults: number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // No one uses faults up while every node is down: without an end to them nothing would ever be answered again.
    if (random() < 0.5) simulator.heal();
    const vendor = vendors[Math.floor(random() * vendors.length)] ?? '';
    const fault = faults[Math.floor(random() * faults.length)];
    if (fault) simulator.fail(vendor, fault, { times: 1 + Math.floor(random() * 4) });
    counts.faults += 1;
    await sleep(100 + random() * 400);
    // A test's memory is not for keeping thousands of uploads.
    simulator.arrivals.length = 0;
  }
}

async function killNodes(
  nodes: readonly NodeProcess[],
  { killEvery }: GatewayChaosOptions,
  random: () => number,
  counts: { kills: number },
  answered: () => number,
  signal: AbortSignal,
): Promise<void> {
  while (await hasMore(answered, killEvery * (0.5 + random()), signal)) {
    const node = nodes[Math.floor(random() * nodes.length)];
    // Now and then in an orderly way, as in a rolling restart.
    await node?.kill(random() < 0.2 ? 'SIGTERM' : 'SIGKILL');
    counts.kills += 1;
    // A node that finds no database at its start ends; as under a service manager, it is started again.
    while (node && !(await node.start()) && !signal.aborted) await sleep(200);
  }
}

async function crashDatabase(
  postgres: ScratchPostgres,
  { killEvery }: GatewayChaosOptions,
  random: () => number,
  counts: { crashes: number },
  answered: () => number,
  signal: AbortSignal,
): Promise<void> {
  while (await hasMore(answered, killEvery * KILLS_A_CRASH * (0.5 + random()), signal)) {
    await postgres.crash();
    counts.crashes += 1;
    await sleep(random() * 1_500);
    await postgres.resume();
  }
}

/** Waits for so many more answers; false where the run is over first. */
async function hasMore(answered: () => number, more: number, signal: AbortSignal): Promise<boolean> {
  const enough = answered() + more;
  while (answered() < enough && !signal.aborted) await sleep(20);
  return !signal.aborted;
}
