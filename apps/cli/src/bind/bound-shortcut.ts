import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Change, replace } from './change.ts';
import type { BoundDesktop } from './plan.ts';

/** What was bound, kept so that it can be taken back exactly. */
export interface BoundShortcut {
  readonly desktop: BoundDesktop;
  readonly shortcut: string;
  readonly changes: readonly Change[];
}

const fileOf = (dataFolder: string) => join(dataFolder, 'desktop-shortcut.json');

/** Undefined where nothing was bound. */
export function readBound(dataFolder: string): BoundShortcut | undefined {
  const path = fileOf(dataFolder);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as BoundShortcut) : undefined;
}

export function keepBound(dataFolder: string, bound: BoundShortcut): void {
  replace(fileOf(dataFolder), `${JSON.stringify(bound, null, 2)}\n`, 0o600);
}

export function forgetBound(dataFolder: string): void {
  rmSync(fileOf(dataFolder), { force: true });
}
