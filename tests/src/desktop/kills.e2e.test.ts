import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moments, runKills } from '../chaos/desktop/kill-run.ts';

const SEED = 20_261_122;
/** One of each kind; `npm run chaos -- desktop` goes through all of them. */
const chosen = moments.filter(([victim, when]) =>
  ['application muted', 'application delivering', 'clipboard-owner delivering', 'x-server speaking'].includes(
    `${victim} ${when}`,
  ),
);

test('killed while one dictates: no accepted second is lost, no key stays down, nothing stays muted, the clipboard is as it was or has the text', async () => {
  assert.equal(chosen.length, 4);
  assert.deepEqual(await runKills({ moments: chosen, seed: SEED, log: () => undefined }), []);
});
