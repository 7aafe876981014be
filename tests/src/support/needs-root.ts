import { spawnSync } from 'node:child_process';
import { until } from './running-application.ts';

/** Whether a disk of its own can be mounted, and a process of another user be started. */
export const isRoot = process.getuid?.() === 0;

/** Options of a test that only root can run; the check leaves it out for anybody else. */
export const needsRoot = { skip: isRoot ? false : 'needs root' };

/**
 * Takes a disk away again. An engine's process has files there a moment longer than the application that was killed.
 */
export async function unmount(place: string): Promise<void> {
  await until('no process has a file there', () => spawnSync('umount', [place]).status === 0);
}
