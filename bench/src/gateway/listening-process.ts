import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A server in a process of its own. */
export interface ListeningProcess {
  readonly address: string;
  /** Resident megabytes, now or at the peak. */
  memoryMb(field?: 'VmRSS' | 'VmHWM'): number;
  /** The peak counts from now on: Node's own, while it reads our source, is past. */
  forgetPeak(): void;
  end(): Promise<void>;
}

/** Starts a program of ours that says in one line of JSON where it listens. */
export async function startListening(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ListeningProcess> {
  // As `quoth gateway` and apps/gateway/deploy run it.
  const flags = ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, program, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('close', () => reject(new Error(`${program} ended before it listened.`)));
  });
  return {
    address: (JSON.parse(line) as { address: string }).address,
    memoryMb: (field = 'VmRSS') => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
    },
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    end: async () => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}
