import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trialSentence } from './trial-sentence.ts';

const model = (id: string, ...languages: string[]) =>
  ({ id, kind: 'voice', provider: 'local', installed: true, languages }) as const;
const english = model('english', 'en');
const several = model('several', 'en', 'de', 'fr');
const cloud = { ...model('cloud', '*'), provider: 'openai' };

const cases = [
  ['auto', 'auto', [english, several], 'de', 'de'],
  ['auto', 'auto', [english, { ...several, installed: false }, cloud], 'de', 'en'],
  ['auto', 'auto', [english, { ...several, self_test_error_rate: 0.3 }], 'de', 'en'],
  ['auto', 'auto', [], 'de', 'de'],
  ['english', 'auto', [english, several], 'de', 'en'],
  ['several', 'fr', [english, several], 'de', 'fr'],
  ['cloud', 'auto', [english], 'de', 'de'],
] as const;

for (const [name, language, models, windowLanguage, expected] of cases)
  test(`${name}, ${language}, of ${models.length} models, in a ${windowLanguage} window: ${expected}`, () => {
    const sentence = trialSentence({ model: name, language }, models, windowLanguage);
    assert.equal(sentence.language, expected);
  });
