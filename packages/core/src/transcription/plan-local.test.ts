import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capabilitiesWith } from '@quoth/contract/fixtures/shapes.ts';
import { type RankableModel, type RankingMachine, rankModels } from './plan-local.ts';

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

const cases: readonly [string, readonly Named[], string, RankingMachine, readonly string[]][] = [
  [
    'the lowest error rate among those that keep up',
    all,
    'en',
    laptop,
    ['must be told', 'english', 'european', 'tiny', 'unknown', 'large'],
  ],
  ['on a fast machine the largest may win', [tiny, english, large], 'en', mac, ['large', 'english', 'tiny']],
  ['what does not fit into memory comes last', [large, tiny], 'en', old, ['tiny', 'large']],
  [
    'with no language, who tells languages apart comes first, who must be told last',
    [dumb, english, european],
    'auto',
    laptop,
    ['european', 'english', 'must be told'],
  ],
  [
    'what failed on a clear sentence is not among them',
    [
      { ...unknown, id: 'failed', selfTestErrorRate: 0.5 },
      unknown,
      { ...unknown, id: 'passed', selfTestErrorRate: 0.08 },
    ],
    'en',
    laptop,
    ['unknown', 'passed'],
  ],
  [
    'equals stay in their order',
    [unknown, { ...unknown, id: 'another' }],
    'en',
    laptop,
    ['unknown', 'another'],
  ],
];

for (const [name, models, language, machine, expected] of cases) {
  test(`the best model: ${name}`, () => {
    assert.deepEqual(
      rankModels(models, { language }, machine).map(({ id }) => id),
      expected,
    );
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
