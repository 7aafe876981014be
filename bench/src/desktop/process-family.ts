import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Kernel ticks a second, in which /proc/PID/stat counts (proc(5)). */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** One process of a family: what it is, and what it takes. */
export interface Member {
  readonly pid: number;
  /** The script or program that it runs. */
  readonly name: string;
  /** Proportional set size in MB: what is shared counts by its share. */
  readonly pssMb: number;
}

/** A process and everything below it. */
export class ProcessFamily {
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  members(): Member[] {
    return this.#pids().map((pid) => ({
      pid,
      name: nameOf(pid),
      pssMb: Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024,
    }));
  }

  /** Seconds of processor time so far, of children that have ended too. */
  cpuSeconds(): number {
    // utime, stime, cutime, cstime: what an ended child took is added to the parent that waited for it.
    const ticks = this.#pids().map((pid) =>
      statOf(pid)
        .slice(11, 15)
        .reduce((sum, field) => sum + Number(field), 0),
    );
    return ticks.reduce((sum, one) => sum + one, 0) / TICKS;
  }

  #pids(): number[] {
    const children = new Map<number, number[]>();
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      const parent = Number(statOf(Number(name))[1] ?? 0);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    }
    const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
    return below(this.#pid);
  }
}

/** The fields behind the program's name, which may itself have blanks. */
function statOf(pid: number): string[] {
  return read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
}

function nameOf(pid: number): string {
  const words = read(`/proc/${pid}/cmdline`).split('\0');
  return (words.find((word) => word.endsWith('.ts')) ?? words[0] ?? '').split('/').slice(-2).join('/');
}

/** Empty where the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
