import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Source, snippet, snippetIds } from './snippets.ts';

const sources: readonly Source[] = [
  { kind: 'live', port: 4123, token: 'secret' },
  { kind: 'file', path: "C:\\Users\\O'Neil\\api.json" },
];
for (const source of sources)
  for (const id of snippetIds)
    test(`PowerShell, ${id}, ${source.kind}: PowerShell 5.1 knows every parameter, and 7 asks no proxy`, () => {
      const lines = snippet(id, 'powershell', source).split('\n');
      const calls = lines.filter((line) => line.startsWith('Invoke-RestMethod'));
      assert.equal(calls.length, 1);
      for (const call of calls) {
        assert.match(call, /^Invoke-RestMethod @direct /);
        // The parameters that both versions have.
        const used = [...call.matchAll(/ -(\w+)/g)].map(([, name]) => name);
        const known = ['Headers', 'Method', 'InFile', 'ContentType', 'Body'];
        assert.deepEqual(
          used.filter((name) => !known.includes(name ?? '')),
          [],
        );
      }
      const split = lines.findIndex((line) => line.startsWith('$direct = '));
      assert.match(lines[split] ?? '', /-ge 6\) \{ @\{ NoProxy = \$true \} \} else \{ @\{\} \}$/);
      assert.ok(split < lines.indexOf(calls[0] ?? ''), 'set before it is used');
      for (const line of lines)
        for (const quote of [/'/g, /"/g]) assert.equal((line.match(quote) ?? []).length % 2, 0, line);
    });
