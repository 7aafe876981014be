import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { catalogModel, engineNames } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import {
  catalogEntries,
  catalogModels,
  readCatalogFile,
  recommendations,
  speedClass,
  spokenLanguage,
} from './catalog.ts';
import { localModels, toCatalogModel } from './local-models.ts';

test('every entry is whole and its own', () => {
  assert.equal(catalogEntries.length, 248);
  assert.equal(new Set(catalogEntries.map(({ id }) => id)).size, 248);
  assert.equal(new Set(catalogEntries.map(({ sha256 }) => sha256)).size, 248);
  for (const entry of catalogEntries) {
    assert.match(entry.id, /^[a-z0-9._-]+$/);
    assert.match(entry.sha256, /^[0-9a-f]{64}$/);
    if (entry.included === null)
      assert.match(
        entry.hubPath ?? '',
        /^[\w.-]+\/[\w.-]+\/resolve\/[0-9a-f]{40}\/(bundle\/)?[\w.-]+\.gguf$/,
      );
    assert(entry.sizeBytes > 1e6 && entry.languages.length > 0 && engineNames.includes(entry.engine));
  }
  for (const model of localModels(catalogEntries, [], '/m'))
    catalogModel.parse(toCatalogModel(model, { address: null, measuredSpeed: null }));
});

test('the two models that are part of Quoth are what the catalog says of them, to the byte', () => {
  const included = catalogEntries.filter((entry) => entry.included !== null);
  assert.deepEqual(
    included.map(({ id }) => id),
    ['moonshine-tiny-included', 'whisper-base-included'],
  );
  for (const { id, included: path, sizeBytes, sha256, hubPath, licence } of included) {
    const bytes = readFileSync(path ?? '');
    assert.equal(bytes.length, sizeBytes);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
    assert.deepEqual([hubPath, licence], [null, 'mit']);
    // What a damaged one is replaced with.
    const twin = id.replace('-included', '-q8_0');
    assert(
      catalogEntries.some((other) => other.id === twin),
      twin,
    );
  }
});

test('every model has a written name, and one file that is shown first', () => {
  const slugs = [...new Set(catalogEntries.map(({ slug }) => slug))];
  const shownFirst = catalogEntries.filter(({ firstChoice }) => firstChoice);
  assert.deepEqual(shownFirst.map(({ slug }) => slug).sort(), slugs.sort());
  for (const { displayName, slug } of shownFirst) assert(displayName && displayName !== slug, slug);
  assert.equal(new Set(shownFirst.map(({ displayName }) => displayName)).size, slugs.length);
});

test('the short list says what the facts say', () => {
  const recommended = catalogEntries.filter(({ recommendation }) => recommendation !== null);
  assert.deepEqual(
    recommended.map(({ slug }) => slug),
    recommendations.map(({ slug }) => slug),
  );
  const first = catalogEntries.filter(
    ({ firstChoice, languages, included }) => firstChoice && included === null && languages.includes('en'),
  );
  const least = (models: typeof first) =>
    Math.min(...models.map((model) => model.wordErrorRate?.percent ?? Number.POSITIVE_INFINITY));
  const chosen = (need: string) => {
    const entry = recommended.find(({ recommendation }) => recommendation?.for.reason === need);
    assert(entry, need);
    return entry;
  };
  assert.equal(chosen('fastestEnglish').speed, 'fastest');
  assert.equal(
    chosen('fastestEnglish').wordErrorRate?.percent,
    least(first.filter(({ speed }) => speed === 'fastest')),
  );
  assert.equal(
    chosen('liveEnglish').wordErrorRate?.percent,
    least(first.filter(({ capabilities }) => capabilities.streaming)),
  );
  assert.equal(chosen('bestEnglish').wordErrorRate?.percent, least(first));
  assert.equal(chosen('europeanLanguages').languages.length, 25);
  assert.equal(chosen('hundredLanguages').languages.length, 100);
  for (const need of ['fastestEnglish', 'liveEnglish', 'europeanLanguages'])
    assert(chosen(need).capabilities.word_timestamps, need);
  assert(!chosen('bestEnglish').capabilities.segment_timestamps);
  assert(!chosen('quickEnglish').capabilities.segment_timestamps);
  assert.deepEqual(chosen('quickEnglish').languages, ['en']);
  assert.equal(chosen('languages99').languages.length, 99);
  const { segment_timestamps, translation } = chosen('languages99').capabilities;
  assert(segment_timestamps && translation);
  // Every recommended download for a language gets fewer words wrong than what is part of Quoth.
  for (const { included, wordErrorRate } of recommended)
    if (included === null)
      assert((wordErrorRate?.percent ?? 100) < (chosen('quickEnglish').wordErrorRate?.percent ?? 0));
  for (const need of ['europeanLanguages', 'hundredLanguages', 'languages99'])
    assert(chosen(need).capabilities.detectsLanguage, need);
});

test('the language of a first start is the system user’s first, where a model that is part of Quoth knows it', () => {
  const cases = [
    [['en-US', 'de'], 'en'],
    [['de-AT'], 'de'],
    [['pt-BR', 'en'], 'pt'],
    [['ja'], 'ja'],
    [['tlh', 'en'], 'auto'],
    [[], 'auto'],
    [undefined, 'auto'],
  ] as const;
  for (const [tags, language] of cases) assert.equal(spokenLanguage(tags), language, String(tags));
});

test('classes of speed follow the number of parameters', () => {
  const cases = [
    ['27M', 'fastest'],
    ['110M', 'fastest'],
    ['140M', 'fast'],
    ['0.6B', 'medium'],
    ['1B', 'medium'],
    ['1.1B', 'slow'],
    ['24.3B', 'slowest'],
  ] as const;
  for (const [parameters, speed] of cases) assert.equal(speedClass(parameters), speed, parameters);
});

const folder = temporaryFolder();

function written(content: string): string {
  const path = join(folder, 'catalog.json');
  writeFileSync(path, content);
  return path;
}

test('a catalog file of the shape of our own facts gives the same entries', () => {
  const [model] = catalogModels;
  const entries = readCatalogFile(written(JSON.stringify({ models: [model] })));
  assert.equal(entries.length, model?.files.length);
  const ids = new Set(catalogEntries.map(({ id }) => id));
  for (const { id } of entries) assert(ids.has(id), id);
});

const [good] = catalogModels;
const bad: readonly [string, RegExp][] = [
  ['{', /catalog\.json can't be used: SyntaxError/],
  ['{"models": [{"repo": "a"}]}', /models\[0\]\.revision/],
  [
    JSON.stringify({ models: [{ ...good, files: [{ ...good?.files[0], filename: '../x.gguf' }] }] }),
    /filename/,
  ],
  [JSON.stringify({ models: [{ ...good, files: [{ ...good?.files[0], sha256: 'no' }] }] }), /sha256/],
  [JSON.stringify({ models: [{ ...good, family: 'none of ours' }] }), /none of ours/],
];
for (const [content, words] of bad) {
  test(`a bad catalog file is refused, and the message names it and the field: ${words}`, () => {
    assert.throws(() => readCatalogFile(written(content)), words);
  });
}
