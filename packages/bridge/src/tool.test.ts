import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '@quoth/contract';
import * as z from 'zod';
import { announced } from './tool.ts';

const inner = z.object({ id: z.string().max(9), list: z.array(z.int()) }).meta({ id: 'Inner' });
const outer = z.object({
  many: given(z.array(inner)).describe('Some.'),
  level: given(z.union([z.literal(0), z.literal(1)])),
  name: given(z.enum(['a', 'b']).describe('Inside.')).describe('Outside.'),
});
const list = {
  type: 'array',
  items: {
    type: 'object',
    properties: { id: { type: 'string' }, list: { type: 'array', items: { type: 'integer' } } },
    required: ['id', 'list'],
  },
  description: 'Some.',
};

test('a schema is announced with its types, choices and words, and references written out', () => {
  assert.deepEqual(announced(outer), {
    type: 'object',
    properties: {
      many: list,
      level: { type: 'number', enum: [0, 1] },
      name: { type: 'string', enum: ['a', 'b'], description: 'Outside.' },
    },
  });
});

test('null is a choice only where it means something', () => {
  const { properties } = announced(outer, ['many', 'level']) as { properties: Record<string, object> };
  assert.deepEqual(properties, {
    many: { ...list, type: ['array', 'null'] },
    level: { type: ['number', 'null'], enum: [0, 1, null] },
    name: { type: 'string', enum: ['a', 'b'], description: 'Outside.' },
  });
});
