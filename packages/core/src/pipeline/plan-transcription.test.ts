import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '@quoth/contract';
import { AppError } from '../base/index.ts';
import { type ExplicitChoice, type PlannableModel, planTranscription } from './plan-transcription.ts';

const capabilities = {
  segment_timestamps: true,
  word_timestamps: true,
  streaming: true,
  vocabulary: false,
  translation: false,
};

function model(id: string, engine: string, languages: string[], installed = true): PlannableModel {
  return {
    id,
    engine,
    displayName: id,
    languages,
    installed,
    installHint: `install ${id}`,
    capabilities,
    detectsLanguage: true,
    sizeMb: 100,
    wordErrorRate: null,
    listed: true,
  };
}

const models = [
  model('parakeet-v3', 'parakeet', ['en', 'de'], false),
  model('parakeet-en', 'parakeet', ['en']),
  model('whisper-small', 'whisperLocal', ['*']),
  model('sphinx-en', 'pocketsphinx', ['en-US']),
];
const machine = { cores: 4, memory: 8e9, accelerated: false };
const auto = { model: 'auto', language: 'auto' };

const choices: readonly [string, { model: string; language: string }, ExplicitChoice, string, string][] = [
  ['auto with no language takes one that tells languages apart', auto, {}, 'whisper-small', 'auto'],
  ['auto takes the first installed that knows the language', auto, { language: 'en' }, 'parakeet-en', 'en'],
  ['auto takes one that knows the language', auto, { language: 'fr' }, 'whisper-small', 'fr'],
  ['the mode decides when nothing is said', { model: 'sphinx-en', language: 'en' }, {}, 'sphinx-en', 'en'],
  [
    'an explicit model stands above the mode',
    { model: 'sphinx-en', language: 'en' },
    { model: 'whisper-small' },
    'whisper-small',
    'en',
  ],
  [
    'an explicit language stands above the mode',
    { model: 'whisper-small', language: 'de' },
    { language: 'en' },
    'whisper-small',
    'en',
  ],
  [
    'an engine drops the mode model of another engine',
    { model: 'sphinx-en', language: 'en' },
    { engine: 'whisper' },
    'whisper-small',
    'en',
  ],
  [
    'an engine keeps the mode model of its own',
    { model: 'parakeet-en', language: 'en' },
    { engine: 'Parakeet' },
    'parakeet-en',
    'en',
  ],
  ['an engine takes its first installed model', auto, { engine: 'parakeet' }, 'parakeet-en', 'auto'],
  [
    '"auto" as an explicit model drops the mode model',
    { model: 'sphinx-en', language: 'en' },
    { model: 'auto' },
    'parakeet-en',
    'en',
  ],
  ['engine and model agree', auto, { engine: 'pocket-sphinx', model: 'SPHINX-EN' }, 'sphinx-en', 'auto'],
  [
    'a regional tag matches its language',
    auto,
    { model: 'sphinx-en', language: 'en_GB' },
    'sphinx-en',
    'en-GB',
  ],
];

for (const [name, mode, explicit, expectedModel, expectedLanguage] of choices) {
  test(`plan: ${name}`, () => {
    const plan = planTranscription(mode, explicit, models, machine);
    assert.deepEqual([plan.model.id, plan.language], [expectedModel, expectedLanguage]);
  });
}

const refusals: readonly [string, { model: string; language: string }, ExplicitChoice, ErrorCode, RegExp][] =
  [
    [
      'an unknown engine names the known ones',
      auto,
      { engine: 'siri' },
      'INVALID_REQUEST',
      /whisperLocal.*pocketsphinx/,
    ],
    [
      'an engine that is not here',
      auto,
      { engine: 'canary' },
      'ENGINE_UNAVAILABLE',
      /Engines here: parakeet/,
    ],
    [
      'the cloud without a provider',
      auto,
      { engine: 'cloud' },
      'ENGINE_UNAVAILABLE',
      /model on this machine/,
    ],
    [
      'a cloud mode without a provider',
      { model: 'cloud', language: 'en' },
      {},
      'ENGINE_UNAVAILABLE',
      /model on this machine/,
    ],
    ['an unknown model', auto, { model: 'gpt-9' }, 'MODEL_NOT_FOUND', /sphinx-en/],
    [
      'a model of another engine',
      auto,
      { engine: 'whisper', model: 'sphinx-en' },
      'INVALID_REQUEST',
      /Leave the engine out/,
    ],
    [
      'a model that is not installed',
      auto,
      { model: 'parakeet-v3' },
      'MODEL_NOT_INSTALLED',
      /install parakeet-v3/,
    ],
    [
      'a language that the model lacks',
      auto,
      { model: 'sphinx-en', language: 'de' },
      'INVALID_REQUEST',
      /It knows en-US/,
    ],
    [
      'a language that only a missing model knows',
      auto,
      { engine: 'parakeet', language: 'de' },
      'MODEL_NOT_INSTALLED',
      /install parakeet-v3/,
    ],
    [
      'a language that no model knows',
      auto,
      { engine: 'pocketsphinx', language: 'ja' },
      'MODEL_NOT_INSTALLED',
      /Languages here: en-US/,
    ],
  ];

for (const [name, mode, explicit, code, hint] of refusals) {
  test(`plan refuses: ${name}`, () => {
    assert.throws(
      () => planTranscription(mode, explicit, models, machine),
      (error: unknown) => error instanceof AppError && error.code === code && hint.test(error.hint ?? ''),
    );
  });
}
