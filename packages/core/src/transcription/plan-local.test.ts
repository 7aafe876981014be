import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say } from '@quoth/contract';
import { capabilitiesWith } from '@quoth/contract/fixtures/shapes.ts';
import { rowsOf } from '@quoth/processes/fixtures/decision-table.ts';
import { catalogEntries, localModels } from '../models/index.ts';
import {
  type ExplicitChoice,
  type PlannableModel,
  planLocal,
  quickModel,
  type RankableModel,
  type RankingMachine,
  rankModels,
} from './plan-local.ts';

interface Named extends RankableModel {
  readonly id: string;
}
const model = (id: string, sizeMb: number, wordErrorRate: number | null, languages = ['en']): Named => ({
  id,
  sizeMb,
  wordErrorRate: wordErrorRate === null ? null : { percent: wordErrorRate },
  languages,
  detectsLanguage: true,
  capabilities: capabilitiesWith(),
});
const tiny = model('tiny', 30, 5);
const english = model('english', 480, 1.6);
const european = model('european', 480, 2, ['en', 'de', 'fr']);
const large = model('large', 3_000, 1.4, ['*']);
const dumb: Named = { ...model('must be told', 480, 1, ['en', 'de']), detectsLanguage: false };
const unknown = model('unknown', 30, null);
const all = [tiny, english, european, large, dumb, unknown];

const laptop: RankingMachine = { cores: 4, memory: 16e9, accelerated: false };
const mac: RankingMachine = { ...laptop, accelerated: true };
const old: RankingMachine = { cores: 2, memory: 2e9, accelerated: false };

const models: Readonly<Record<string, Named>> = {
  ...Object.fromEntries(all.map((one) => [one.id, one])),
  another: { ...unknown, id: 'another' },
  failed: { ...unknown, id: 'failed', selfTestErrorRate: 0.5 },
  passed: { ...unknown, id: 'passed', selfTestErrorRate: 0.08 },
};
const machines: Readonly<Record<string, RankingMachine>> = { laptop, mac, old };

/** Which models there are, the language, the machine, and their order. */
for (const [name, given = '', language = '', machine = '', expected] of rowsOf(`
  the lowest error rate among those that keep up | tiny, english, european, large, must be told, unknown | en | laptop | must be told, english, european, tiny, unknown, large
  on a fast machine the largest may win | tiny, english, large | en | mac | large, english, tiny
  what does not fit into memory comes last | large, tiny | en | old | tiny, large
  with no language, who tells languages apart comes first, who must be told last | must be told, english, european | auto | laptop | european, english, must be told
  what failed on a clear sentence is not among them | failed, unknown, passed | en | laptop | unknown, passed
  equals stay in their order | unknown, another | en | laptop | unknown, another
`)) {
  test(`the best model: ${name}`, () => {
    const there = given.split(', ').map((id) => models[id] ?? assert.fail(id));
    const ranked = rankModels(there, { language }, machines[machine] ?? assert.fail(machine));
    assert.equal(ranked.map(({ id }) => id).join(', '), expected);
  });
}

test('where times are wanted, a model that gives them comes before one with fewer errors that does not', () => {
  const untimed: Named = {
    ...english,
    id: 'untimed',
    capabilities: capabilitiesWith({ segment_timestamps: false }),
  };
  const order = (timed: boolean) =>
    rankModels([untimed, tiny, large], { language: 'en', timed }, laptop).map(({ id }) => id);
  assert.deepEqual(order(false), ['untimed', 'tiny', 'large']);
  assert.deepEqual(order(true), ['tiny', 'untimed', 'large']);
});

/** The catalog's models as an installation has them. */
const plannable = (installed: readonly string[]): PlannableModel[] =>
  localModels(catalogEntries, [], '/m').map((each) => ({
    ...each,
    sizeMb: each.sizeBytes / 1e6,
    installed: installed.includes(each.id),
    detectsLanguage: each.capabilities.detectsLanguage || each.languages.length === 1,
    ...(each.id === 'whisper-base-included' && {
      problem: say('asWritten', { text: 'The file is damaged.' }),
    }),
  }));
const included = ['moonshine-tiny-included', 'whisper-base-included'];
const parakeet = 'parakeet-tdt_ctc-110m-q4_k_m';
const turbo = 'whisper-large-v3-turbo-f16';
const whisper = 'whisper-base-included';

for (const [what, installed, explicit, expected] of [
  ['English', included, { language: 'en' }, 'moonshine-tiny-included'],
  ['English of a country', included, { language: 'en-GB' }, 'moonshine-tiny-included'],
  ['another language', included, { language: 'de' }, whisper],
  ['an unknown language', included, { language: 'auto' }, whisper],
  ['a translation', included, { language: 'en', translate: true }, whisper],
  ['captions and timestamps', included, { language: 'en', timestamp_granularities: ['segment'] }, whisper],
  ['no timestamps', included, { language: 'en', timestamp_granularities: [] }, 'moonshine-tiny-included'],
  ['English, with a better model', [...included, parakeet], { language: 'en' }, parakeet],
  [
    'an unknown language, with a better model for English',
    [...included, parakeet],
    { language: 'auto' },
    whisper,
  ],
  ['German, with a better model that is slow here', [...included, turbo], { language: 'de' }, turbo],
  ['English, where Moonshine is removed', included.slice(1), { language: 'en' }, whisper],
  ['a model that is named', included, { language: 'en', model: 'whisper-base' }, whisper],
] satisfies [string, readonly string[], ExplicitChoice, string][]) {
  test(`auto takes ${expected} for ${what}`, () => {
    const machine = { models: plannable(installed), providers: [], machine: laptop };
    const plan = planLocal({ model: 'auto', language: 'auto' }, explicit, machine, explicit.language);
    assert.equal(plan.model.id, expected);
  });
}

test('a larger file of the user’s own is taken before an included model, a smaller one is not', () => {
  const own = (id: string, sizeMb: number): Named => ({ ...unknown, id, sizeMb, languages: ['en', 'de'] });
  const part: Named = { ...european, id: 'included', sizeMb: 83, included: true };
  const first = (models: readonly Named[]) => rankModels(models, { language: 'de' }, laptop)[0]?.id;
  assert.equal(first([part, own('large', 1_500)]), 'large');
  assert.equal(first([part, own('small', 57)]), 'included');
  assert.equal(first([part, { ...own('unfit', 1_500), selfTestErrorRate: 1 }]), 'included');
});

test('where the included models were removed, one of them is to be brought back, and no other one downloaded', () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ['en', [], 'No installed speech model supports English ("en"); Moonshine Tiny does.'],
    ['de', included.slice(0, 1), 'No installed speech model supports German ("de"); Whisper Base does.'],
    ['auto', [], 'The model Whisper Base is not installed.'],
  ];
  for (const [language, installed, message] of cases) {
    const models = plannable(installed).map(({ problem: _damaged, ...each }) => each);
    assert.throws(
      () => planLocal({ model: 'auto', language }, {}, { models, providers: [], machine: laptop }, language),
      { code: 'MODEL_NOT_INSTALLED', message },
    );
  }
});

for (const explicit of [{ model: 'whisper-base' }, { language: 'de' }])
  test(`where only a damaged model would do, the error says what is wrong with it: ${Object.keys(explicit)}`, () => {
    const models = plannable(included.slice(0, 1));
    assert.throws(
      () =>
        planLocal(
          { model: 'auto', language: 'en' },
          explicit,
          { models, providers: [], machine: laptop },
          explicit.language ?? 'en',
        ),
      { code: 'MODEL_NOT_INSTALLED', message: 'The file is damaged.' },
    );
  });

const seconds: readonly [ExplicitChoice, string | undefined][] = [
  [{ language: 'en' }, 'whisper-base-included'],
  [{ language: 'auto' }, 'moonshine-tiny-included'],
  [{ language: 'de' }, undefined],
  [{ language: 'en', translate: true }, undefined],
  [{ language: 'en', model: 'moonshine-tiny' }, undefined],
  [{ language: 'en', engine: 'moonshine' }, undefined],
];
test('the other included model may hear again what was missed, unless a model or an engine was named', () => {
  const models = plannable(included);
  for (const [explicit, expected] of seconds) {
    const mode = { model: 'auto', language: 'auto' };
    const choices = { models, providers: [], machine: laptop };
    const plan = planLocal(mode, explicit, choices, explicit.language ?? 'auto');
    assert.equal(plan.second?.id, expected, JSON.stringify(explicit));
  }
  const mode = { model: 'moonshine-tiny', language: 'en' };
  assert.equal(planLocal(mode, {}, { models, providers: [], machine: laptop }, 'en').second, undefined);
});

test('a model that failed its test shows no words for another one', () => {
  const models = plannable(included).map((each) =>
    each.id === 'moonshine-tiny-included' ? { ...each, selfTestErrorRate: 0.9 } : each,
  );
  const whisper = models.find(({ id }) => id === 'whisper-base-included');
  assert.equal(quickModel(models, 'en', whisper), undefined);
  assert.equal(quickModel(plannable(included), 'en', whisper)?.id, 'moonshine-tiny-included');
});
