import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capabilitiesWith } from '@quoth/contract/fixtures/shapes.ts';
import type { SpeechModel } from '@quoth/vendors';
import { canStream } from './plan-cloud.ts';
import type { WorkOptions } from './plan-transcription.ts';

const model = (live?: SpeechModel['live']): SpeechModel => ({
  id: 'ear-1',
  displayName: 'Ear',
  languages: ['*'],
  capabilities: capabilitiesWith({ streaming: live !== undefined, vocabulary: true, translation: true }),
  ...(live && { live }),
});
const any = { id: 'ear-live' };
const few = { id: 'ear-live', languages: ['en', 'de'] };

const cases: readonly (readonly [
  live: SpeechModel['live'],
  language: string,
  options: WorkOptions,
  expected: boolean,
])[] = [
  [undefined, 'en', {}, false],
  [any, 'auto', {}, true],
  [any, 'pl', {}, true],
  [few, 'en-GB', {}, true],
  [few, 'pl', {}, false],
  [few, 'auto', {}, false],
  [any, 'de', { translate: true }, false],
  [any, 'de', { translate: false }, true],
  [any, 'de', { timestamp_granularities: ['word'] }, false],
  [any, 'de', { timestamp_granularities: [] }, true],
];
test('a provider is streamed to only if its stream can do what is asked', () => {
  for (const [live, language, options, expected] of cases) {
    const asked = JSON.stringify([live, language, options]);
    assert.equal(canStream({ model: model(live), language }, options), expected, asked);
  }
});
