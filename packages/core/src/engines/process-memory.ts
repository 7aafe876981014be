import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const MEGABYTE = 1024 * 1024;
const PAGE_BYTES = 4_096;
const run = promisify(execFile);

/** Resident memory of a process in megabytes; undefined where it cannot be told (Windows) or the process is gone. */
export async function processMemoryMb(pid: number, platform: NodeJS.Platform): Promise<number | undefined> {
  try {
    if (platform === 'linux') {
      const [, pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
      return (Number(pages) * PAGE_BYTES) / MEGABYTE;
    }
    if (platform === 'win32') return undefined;
    const { stdout } = await run('/bin/ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout.trim()) / 1024;
  } catch {
    return undefined;
  }
}
