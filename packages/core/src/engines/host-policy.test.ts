import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineModel, HostSituation } from './engine.ts';
import { HostPolicy, type RunningHost } from './host-policy.ts';

const small = { id: 'small', sizeMb: 100 } as EngineModel;
const large = { id: 'large', sizeMb: 3_000 } as EngineModel;
const hostWith = (loadedModel: string | undefined, more: Partial<RunningHost> = {}): RunningHost => ({
  loadedModel,
  device: loadedModel === undefined ? undefined : 'cpu',
  rank: 'normal',
  ...more,
});

interface Situation {
  readonly hosts?: readonly RunningHost[];
  readonly freeMemory?: number;
  readonly memory?: number;
  readonly maxHosts?: (situation: HostSituation) => number;
}

/** The policy of an engine with two models on a machine with four cores. */
const policyOf = ({ hosts = [], freeMemory = 1e9, memory = 8e9, maxHosts = () => 2 }: Situation = {}) =>
  new HostPolicy(
    { models: () => [small, large], maxHosts },
    { cores: 4, memory, freeMemory: () => freeMemory },
    () => hosts,
  );

test('a model has at least one host, and never more than the machine has cores', () => {
  for (const [wanted, expected] of [
    [0, 1],
    [2, 2],
    [9, 4],
  ] as const) {
    assert.equal(policyOf({ maxHosts: () => wanted }).maximum('small'), expected);
  }
  assert.equal(policyOf({ maxHosts: () => 3 }).threadsOfEach('small'), 1);
  assert.equal(policyOf({ maxHosts: () => 1 }).threadsOfEach('small'), 4);
});

test('the engine is asked about its own situation: cores, memory and the device in use', () => {
  const asked: HostSituation[] = [];
  const maxHosts = (situation: HostSituation) => asked.push(situation);
  policyOf({ maxHosts }).maximum('small');
  policyOf({ maxHosts, hosts: [hostWith('small', { device: 'gpu' })] }).maximum('small');
  assert.deepEqual(asked, [
    { model: 'small', cores: 4, freeMemory: 1e9, device: undefined },
    { model: 'small', cores: 4, freeMemory: 1e9, device: 'gpu' },
  ]);
});

test('two models in progress get a host each as long as memory allows', () => {
  const policy = policyOf();
  const done = policy.begin('small');
  assert(policy.isBusy);
  assert(!policy.wantsOwnHost('small'), 'it is the only one in progress');
  const otherDone = policy.begin('large');
  assert(policy.wantsOwnHost('small'));
  assert(!policy.wantsOwnHost('large'), 'there is no room for another 3 GB');
  otherDone();
  assert(!policy.wantsOwnHost('small'));
  done();
  assert(!policy.isBusy);
});

test('a job may use a host of any rank on a GPU, and only one of its own rank on a CPU', () => {
  const cases: readonly (readonly [hosts: RunningHost[], expected: string | undefined])[] = [
    [[], 'low'],
    [[hostWith('large', { device: 'gpu' })], 'low'],
    [[hostWith('small', { device: 'cpu' })], 'low'],
    [[hostWith('small', { device: 'gpu' })], undefined],
  ];
  for (const [hosts, expected] of cases) assert.equal(policyOf({ hosts }).rankOf('small', 'low'), expected);
});

test('a spare host for short recordings is wanted only if none exists yet, no GPU, enough memory, and time to use it', () => {
  const busy = hostWith('small', { rank: 'low' });
  assert(policyOf({ hosts: [busy] }).wantsSpareHost('small', 60_000));
  assert(!policyOf({ hosts: [busy, hostWith('small')] }).wantsSpareHost('small', 60_000));
  assert(!policyOf({ hosts: [busy, hostWith('large')] }).wantsSpareHost('small', 60_000));
  assert(!policyOf({ hosts: [{ ...busy, device: 'gpu' }] }).wantsSpareHost('small', 60_000));
  assert(!policyOf({ hosts: [busy], freeMemory: 599e6 }).wantsSpareHost('small', 60_000));
  assert(!policyOf({ hosts: [busy] }).wantsSpareHost('small', 19_000));
});

test('a large model is never twice in memory on a small machine, not even while it is loaded', () => {
  const roomy = { freeMemory: 5e9, memory: 8e9 };
  assert(policyOf(roomy).hasRoomFor('large'));
  const loaded = [hostWith('large')];
  const loading = [hostWith(undefined, { modelInUse: 'large' })];
  for (const hosts of [loaded, loading]) {
    assert(!policyOf({ ...roomy, hosts }).hasRoomFor('large'));
    assert(!policyOf({ ...roomy, hosts }).wantsSpareHost('large', 60_000));
    assert(policyOf({ ...roomy, memory: 64e9, hosts }).hasRoomFor('large'));
  }
  assert(policyOf({ ...roomy, hosts: [hostWith('small')] }).hasRoomFor('small'));
});
