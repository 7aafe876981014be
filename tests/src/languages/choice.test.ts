import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageFor, languages, localeFor, nameOfLanguage } from '@quoth/contract';

test('the language is the one chosen, else the first that is wanted and exists, else English', () => {
  assert.equal(languageFor('de', ['en-US']), 'de');
  assert.equal(languageFor('system', ['de-AT', 'en']), 'de');
  assert.equal(languageFor('system', ['nl', 'DE', 'en']), 'de');
  assert.equal(languageFor('system', ['en-GB', 'de']), 'en');
  assert.equal(languageFor('system', ['nl', 'xx-nonsense-', '']), 'en');
  assert.equal(languageFor('system', []), 'en');
});

test('dates are written as in the user’s country, if its language is shown', () => {
  assert.equal(localeFor('de', ['en-US', 'de-AT', 'de']), 'de-AT');
  assert.equal(localeFor('en', ['de-AT']), 'en');
  assert.equal(localeFor('de', ['de_AT', 'de-CH']), 'de-CH');
});

test('each language has a name of its own', () => {
  const names = languages.map(nameOfLanguage);
  assert.deepEqual(names.slice(0, 2), ['English', 'Deutsch']);
  assert.equal(new Set(names).size, languages.length);
});
