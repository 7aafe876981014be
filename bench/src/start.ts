import { setTimeout as sleep } from 'node:timers/promises';
import { type Measured, startApplication, startBare } from './application.ts';
import { pssMb, residentMb } from './processes.ts';
import { atMost, figure, inTurns, mb, median, ms, type Result, under } from './result.ts';

/** Start to the first answer, and memory at rest, against a bare Hono process. */
export async function benchStart(): Promise<Result[]> {
  const memory = { ours: [] as number[], bare: [] as number[], share: [] as number[] };
  const started = async (start: Promise<Measured>, restMs: number, look: (pid: number) => void) => {
    const one = await start;
    await sleep(restMs);
    look(one.pid);
    await one.end();
    return one.startMs;
  };
  const application = () =>
    started(startApplication(), 1_500, (pid) => {
      memory.ours.push(residentMb(pid));
      memory.share.push(pssMb(pid));
    });
  const bare = () => started(startBare('{"ok":true}'), 500, (pid) => memory.bare.push(residentMb(pid)));
  // The first round fills the compile cache of both.
  const [ours, theirs] = await inTurns(7, [application, bare]);
  const ratio = median(ours) / median(theirs);
  const idle = median(memory.ours);
  return [
    figure(
      'start to first `/health` answer, against a bare Hono process',
      `${ratio.toFixed(2)} times (${ms(median(ours))}, ${ms(median(theirs))})`,
      atMost(ratio, 3, 'times, aim 2'),
    ),
    figure(
      'idle memory (resident)',
      `${mb(idle)} (bare Hono ${mb(median(memory.bare))}), with Node's shared pages by their share ${mb(median(memory.share))}`,
      under(idle, 110, 'MB'),
    ),
  ];
}
