import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './callers.ts';
import { RateLimiter } from './limits.ts';

const networks: readonly [written: string, network: string][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007:aaaa:bbbb:cccc:dddd', '2001:db8:0:7::/64'],
  ['[2001:db8:0:7::1]:4711', '2001:db8:0:7::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['x'.repeat(500), 'x'.repeat(100)],
];
for (const [written, network] of networks)
  test(`${written.slice(0, 40)} counts as ${network.slice(0, 40)}`, () =>
    assert.equal(networkOf(written), network));

test('a rate is a minute’s worth at once, refills evenly, and is remembered of so many owners alone', () => {
  let now = 0;
  const limiter = new RateLimiter({ perMinute: 6, monotonic: () => now, maxOwners: 3 });
  assert.deepEqual(
    Array.from({ length: 7 }, () => limiter.take('a')),
    [0, 0, 0, 0, 0, 0, 10],
  );
  now += 4_000;
  assert.equal(limiter.secondsToWait('a'), 6);
  now += 6_000;
  assert.equal(limiter.take('a'), 0);
  for (let index = 0; index < 1_000; index++) limiter.take(`address ${index}`);
  assert.equal(limiter.size, 3);
  // Who asks all the time is not forgotten for those who come and go.
  const busy = new RateLimiter({ perMinute: 2, monotonic: () => now, maxOwners: 3 });
  busy.take('b');
  busy.take('c');
  busy.take('b');
  busy.take('d');
  busy.take('e');
  assert.deepEqual([busy.size, busy.secondsToWait('b')], [3, 30]);
});
