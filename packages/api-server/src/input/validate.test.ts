import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AppError,
  createModeBody,
  downloadModelsBody,
  postProcessBody,
  retranscribeBody,
  transcribeBody,
  updateSettingsBody,
} from '@quoth/contract';
import type * as z from 'zod';
import { ProtocolError } from '../http/envelope.ts';
import { validated } from './validate.ts';

function refusal(schema: z.ZodType, input: unknown): AppError {
  try {
    validated(schema, input, 'json');
  } catch (error) {
    assert(error instanceof AppError);
    return error;
  }
  assert.fail(JSON.stringify(input));
}

test('a wrong JSON type is a broken request, null for a required field and in a list too [API-BAD-BODY]', () => {
  const wrong: readonly [schema: z.ZodType, input: unknown, path: string, message: RegExp][] = [
    [postProcessBody, { text: null }, 'text', /^Give a string\.$/],
    [postProcessBody, { text: 7 }, 'text', /^Give a string\.$/],
    [createModeBody, { name: null }, 'name', /^Give a string\.$/],
    [retranscribeBody, { timestamp_granularities: [null] }, 'timestamp_granularities.0', /"segment"/],
    [transcribeBody, { vocabulary: [null] }, 'vocabulary.0', /^Give a string\.$/],
    [transcribeBody, { vocabulary: 'a' }, 'vocabulary', /^Give a list\.$/],
    [postProcessBody, [], '', /^Give an object\.$/],
    [postProcessBody, null, '', /^Give an object\.$/],
  ];
  for (const [schema, input, path, message] of wrong) {
    const error = refusal(schema, input);
    assert(error instanceof ProtocolError, JSON.stringify(input));
    assert.equal(error.details?.[0]?.path, path);
    assert.match(error.details?.[0]?.message ?? '', message);
  }
});

test('well-formed input that makes no sense is refused in our own words [API-OWN-WORDS]', () => {
  const cases: readonly [schema: z.ZodType, input: unknown, message: string][] = [
    [postProcessBody, {}, '"text": This field is required.'],
    [downloadModelsBody, { ids: [] }, '"ids": Give at least 1 entry.'],
    [downloadModelsBody, { ids: [''] }, '"ids.0": This must not be empty.'],
    [updateSettingsBody, { apiFixedPort: 80 }, '"apiFixedPort": Give at least 1024.'],
    [createModeBody, { name: 'x', sortOrder: 1e17 }, '"sortOrder": Give at most 1000000.'],
    [createModeBody, { name: 'x', sortOrder: -1e17 }, '"sortOrder": Give at least -1000000.'],
    [updateSettingsBody, { apiFixedPort: 8080.5 }, '"apiFixedPort": Give a whole number.'],
    [
      retranscribeBody,
      { timestamp_granularities: ['x'] },
      '"timestamp_granularities.0": Give one of "segment", "word".',
    ],
    [retranscribeBody, { model: 'm'.repeat(201) }, '"model": Give at most 200 characters.'],
  ];
  for (const [schema, input, message] of cases) {
    const error = refusal(schema, input);
    assert(!(error instanceof ProtocolError));
    assert.equal(error.message, message);
  }
});
