import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mode, type Model, parseEngineName } from '@quoth/contract';
import type { Core } from '@quoth/core';
import { resolveModel } from './models.ts';

const voice = (id: string, provider: string, engine: string) => ({ id, provider, engine }) as Model;
const models = {
  list: () => [
    voice('moonshine-tiny-included', 'local', 'moonshine'),
    voice('nova-3', 'deepgram', 'deepgram'),
    voice('maker/whisper-small', 'local', 'whisperLocal'),
  ],
} as unknown as Core['models'];
const modes = {
  list: () =>
    [
      { id: '11111111-1111-4111-8111-111111111111', name: 'Voice to text', postProcessingMode: 0 },
      { id: '22222222-2222-4222-8222-222222222222', name: 'Email', postProcessingMode: 1 },
      { id: '33333333-3333-4333-8333-333333333333', name: 'Über Büro', postProcessingMode: 0 },
    ] as Mode[],
} as unknown as Core['modes'];

const cases: readonly [written: string | undefined, chosen: object][] = [
  [undefined, {}],
  ['default', {}],
  ['whisper-1', {}],
  ['gpt-4o-transcribe', {}],
  ['gpt-4o-mini-transcribe-2025-12-15', {}],
  [' Moonshine-Tiny-Included ', { model: 'moonshine-tiny-included' }],
  ['local/moonshine-tiny-included', { model: 'moonshine-tiny-included', engine: 'moonshine' }],
  ['Moonshine/moonshine-tiny-included', { model: 'moonshine-tiny-included', engine: 'moonshine' }],
  ['deepgram/nova-3', { model: 'nova-3', engine: 'deepgram' }],
  ['maker/whisper-small', { model: 'maker/whisper-small' }],
  ['local/maker/whisper-small', { model: 'maker/whisper-small', engine: 'whisperLocal' }],
  ['mode:voice to TEXT', { mode_id: '11111111-1111-4111-8111-111111111111' }],
  ['mode:ÜBER büro', { mode_id: '33333333-3333-4333-8333-333333333333' }],
  ['mode:u\u0308ber bu\u0308ro', { mode_id: '33333333-3333-4333-8333-333333333333' }],
  [
    'mode:22222222-2222-4222-8222-222222222222',
    { mode_id: '22222222-2222-4222-8222-222222222222', post_process: true },
  ],
];

test('what a model may be called', () => {
  for (const [written, chosen] of cases)
    assert.deepEqual(resolveModel({ models, modes }, written), chosen, String(written));
  for (const written of [
    'gpt-4o',
    'mode:nothing',
    'deepgram/moonshine-tiny-included',
    'nothing',
    '/',
    'whisper',
    'constructor',
    'constructor/nova-3',
    '__proto__/nova-3',
  ]) {
    assert.throws(() => resolveModel({ models, modes }, written), { code: 'MODEL_NOT_FOUND' }, written);
  }
});

test('a name that every object has is no engine', () => {
  for (const written of ['constructor', '__proto__', 'valueOf'])
    assert.equal(parseEngineName(written), undefined);
});
