import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { jsonSchemaOf } from './tool.ts';

test('references are written out, wherever they stand', () => {
  const inner = z.object({ id: z.string(), list: z.array(z.int()) }).meta({ id: 'Inner' });
  const outer = z.object({ one: inner, many: z.array(inner), none: inner.nullable() });
  const json = jsonSchemaOf(outer, 'output');
  assert.doesNotMatch(JSON.stringify(json), /\$ref|\$defs/);
  const { properties } = json as { properties: Record<string, Record<string, unknown>> };
  assert.deepEqual(Object.keys(properties.one?.properties ?? {}), ['id', 'list']);
  assert.deepEqual(properties.many?.items, properties.one);
  assert.deepEqual(properties.none?.anyOf, [properties.one, { type: 'null' }]);
});
