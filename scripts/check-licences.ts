import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPermissive } from './is-permissive.ts';

// Fails where a library of the programs has a licence that was not looked at. The notices themselves are made with each
// package.

/**
 * Looked at one by one. codec-parser: used unmodified and as a module of its own, which the LGPL allows to be replaced.
 */
const LOOKED_AT = new Set(['codec-parser']);

/** Told in an old field of the package, which the lockfile does not repeat; their licence's text says the same. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = { x11: 'MIT' };

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const refused = Object.entries(lock.packages).flatMap(([path, { license, dev, link }]) => {
  if (!path.includes('node_modules/') || dev || link) return [];
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const known = license ?? STATED_ELSEWHERE[name] ?? 'unknown';
  return LOOKED_AT.has(name) || isPermissive(known) ? [] : [`${name} (${known})`];
});
if (refused.length > 0) {
  console.error(`Licences that need a look: ${refused.join(', ')}.`);
  process.exit(1);
}
