import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Platforms that Quoth is for, as the names of native packages contain them. Of Linux, those with glibc. */
const platforms = ['linux-x64', 'linux-arm64', 'win32-x64', 'darwin-x64', 'darwin-arm64'];

type Lock = Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;

/**
 * Native parts that an installation on one of our platforms would silently be without: npm leaves out what the lockfile
 * does not list.
 */
function missingParts(packages: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => platforms.some((platform) => name.includes(platform)) && !name.endsWith('-musl'))
      .filter(
        (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
      ),
  );
}

test('the lockfile has every native part for every platform of ours', () => {
  const file = join(import.meta.dirname, '..', '..', '..', 'package-lock.json');
  assert.deepEqual(missingParts(JSON.parse(readFileSync(file, 'utf8')).packages), []);
});

test('a native part that is missing for one platform is found', () => {
  const draws = { optionalDependencies: { 'draws-linux-x64-gnu': '1.0.0', 'draws-win32-x64-msvc': '1.0.0' } };
  assert.deepEqual(missingParts({ 'node_modules/draws': draws, 'node_modules/draws-linux-x64-gnu': {} }), [
    'draws-win32-x64-msvc',
  ]);
});
