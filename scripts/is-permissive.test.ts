import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isPermissive } from './is-permissive.ts';

const cases: readonly [expression: string, expected: boolean][] = [
  ['MIT', true],
  ['BSD-3-Clause', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['GPL-2.0-only OR Apache-2.0', true],
  ['MIT AND ISC', true],
  ['(MIT OR GPL-3.0-only) AND ISC', true],
  ['MIT AND GPL-3.0-only', false],
  ['MIT AND (LGPL-3.0-or-later OR AGPL-3.0-only)', false],
  ['MIT OR ISC AND GPL-3.0-only', true],
  ['GPL-3.0-only', false],
  ['LGPL-3.0-or-later', false],
  ['AGPL-3.0-only', false],
  ['GPL-2.0-only WITH Classpath-exception-2.0', false],
  ['MIT-like', false],
  ['(MIT', false],
  ['MIT ISC', false],
  ['', false],
  ['unknown', false],
];

test('an expression is permissive only when there is a permissive way to take it', () => {
  for (const [expression, expected] of cases) assert.equal(isPermissive(expression), expected, expression);
});

test('no licence of the GPL family is shipped, but for the one that is named', () => {
  const { packages } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
  ) as { packages: Readonly<Record<string, { license?: string; dev?: boolean; link?: boolean }>> };
  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  );
  assert(shipped.length > 20);
  assert.deepEqual(
    shipped.filter(([path, { license }]) => !isPermissive(license ?? olderField(path))).map(([path]) => path),
    ['node_modules/codec-parser'],
  );
});

/** Packages from before SPDX expressions have a list, which the lockfile leaves out. */
function olderField(path: string): string {
  const description = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', path, 'package.json'), 'utf8'),
  ) as { readonly licenses?: readonly { readonly type: string }[] };
  return (description.licenses ?? []).map(({ type }) => type).join(' OR ');
}
