import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/**
 * Where a picture of docs/screenshots goes: there, where a page shows it; the others are only looked at, and lie in
 * dist/screenshots.
 */
export function picturePath(name: string): string {
  const shown = join(root, 'docs', 'screenshots', name);
  if (existsSync(shown)) return shown;
  const folder = join(root, 'dist', 'screenshots');
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
}
