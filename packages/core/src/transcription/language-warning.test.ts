import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceIn } from '@quoth/contract';
import { capabilitiesWith } from '@quoth/contract/fixtures/shapes.ts';
import { languageWarning } from './language-warning.ts';
import type { PlannableModel } from './plan-local.ts';

const capabilities = capabilitiesWith();
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
  wordErrorRate: { percent: 2 },
  doubtBelow: { shortText: 0.45, longText: 0.7 },
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
  detected: string | null,
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
    /unsure of most words: the speech is unclear, or not English\. .* understands more: quoth models download european$/,
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
  test(`speech and model: ${name}`, async () => {
    const warning = await languageWarning({
      plan: { model: english, language: wanted },
      result: { text: '', language, words: words(confidences) },
      models: [english, european],
      machine,
    });
    if (expected === undefined) assert.equal(warning, undefined);
    else {
      assert.equal(warning?.code, 'LANGUAGE_MISMATCH');
      assert.match(warning.message, expected);
      // Languages are named in the reader's own: as a text they would stay English.
      const [said, todo] = adviceIn(warning, 'message');
      assert(said && todo);
      for (const { args = {} } of [said, todo])
        for (const [name, value] of Object.entries(args))
          assert(typeof value !== 'string' || ['model', 'id'].includes(name), `${name}: ${value}`);
    }
  });
}

test('an installed model that would understand is named before one to download', async () => {
  const warning = await languageWarning({
    plan: { model: english, language: 'en' },
    result: { text: '', language: 'en', words: words(unsure) },
    models: [english, european, model('world', ['*'], true)],
    machine,
  });
  assert.match(warning?.message ?? '', /The world model is installed.*choose the model world/);
});

test('an included model that was removed is named before a more accurate one to download', async () => {
  const removed = { ...model('included', ['*'], false), included: true, wordErrorRate: { percent: 5 } };
  const warning = await languageWarning({
    plan: { model: english, language: 'en' },
    result: { text: '', language: 'de', words: words([1, 1, 1]) },
    models: [english, european, removed],
    machine,
  });
  assert.match(warning?.message ?? '', /download included$/);
});

/** Of a model that tells neither language nor confidence. */
const wrote = async (text: string, wanted: string, translate = false) => {
  const warning = await languageWarning({
    plan: { model: english, language: wanted },
    result: { text, language: wanted, words: [] },
    models: [english, european],
    machine,
    translate,
  });
  return warning?.message;
};
const german =
  'gestern waren wir mit den kindern am see und der hund ist sofort ins wasser gesprungen um den ball zu holen';
const spanish =
  'hemos decidido no renovar el contrato porque los costes son demasiado altos para una empresa tan pequeña';

test('a text that reads like another language is reported, where its model tells neither language nor confidence', async () => {
  for (const text of [german, spanish])
    assert.match(
      (await wrote(text, 'en')) ?? '',
      /reads like another language: the speech may not be English\. .*quoth models download european/,
    );
  assert.equal(await wrote(german, 'de'), undefined);
  assert.equal(await wrote(spanish, 'es-MX'), undefined);
  assert.match(
    (await wrote('he was not an ill disposed young man unless to be rather cold hearted', 'de')) ?? '',
    /not be German/,
  );
  // What was translated is to be in English; a few words and languages that were not measured tell nothing.
  assert.equal(
    await wrote('we have decided not to renew the contract because it costs far too much', 'de', true),
    undefined,
  );
  assert.equal(await wrote('guten morgen meine damen und herren', 'en'), undefined);
  assert.equal(await wrote(german, 'da'), undefined);
});

test('a text that says that the speech was foreign is believed', async () => {
  for (const text of [
    '(speaking in foreign language)',
    '[SPEAKING GERMAN]',
    '[Speaking Foreign Language] Thanks.',
  ])
    assert.match((await wrote(text, 'en')) ?? '', /noted speech in a language that it does not know/, text);
  assert.equal(await wrote('He was (speaking softly) by the door.', 'en'), undefined);
});

test('English with names, numbers and terms of the trade does not read like another language', async () => {
  for (const text of [
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
    'peter anna maria tom sarah mark david will meet john smith and jane miller on tuesday',
    'the meeting with mister garcia lopez and missus schneider in munich starts at half past nine',
    'kubernetes pods restart when the liveness probe fails so check the ingress controller logs please',
    'he was not an ill disposed young man unless to be rather cold hearted and rather selfish',
    'bonjour means good morning and guten tag means good day but we speak english here',
  ])
    assert.equal(await wrote(text, 'en'), undefined, text);
});

test('a language that another model heard, or this one instead of what was asked for', async () => {
  const both = { ...european, installed: true };
  const result = { text: 'So', language: 'en', words: words(Array.from({ length: 9 }, () => undefined)) };
  const shared = { models: [english, both], machine };
  const bySecond = await languageWarning({
    ...shared,
    plan: { model: english, language: 'en' },
    result,
    spoken: 'de',
  });
  assert.match(
    bySecond?.message ?? '',
    /seems to be German, and English was expected\. .* choose the model european/,
  );
  const doubtOf = (end: number) => [{ kind: 'other-language', language: 'de', start: 0, end }] as const;
  const own = (end: number) =>
    languageWarning({
      ...shared,
      plan: { model: both, language: 'en' },
      result: { ...result, doubts: doubtOf(end) },
    });
  assert.match((await own(8))?.message ?? '', /seems to be German.* Choose this language, or auto\./);
  assert.equal(await own(1), undefined, 'a quotation');
});

test('the included model says which languages it translates badly', async () => {
  const included = { ...european, included: true, installed: true };
  const large = { ...european, id: 'large', capabilities: capabilitiesWith({ translation: true }) };
  const of = (language: string) =>
    languageWarning({
      ...{ plan: { model: { ...included, languages: ['de', 'ko'] }, language: 'auto' }, translate: true },
      ...{
        result: { text: 'So', language, words: [] },
        models: [included, { ...large, languages: ['*'] }],
        machine,
      },
    });
  assert.match((await of('ko'))?.message ?? '', /translates Korean roughly.*large/);
  assert.equal(await of('de'), undefined);
});
