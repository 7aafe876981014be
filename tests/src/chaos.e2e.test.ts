import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runChaos } from './chaos/chaos-run.ts';

const MOMENTS = 6;
const SEED = 20_261_121;

test(`killed at ${MOMENTS} moments (seed ${SEED}): what clients were promised is kept, nothing is doubled, every row tells the truth`, async () => {
  const report = await runChaos({ moments: MOMENTS, seed: SEED, log: () => undefined });
  assert(report.hostKills > 0 && report.applicationKills > 2);
  assert(report.kept > 3, `${report.kept} uploads were accepted`);
  assert(report.completed > report.kept / 2, `${report.completed} were finished`);
});
