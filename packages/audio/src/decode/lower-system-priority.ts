import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Gives a process lower priority than those that somebody is waiting for. Not the lowest priority: it still gets about a tenth of a busy core and finishes in time. A
 * user cannot undo this. If the process has ended or the system refuses, only speed is affected.
 */
export function lowerSystemPriority(pid: number): void {
  // Linux ranks threads, not processes (setpriority(2)): the first thread, whose number is the process's, and then the others.
  for (const thread of [pid, ...threadsOf(pid)]) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Gone meanwhile, or not allowed.
    }
  }
}

function threadsOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
