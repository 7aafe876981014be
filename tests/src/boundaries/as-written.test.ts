import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { vendorList } from '@quoth/vendors';

const root = join(import.meta.dirname, '..', '..', '..');

/** Who may say a text that has no reason, and therefore no other language. */
const allowed: Readonly<Record<string, string>> = {
  'apps/desktop/src/desktop-findings.ts': 'the name macOS',
  'packages/client/src/quoth-error.ts': 'what the command line and the bridge say themselves, in English',
  'packages/contract/src/advice.ts': 'English that an older version stored',
  'packages/contract/src/checks.ts': 'what a schema outside of the contract says',
  'packages/core/src/transcription/finished-transcription.ts': 'a line break',
};

test('every text that the window may show has a reason', () => {
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$|\/fixtures\//.test(path),
  );
  assert(files.length > 500, `${files.length} files`);
  const using = files.filter((path) => /say\(\s*'asWritten'/.test(readFileSync(join(root, path), 'utf8')));
  assert.deepEqual(using.sort(), Object.keys(allowed));
});

test('the window names no vendor: what is particular to one is in the answers that it reads', () => {
  const files = globSync('packages/ui/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$|src\/text\//.test(path),
  );
  assert(files.length > 50 && vendorList.length > 8, `${files.length}, ${vendorList.length}`);
  const named = new RegExp(`['"\`](?:${vendorList.map(({ id }) => id).join('|')})['"\`]`);
  assert.match("id === 'gemini'", named);
  assert.deepEqual(
    files.filter((path) => named.test(readFileSync(join(root, path), 'utf8'))),
    [],
  );
});
