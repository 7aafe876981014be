import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageWarning } from './language-warning.ts';
import type { PlannableModel } from './planning/plan-local.ts';

const capabilities = {
  segment_timestamps: true,
  word_timestamps: true,
  streaming: false,
  vocabulary: false,
  translation: false,
};
const model = (id: string, languages: readonly string[], installed: boolean): PlannableModel => ({
  id,
  displayName: `The ${id} model`,
  listed: true,
  engine: 'parakeet',
  languages,
  installed,
  capabilities,
  detectsLanguage: true,
  sizeMb: 100,
  wordErrorRate: 2,
  doubtBelow: { ofAFewWords: 0.45, ofManyWords: 0.7 },
});
const english = model('english', ['en'], true);
const european = model('european', ['en', 'de', 'es'], false);
const machine = { cores: 4, memory: 16e9, accelerated: false };
const words = (confidences: readonly (number | undefined)[]) =>
  confidences.map((confidence, index) => ({
    word: 'word',
    start: index,
    end: index + 0.5,
    ...(confidence !== undefined && { confidence }),
  }));
const unsure = Array.from({ length: 12 }, (_, index) => 0.2 + (index % 4) * 0.1);

const cases: readonly [
  name: string,
  heard: string | null,
  language: string,
  confidences: readonly (number | undefined)[],
  warning: RegExp | undefined,
][] = [
  ['sure words are believed', 'en', 'en', [1, 0.9, 0.95, 0.4, 1, 0.99, 0.98, 0.3, 1], undefined],
  [
    'some rare words among sure ones',
    'en',
    'en',
    [...unsure.slice(0, 4), 1, 1, 1, 0.99, 0.95, 0.92],
    undefined,
  ],
  [
    'low confidence throughout',
    'en',
    'en',
    unsure,
    /unsure of nearly every word.*may not be English.*download european/,
  ],
  ['two words tell nothing', 'en', 'en', [0.1, 0.1], undefined],
  ['a few words must be very unsure', 'en', 'en', [0.5, 0.55, 0.6, 0.4, 0.5], undefined],
  ['a model that tells no confidence', 'en', 'en', Array.from({ length: 12 }, () => undefined), undefined],
  [
    'another language found by the model',
    'de',
    'en',
    [1, 1, 1],
    /seems to be German, and English was expected.*download european/,
  ],
  ['the same language of another country', 'en-GB', 'en-US', [1, 1, 1], undefined],
  ['none asked for, and one that the model knows', 'en', 'auto', [1, 1, 1], undefined],
];
for (const [name, language, wanted, confidences, expected] of cases) {
  test(`speech and model: ${name} [LANGUAGE-FIT]`, () => {
    const warning = languageWarning({
      plan: { model: english, language: wanted },
      result: { language, words: words(confidences) },
      models: [english, european],
      machine,
    });
    if (expected === undefined) assert.equal(warning, undefined);
    else {
      assert.equal(warning?.code, 'LANGUAGE_MISMATCH');
      assert.match(warning.message, expected);
    }
  });
}

test('an installed model that would understand is named before one to download [LANGUAGE-FIT]', () => {
  const warning = languageWarning({
    plan: { model: english, language: 'en' },
    result: { language: 'en', words: words(unsure) },
    models: [english, european, model('world', ['*'], true)],
    machine,
  });
  assert.match(warning?.message ?? '', /The world model is installed.*choose the model world/);
});
