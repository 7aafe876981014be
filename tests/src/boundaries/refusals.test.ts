import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf, refusals, saysAsWritten } from './refusals.ts';

for (const refusal of refusals) {
  test(refusal.title, () => {
    for (const [source, says = /./] of refusal.refused) {
      const [found, ...more] = refusal.find('a.tsx', source);
      assert.match(found ?? '', says, source);
      assert.deepEqual(more, []);
    }
    for (const source of refusal.allowed) assert.deepEqual(refusal.find('a.tsx', source), [], source);
    const files = filesOf(refusal);
    assert(files.length > refusal.leastFiles, `${files.length} files`);
    assert.deepEqual(
      files.flatMap(({ path, source }) => refusal.find(path, source)),
      [],
    );
  });
}

test('each file that may say a text without a reason says one', () => {
  const files = filesOf({ files: [...saysAsWritten] });
  assert.equal(files.length, saysAsWritten.length);
  for (const { path, source } of files) assert.match(source, /say\(\s*'asWritten'/, path);
});
