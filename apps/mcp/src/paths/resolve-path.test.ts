import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRelative, resolvePath } from './resolve-path.ts';
import { rootFolders } from './root-folders.ts';

const origin = { home: '/home/me', cwd: '/work', roots: [] };

test('what a written path means [MCP-PATHS]', () => {
  const cases: [written: string, expected: string[], roots?: string[]][] = [
    ['a.wav', ['/work/a.wav']],
    ['./b/../a.wav', ['/work/a.wav']],
    ['a.wav', ['/one/a.wav', '/two/a.wav'], ['/one', '/two']],
    ['../a.wav', ['/a.wav'], ['/one']],
    ['/x/a.wav', ['/x/a.wav'], ['/one']],
    ['/x/../a.wav', ['/a.wav']],
    ['~', ['/home/me']],
    ['~/a b.wav', ['/home/me/a b.wav']],
    ['~other/a.wav', ['/work/~other/a.wav']],
    ['file:///x/a%20b.wav', ['/x/a b.wav']],
  ];
  for (const [written, expected, roots = []] of cases)
    assert.deepEqual(resolvePath(written, { ...origin, roots }), expected, written);
  for (const written of ['', 'a\0b', 'file://server/share/a.wav', 'file://%'])
    assert.throws(() => resolvePath(written, origin), { code: 'INVALID_REQUEST' }, written);
});

test('only a relative path needs the roots of the client', () => {
  for (const written of ['a', './a', '~other/a', 'c/d']) assert(isRelative(written), written);
  for (const written of ['/a', '~', '~/a', 'file:///a']) assert(!isRelative(written), written);
});

test('roots that are no folders of this machine are left out', () => {
  const roots = ['file:///one', 'https://example.org/two', 'file://server/three', 'four'];
  assert.deepEqual(rootFolders(roots.map((uri) => ({ uri }))), ['/one']);
});
