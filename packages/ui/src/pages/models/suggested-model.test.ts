import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogModel, SpeedClass } from '@quoth/contract';
import { choicesByNeed, slowButBetter, suggestedModel } from './suggested-model.ts';

const model = (id: string, languages: string[], size: number, speed: SpeedClass, percent: number) =>
  ({
    id,
    languages,
    size_bytes: size * 1_000_000,
    speed,
    word_error_rate: { percent, source: '' },
    recommended: { for: '', reason: '' },
    installed: false,
  }) as unknown as CatalogModel;

const models = [
  model('small-english', ['en'], 130, 'fastest', 6),
  model('large-english', ['en'], 2_000, 'slow', 4),
  model('european', ['en', 'de', 'fr'], 700, 'medium', 5),
  model('world', ['en', 'de', 'ja'], 900, 'medium', 7),
];
const on = (cores: number, memory: number, language: string, all = models) =>
  suggestedModel(all, { cores, memory, language })?.id;

test('one model fits the language, the cores and the memory of this machine', () => {
  assert.deepEqual(
    [
      on(2, 4, 'en-US'),
      on(4, 8, 'en'),
      on(8, 8, 'en'),
      on(4, 8, 'de-AT'),
      on(4, 8, 'ja'),
      // Nothing is fast enough: the smallest that knows the language.
      on(2, 4, 'de'),
      on(8, 2, 'fr-FR'),
      on(8, 8, 'tlh'),
    ],
    ['small-english', 'european', 'large-english', 'european', 'world', 'european', 'european', undefined],
  );
});

test('nothing is suggested that is installed, and nothing that is not recommended', () => {
  const all = models.map((each) => (each.id === 'small-english' ? { ...each, installed: true } : each));
  assert.equal(on(2, 4, 'en', all), undefined);
  assert.equal(
    on(
      2,
      4,
      'en',
      models.map((each) => ({ ...each, recommended: null })),
    ),
    undefined,
  );
});

test('nothing is suggested that makes no fewer errors than the model that is chosen', () => {
  const beside = (errors: number) =>
    suggestedModel(models, { cores: 4, memory: 8, language: 'en', errors })?.id;
  assert.deepEqual([beside(5.5), beside(5), beside(4)], ['european', undefined, undefined]);
  const slow = models.map((each) => ({ ...each, listed: true, address: 'https://example.org' }));
  const given = (errors: number) => slowButBetter(slow, { cores: 2, memory: 4, language: 'en', errors })?.id;
  assert.deepEqual([given(6), given(5)], ['european', undefined]);
});

test('a model for each need: the fastest, one with live text, the most accurate; none twice', () => {
  const all = [
    ...models.map((each, at) => ({
      ...each,
      listed: true,
      address: 'https://example.org',
      capabilities: { streaming: at === 2 } as CatalogModel['capabilities'],
    })),
  ];
  const ids = (cores: number, memory: number, language: string) =>
    choicesByNeed(all, { cores, memory, language }).map(({ need, model }) => `${need} ${model.id}`);
  assert.deepEqual(ids(8, 8, 'en'), ['fast small-english', 'live european', 'accurate large-english']);
  // What two cores are too few for is not recommended, and named as what one gives up; the large one does not fit the
  // memory.
  assert.deepEqual(ids(2, 4, 'en'), ['fast small-english']);
  assert.equal(slowButBetter(all, { cores: 2, memory: 4, language: 'en' })?.id, 'european');
  assert.equal(slowButBetter(all, { cores: 8, memory: 8, language: 'en' }), undefined);
  assert.deepEqual(ids(8, 8, 'ja'), ['fast world']);
  assert.deepEqual(ids(8, 8, 'tlh'), []);
});
