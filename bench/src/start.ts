import { setTimeout as sleep } from 'node:timers/promises';
import { startApplication, startBare } from './measured-process.ts';
import { median, type Result } from './result.ts';

const ROUNDS = 7;

/** Start to the first answer, and memory at rest, against a bare Hono process. */
export async function benchStart(): Promise<Result[]> {
  const [ours, bare, ourMemory, bareMemory, ourShare]: number[][] = [[], [], [], [], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const application = await startApplication();
    await sleep(1_500);
    const baseline = await startBare('{"ok":true}', 39_400);
    await sleep(500);
    // The first round fills the compile cache of both.
    if (round > 0) {
      ours?.push(application.startMs);
      bare?.push(baseline.startMs);
      ourMemory?.push(application.memoryMb());
      bareMemory?.push(baseline.memoryMb());
      ourShare?.push(application.proportionalMb());
    }
    await application.end();
    await baseline.end();
  }
  const ratio = median(ours ?? []) / median(bare ?? []);
  const memory = median(ourMemory ?? []);
  return [
    {
      what: 'start to first `/health` answer, against a bare Hono process',
      measured: `${ratio.toFixed(2)} times (${median(ours ?? []).toFixed(0)} ms, ${median(bare ?? []).toFixed(0)} ms)`,
      target: 'at most 3 times, aim 2',
      met: ratio <= 3,
    },
    {
      what: 'idle memory (resident)',
      measured: `${memory.toFixed(0)} MB (bare Hono ${median(bareMemory ?? []).toFixed(0)} MB), with Node's shared pages by their share ${median(ourShare ?? []).toFixed(0)} MB`,
      target: 'under 110 MB',
      met: memory < 110,
    },
  ];
}
