import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const MEBIBYTE = 1024 * 1024;
/** Where Linux distributions keep util-linux's prlimit; only root can write there. */
const PRLIMIT_PATHS = ['/usr/bin/prlimit', '/bin/prlimit'];

/** The prlimit program, which sets limits that the kernel enforces (prlimit(1)); undefined if there is none. */
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
 * The command under a memory limit, if the system can enforce one: `bytes` for its own allocations, and four times as much for its whole address
 * space, which includes mapped libraries. On other systems the command is unchanged, and `residentBytes` has to be watched.
 */
export function limitedCommand({ program, args }: Command, bytes: number): Command {
  const prlimit = findPrlimit();
  if (!prlimit) return { program, args };
  return { program: prlimit, args: [`--data=${bytes}`, `--as=${bytes * 4}`, '--core=0', program, ...args] };
}

/**
 * Limits what this process may allocate from now on, in addition to what it has. For Node child processes: a limit on the address space would abort
 * V8, and half a gigabyte of what Linux counts as data is only reserved. Does nothing on systems without such a limit.
 */
export function limitOwnMemory(bytes: number): void {
  const prlimit = findPrlimit();
  if (!prlimit) return;
  const [, kibibytes = '0'] = /^VmData:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const limit = Number(kibibytes) * 1024 + bytes;
  execFileSync(prlimit, ['--pid', String(process.pid), `--data=${limit}`, '--core=0'], { stdio: 'ignore' });
}

/** Resident memory of a process, in bytes; undefined if it has ended or the system does not reveal it. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') {
      // In kilobytes here, and in pages in statm: those are of 4, 16 or 64 KiB, depending on the machine.
      const status = readFileSync(`/proc/${pid}/status`, 'latin1');
      const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
      return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
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

/** What a decoder may allocate: the largest files of six hours need well below a quarter of it. */
export const DECODER_MEMORY_BYTES = 256 * MEBIBYTE;
