import { SeededRandom } from '../seeded-random.ts';
import { moments, runKills } from './kill-run.ts';

/** `npm run chaos -- desktop`: every part at every moment, in an order of the seed, as many times as there are rounds. False where a promise was broken. */
export async function killEverything({
  rounds,
  seed,
  log,
}: {
  readonly rounds: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}): Promise<boolean> {
  const broken: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const chosen = new SeededRandom(seed + round).shuffled(moments);
    broken.push(...(await runKills({ moments: chosen, seed: seed + round, log })));
  }
  log(`${rounds * moments.length} kills, ${broken.length} promises broken.`);
  for (const problem of broken) log(`NOT ${problem}`);
  return broken.length === 0;
}
