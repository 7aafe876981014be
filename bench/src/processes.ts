import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './speech-files.ts';

/** Kernel ticks a second, in which /proc/PID/stat counts (proc(5)). */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Resident megabytes of one process, now or at the peak. */
export function residentMb(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  return megabytes(read(`/proc/${pid}/status`), field);
}

/** Megabytes of one process, where what is shared with others (Node itself above all) counts by its share. */
export function pssMb(pid: number): number {
  return megabytes(read(`/proc/${pid}/smaps_rollup`), 'Pss');
}

/** The same of a process and everything below it, so that what they share counts once. */
export function familyMb(pid: number): number {
  return familyOf(pid).reduce((sum, one) => sum + pssMb(one), 0);
}

/** Looks every 100 ms; gives the highest, and looks no more. */
export function peakOf(pid: number): () => number {
  let highest = 0;
  const timer = setInterval(() => {
    highest = Math.max(highest, familyMb(pid));
  }, 100);
  return () => {
    clearInterval(timer);
    return highest;
  };
}

/** Seconds of processor time so far of a process and everything below it, of children that have ended too. */
export function cpuSeconds(pid: number): number {
  // utime, stime, cutime, cstime: what an ended child took is added to the parent that waited for it. The fields are
  // those behind the program's name, which may itself have blanks.
  const ticks = familyOf(pid).flatMap((one) =>
    read(`/proc/${one}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 15)
      .map(Number),
  );
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS;
}

/** A process and everything below it. */
export function familyOf(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
}

/** The script or program that it runs. */
export function nameOf(pid: number): string {
  const words = read(`/proc/${pid}/cmdline`).split('\0');
  return (words.find((word) => word.endsWith('.ts')) ?? words[0] ?? '').split('/').slice(-2).join('/');
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function megabytes(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
}

/** Empty where the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/**
 * Node with these words. Compiled code is kept for all alike, as the launcher does it; never in a folder that other
 * users can write to.
 */
export function startNode(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  stdio: StdioOptions = ['ignore', 'ignore', 'inherit'],
): ChildProcess {
  const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'quoth-bench');
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
    env: { ...process.env, NODE_COMPILE_CACHE, ...env },
    stdio,
  });
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

/** A server in a process of its own, and what it says of itself. */
export interface Server<Said> {
  readonly said: Said;
  readonly pid: number;
  end(): Promise<void>;
}

/** Starts a program that says in its first line, in JSON, where it listens. */
export async function startServer<Said = { readonly address: string }>(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Server<Said>> {
  // A gateway logs each request. What serves until its input ends needs one.
  const child = startNode(words, env, ['pipe', 'pipe', 'ignore']);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  if (child.stdout) createInterface(child.stdout).once('line', resolve);
  child.once('close', () => reject(new Error(`${words.join(' ')} ended before it listened.`)));
  return { said: JSON.parse(await promise) as Said, pid: child.pid ?? 0, end: () => end(child) };
}
