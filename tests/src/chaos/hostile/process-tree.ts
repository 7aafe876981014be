import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;

/** Resident bytes of a process and of all below it. */
export function treeBytes(pid: number): number {
  const pages = Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0);
  return childrenOf(pid).reduce((bytes, child) => bytes + treeBytes(child), pages * PAGE_BYTES);
}

/** Each thread's own. */
function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** None where the process has just ended. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Open descriptors of a process. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Empty where the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
