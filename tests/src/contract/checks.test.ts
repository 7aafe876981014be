import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as contract from '@quoth/contract';
import { check, createActionBody, createModeBody, setProviderKeyBody } from '@quoth/contract';

/** Everything below a value that is a schema or a check of one. */
function definitions(value: unknown, found = new Set<object>()): Set<object> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return found;
  const { _zod: inner } = value as { readonly _zod?: { readonly def: object } };
  const def = inner?.def ?? value;
  if (found.has(def)) return found;
  found.add(def);
  for (const below of Object.values(def)) definitions(below, found);
  return found;
}

test('what a schema says itself has a reason, so that every language has words for it', () => {
  let count = 0;
  for (const def of definitions(contract)) {
    const { error, type, check: kind } = def as { error?: unknown; type?: unknown; check?: unknown };
    if (typeof error !== 'function' || (type === undefined && kind === undefined)) continue;
    assert('said' in error, `a check of the kind ${String(kind ?? type)} says ${String(error())}`);
    count++;
  }
  assert(count > 30, `${count} checks`);
});

test('what is wrong is said by the schema, else by the kind of check, and as data', () => {
  const first = (checked: ReturnType<typeof check>) => (checked.success ? undefined : checked.problems[0]);
  const said = (...given: Parameters<typeof check>) => {
    const problem = first(check(...given));
    return [problem?.path.join('.'), problem?.said.reason, problem?.message];
  };
  assert.deepEqual(said(createModeBody, { name: ' ' }), ['name', 'modeNeedsName', 'A mode needs a name.']);
  assert.deepEqual(said(createModeBody, {}), ['name', 'fieldRequired', 'This field is required.']);
  assert.deepEqual(said(createModeBody, { name: 1 }), ['name', 'giveType', 'Give a string.']);
  assert.deepEqual(said(createModeBody, { name: 'a'.repeat(10_000) }).slice(0, 2), ['name', 'nameAtMost']);
  assert.deepEqual(said(setProviderKeyBody, { key: 'a b' })[1], 'keyNotAscii');
  const action = { name: 'a', does: { kind: 'file', path: '/a/{{word}}.md', entry: '{{time}}' } };
  const problem = first(check(createActionBody, action));
  assert.deepEqual(problem?.said, {
    reason: 'placeholderUnknown',
    args: {
      placeholder: '{{word}}',
      list: { list: ['{{date}}', '{{year}}', '{{month}}', '{{day}}', '{{week}}'] },
    },
  });
  assert.equal(
    problem?.message,
    'There is no {{word}} here. Use {{date}}, {{year}}, {{month}}, {{day}}, {{week}}.',
  );
});
