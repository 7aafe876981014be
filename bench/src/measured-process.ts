import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import { controlSocketClient, readControlSocketFile } from '@quoth/client/node';

const root = join(import.meta.dirname, '..', '..');

/**
 * Compiled code is kept for both sides alike, as the launcher does it; never in a folder that other users can write to.
 */
const compileCache = join(root, 'node_modules', '.cache', 'quoth-bench');

/** A server under measurement: our application, or the bare one it is compared with. */
export interface MeasuredProcess {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly home: string;
  /** Milliseconds from its start to its first answer. */
  readonly startMs: number;
  memoryMb(field?: 'VmRSS' | 'VmHWM'): number;
  /** Megabytes, where what is shared with other processes counts by its share. */
  proportionalMb(): number;
  end(): Promise<void>;
}

/** Our application: it has the control socket too. */
export interface MeasuredApplication extends MeasuredProcess {
  readonly pid: number;
  controlSocket(): Promise<Client>;
  /**
   * Megabytes of the application and of its speech hosts: proportional set sizes, since what they share (Node itself
   * above all) counts once.
   */
  wholeMemoryMb(): number;
}

/**
 * The application as the command line starts it, with the API on for this run; on a data folder of its own, deleted at
 * the end, or on one that stays.
 */
export async function startApplication(
  kept?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredApplication> {
  const home = kept ?? mkdtempSync(join(tmpdir(), 'quoth-bench-'));
  buildOnce();
  const startedAt = performance.now();
  // Flags and environment are those of apps/cli/src/application/start.ts.
  const flags = [
    '--max-semi-space-size=4',
    '--no-parallel-scavenge',
    '--disable-warning=ExperimentalWarning',
  ];
  const child = start([...flags, main, '--headless', '--api'], {
    MALLOC_TRIM_THRESHOLD_: '131072',
    ...env,
    QUOTH_HOME: home,
  });
  const discovery = await eventually(() => {
    const found = JSON.parse(readFileSync(join(home, 'local-api.json'), 'utf8')) as {
      pid: number;
      port: number;
      token: string;
    };
    if (found.pid !== child.pid) throw new Error('of another run');
    return found;
  });
  const baseUrl = `http://127.0.0.1:${discovery.port}`;
  await firstAnswer(baseUrl);
  return {
    baseUrl,
    pid: discovery.pid,
    headers: { authorization: `Bearer ${discovery.token}` },
    home,
    startMs: performance.now() - startedAt,
    memoryMb: (field) => memoryMb(child.pid, field),
    proportionalMb: () => proportionalMb(child.pid),
    wholeMemoryMb: () =>
      childrenOf(child.pid).reduce((sum, pid) => sum + proportionalMb(pid), proportionalMb(child.pid)),
    // It opens a moment after the API.
    controlSocket: () =>
      eventually(async () => {
        const controlSocket = await readControlSocketFile(home);
        if (!controlSocket) throw new Error('The application has no controlSocket.');
        return controlSocketClient(controlSocket);
      }),
    end: async () => {
      await end(child);
      if (kept === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

const main = join(root, 'dist', 'quoth', 'application.js');
let isBuilt = false;

/** As the command line does it before it starts the application. */
function buildOnce(): void {
  if (isBuilt) return;
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts'), '--programs', '--if-needed'], {
    stdio: 'ignore',
  });
  isBuilt = true;
}

/** A bare Hono handler that sends the given bytes. */
export async function startBare(bytes: string, port: number): Promise<MeasuredProcess> {
  const startedAt = performance.now();
  const child = start([join(import.meta.dirname, 'bare-server.ts')], {
    BARE_BYTES: bytes,
    BARE_PORT: String(port),
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  await firstAnswer(baseUrl);
  return {
    baseUrl,
    headers: {},
    home: '',
    startMs: performance.now() - startedAt,
    memoryMb: (field) => memoryMb(child.pid, field),
    proportionalMb: () => proportionalMb(child.pid),
    end: () => end(child),
  };
}

function start(args: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function firstAnswer(baseUrl: string): Promise<void> {
  await eventually(async () => (await fetch(`${baseUrl}/health`)).text());
}

async function eventually<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries > 10_000) throw error;
      await sleep(2);
    }
  }
}

function childrenOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

function memoryMb(pid: number | undefined, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

/** 0 for a process that has ended meanwhile. */
function proportionalMb(pid: number | undefined): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await closed;
}

/** Waits until something holds, half a minute at most: what is measured next shows whether it did. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !(await condition()); tries++) await sleep(50);
}
