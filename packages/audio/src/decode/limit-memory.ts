import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const MEBIBYTE = 1024 * 1024;
/** A page of memory as /proc/PID/statm counts it, on every platform that Node runs on with Linux 4 KiB pages. */
const PAGE_BYTES = 4_096;

/** Where Linux distributions keep util-linux's prlimit; nobody but root writes there. */
const PRLIMIT_PATHS = ['/usr/bin/prlimit', '/bin/prlimit'];

/** The prlimit program, which sets limits that the kernel enforces (prlimit(1)); undefined where there is none. */
function findPrlimit(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return PRLIMIT_PATHS.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A program and its arguments. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * The command under a limit that the system enforces, where it can: its own allocations have `bytes`, and its whole address space,
 * with the libraries that it maps, four times as much. Elsewhere the command as it is; `residentBytes` then has to be watched.
 */
export function limitedCommand({ program, args }: Command, bytes: number): Command {
  const prlimit = findPrlimit();
  if (!prlimit) return { program, args };
  return { program: prlimit, args: [`--data=${bytes}`, `--as=${bytes * 4}`, '--core=0', program, ...args] };
}

/**
 * Limits what this process may allocate from now on, beyond what it has. For a Node child: a limit on the address space aborts V8,
 * and half a gigabyte of what Linux counts as its data is only reserved. Does nothing where the system has no such limit.
 */
export function limitOwnMemory(bytes: number): void {
  const prlimit = findPrlimit();
  if (!prlimit) return;
  const [, kibibytes = '0'] = /^VmData:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const limit = Number(kibibytes) * 1024 + bytes;
  execFileSync(prlimit, ['--pid', String(process.pid), `--data=${limit}`, '--core=0'], { stdio: 'ignore' });
}

/** Bytes of memory that a process holds right now; undefined when it has gone, or the system does not tell. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') {
      const [, pages = ''] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
      return Number(pages) * PAGE_BYTES;
    }
    if (process.platform === 'win32') {
      const filter = ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'];
      const { stdout } = await promisify(execFile)('tasklist', filter, { windowsHide: true });
      // "ffmpeg.exe","4711","Console","1","12,345 K"; the separator of thousands is the user's.
      const [, written = ''] = /"([^"]+) K"\s*$/.exec(stdout) ?? [];
      const kibibytes = Number(written.replace(/\D/g, ''));
      return kibibytes > 0 ? kibibytes * 1024 : undefined;
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) * 1024;
  } catch {
    return undefined;
  }
}

/** What a decoder may take for itself: the largest files of six hours stay well below a quarter of it. */
export const DECODER_MEMORY_BYTES = 256 * MEBIBYTE;
