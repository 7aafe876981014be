import type { Stats } from 'node:fs';

/** What tells a file as it was written from any other, and from itself once somebody has changed it. */
function fingerprint({ dev, ino, size, mtimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs].join(':');
}

const made = new Set<string>();

/** Notes a file that this bridge has just written. */
export function noteMade(file: Stats): void {
  made.add(fingerprint(file));
}

/** Whether this bridge wrote the file and nobody has changed it since: only such a file may be overwritten. */
export function isMadeHere(file: Stats): boolean {
  return made.has(fingerprint(file));
}
