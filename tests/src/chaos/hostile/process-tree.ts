import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;

/** Resident bytes of a process and of all below it. */
export function treeBytes(pid: number): number {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(/\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const sum = (of: number): number =>
    Number(read(`/proc/${of}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES +
    (children.get(of) ?? []).reduce((bytes, child) => bytes + sum(child), 0);
  return sum(pid);
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
