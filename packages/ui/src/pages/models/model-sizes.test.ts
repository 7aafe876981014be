import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogModel, Mode } from '@quoth/contract';
import { shownSize, unusedModels } from './model-sizes.ts';

test('a download that got nothing shows nothing, and a first byte shows', () => {
  assert.deepEqual(
    [0, 1, 1_600_000, 90_000_000, 1_540_000_000].map((bytes) => {
      const { size, unit } = shownSize(bytes);
      return `${size} ${unit}`;
    }),
    ['0 megabytes', '1 megabytes', '2 megabytes', '90 megabytes', '1.5 gigabytes'],
  );
});

const model = (id: string, languages: string[], installed = true) =>
  ({ id, slug: id.replace(/-q\d$/, ''), languages, installed }) as unknown as CatalogModel;
const models = [
  model('small-q8', ['en']),
  model('large-q8', ['en', 'de']),
  model('any-q4', ['*']),
  model('absent-q4', ['en'], false),
];
const mode = (named: string, language: string, isDefault = false) =>
  ({ model: named, language, isDefault }) as Mode;
const names = (modes: Mode[], auto?: string) => unusedModels(models, modes, auto).map(({ id }) => id);

test('what can go: no mode names it, and auto takes another', () => {
  assert.deepEqual(names([mode('auto', 'en', true)], 'large-q8'), ['small-q8', 'any-q4']);
  assert.deepEqual(names([mode('auto', 'en', true), mode('any-q4', 'fr')], 'large-q8'), ['small-q8']);
  assert.deepEqual(names([mode('cloud', 'en', true), mode('small', 'en')]), ['large-q8', 'any-q4']);
});

test('what cannot go: auto may take it for the language of another mode, or no one knows what it takes', () => {
  assert.deepEqual(names([mode('auto', 'en', true), mode('auto', 'de-CH')], 'small-q8'), []);
  assert.deepEqual(names([mode('auto', 'en', true), mode('auto', 'auto')], 'small-q8'), []);
  assert.deepEqual(names([mode('auto', 'en', true)]), []);
});
