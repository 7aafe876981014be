import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { actionVariable } from '@quoth/contract';

/** Between the request to end and the end by force, as for a program at its time limit; and so long again for the system to end it. */
const GRACE_MS = 2_000;
const LOOK_MS = 20;

/**
 * Ends the process group that an attempt's program began, where Quoth was killed and the program lives on. Numbers of processes are used again, so a group counts only if
 * a process in it has this run in its environment, which is told on Linux alone: elsewhere nothing is ended. Resolves when nobody is left, or nobody can be ended. Never rejects.
 */
export async function endLeftBehind(
  runId: string,
  group: number,
  platform: NodeJS.Platform,
  graceMs: number = GRACE_MS,
): Promise<void> {
  if (platform !== 'linux') return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!(await isOf(runId, group))) return;
    try {
      process.kill(-group, signal);
    } catch {
      return;
    }
    const until = performance.now() + graceMs;
    while (performance.now() < until && (await isOf(runId, group))) await pause(LOOK_MS);
  }
}

/** Whether a process of this group is of this run. */
async function isOf(runId: string, group: number): Promise<boolean> {
  const entry = `${actionVariable}=${runId}`;
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    if ((await groupOf(pid)) !== group) continue;
    // Empty for one that has ended and was not collected yet, and closed to us for somebody else's.
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(entry)) return true;
  }
  return false;
}

/** proc(5): the name stands in brackets and may hold anything; behind it come state, parent and group. */
async function groupOf(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined ? undefined : Number(group);
}
