import { constants, fchmodSync, lstatSync, openSync, rmSync } from 'node:fs';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/**
 * Opens a log that its user alone can read, to add to it or from its beginning. A link or a pipe that stands there is
 * removed: what is written would go elsewhere.
 */
export function openLog(path: string, from: 'end' | 'beginning'): number {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile() && !there.isDirectory()) rmSync(path);
  const mode = from === 'end' ? O_APPEND : O_TRUNC;
  // Windows has no such flag.
  const log = openSync(path, O_WRONLY | O_CREAT | (O_NOFOLLOW ?? 0) | mode, 0o600);
  fchmodSync(log, 0o600);
  return log;
}
