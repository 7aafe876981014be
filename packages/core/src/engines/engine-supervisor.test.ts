import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { IdleHosts } from './engine-supervisor.ts';

/** For how many seconds each number of hosts was kept, with the setting at `idleSeconds`. */
function kept(idleSeconds: number, isBusy = () => false) {
  let second = 0;
  const shrunk: (readonly [second: number, keep: number])[] = [];
  const hosts = new IdleHosts(
    () => idleSeconds,
    isBusy,
    async (keep) => {
      shrunk.push([second, keep]);
    },
  );
  const pass = (seconds: number) => {
    for (let passed = 0; passed < seconds; passed++) {
      second++;
      mock.timers.tick(1_000);
    }
  };
  return { hosts, shrunk, pass };
}

test('hosts beyond the first end after 15 seconds, the last one after the time in the settings', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const cases: readonly (readonly [idleSeconds: number, expected: readonly (readonly number[])[]])[] = [
    [
      60,
      [
        [15, 1],
        [60, 0],
      ],
    ],
    [
      5,
      [
        [5, 1],
        [5, 0],
      ],
    ],
    [0, [[15, 1]]],
  ];
  for (const [idleSeconds, expected] of cases) {
    const { hosts, shrunk, pass } = kept(idleSeconds);
    hosts.count();
    pass(100);
    assert.deepEqual(shrunk, expected, `${idleSeconds} s`);
  }
});

test('the idle time restarts after each job, and does not run during one', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  let isBusy = false;
  const { hosts, shrunk, pass } = kept(10, () => isBusy);
  hosts.count();
  pass(9);
  hosts.count();
  pass(9);
  assert.deepEqual(shrunk, []);
  isBusy = true;
  pass(10);
  hosts.count();
  pass(30);
  assert.deepEqual(shrunk, []);
  isBusy = false;
  hosts.count();
  hosts.stop();
  pass(30);
  assert.deepEqual(shrunk, []);
});
