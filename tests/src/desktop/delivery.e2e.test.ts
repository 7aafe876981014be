import assert from 'node:assert/strict';
import { test } from 'node:test';
import { targetNames } from '@quoth/desktop/fixtures/paste-targets.ts';
import { runDeliveries } from '../chaos/desktop/delivery-run.ts';

const SEED = 20_261_122;

test(`texts arrive whole in ${targetNames.join(', ')}: as usual, while the program hangs, while Alt is held; no key stays down, the clipboard comes back`, async () => {
  const report = await runDeliveries({
    targets: targetNames,
    rounds: 1,
    seed: SEED,
    log: () => undefined,
  });
  assert.deepEqual(report.problems, []);
  assert.equal(report.delivered, 3 * targetNames.length);
});
