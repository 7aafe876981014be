import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mode, type Model, type Settings, settingDefaults } from '@quoth/contract';
import { aMode, capabilitiesWith } from '@quoth/contract/fixtures/shapes.ts';
import { Description, describe, optionsFor, servedModels, type WyomingCore } from './served-models.ts';

const mode = (id: string, changes: Partial<Mode> = {}) => aMode({ id, name: id, ...changes });
const model = (id: string, languages: string[], provider = 'local'): Model => ({
  id,
  kind: 'voice',
  provider,
  displayName: id,
  installed: true,
  size_mb: null,
  engine: 'e',
  languages,
  capabilities: capabilitiesWith({ segment_timestamps: false, word_timestamps: false }),
});
const models = [model('small', ['en']), model('any', ['*']), model('acme/nova', ['en'], 'acme')];

/** A core that has these modes and settings; what is read is real data of the contract's shapes. */
function core(modes: readonly Mode[], settings: Partial<Settings> = {}): WyomingCore {
  const known = { small: models[0], any: models[1] };
  return {
    settings: { get: () => ({ ...settingDefaults, ...settings }) },
    modes: { list: () => modes },
    models: {
      list: () => models,
      local: () => ({ e: Object.entries(known).map(([id]) => ({ id, displayName: id, installed: true })) }),
    },
    modelFiles: {
      catalog: () => [
        { id: 'small', languages: ['en', 'de'], address: 'https://hub.example/acme/small-gguf/resolve/x' },
      ],
    },
  } as unknown as WyomingCore;
}

const options = (modes: readonly Mode[], settings: Partial<Settings> = {}, asked = {}) =>
  optionsFor(core(modes, settings), asked);

test('without a mode of its own, Wyoming never reaches a provider and never rewrites, whatever the default mode says', () => {
  for (const own of ['cloud', 'acme/nova', 'unknown', 'auto']) {
    const usual = mode('usual', { isDefault: true, model: own, postProcessingMode: 1 });
    assert.deepEqual(options([usual]), { save: false, mode_id: 'usual', model: 'auto' }, own);
  }
  assert.deepEqual(
    servedModels(core([mode('usual', { isDefault: true, model: 'cloud' })])).map(({ id }) => id),
    ['small', 'any'],
  );
  const cloud = mode('usual', { isDefault: true, model: 'cloud' });
  assert.throws(() => options([cloud], {}, { name: 'acme/nova' }), { code: 'MODEL_NOT_FOUND' });
});

test("the default mode's own model counts where it is here and knows the language", () => {
  const usual = mode('usual', { isDefault: true, model: 'small', language: 'en' });
  assert.equal(options([usual]).model, 'small');
  assert.equal(options([usual], {}, { language: 'en-GB' }).model, 'small');
  assert.deepEqual(options([usual], {}, { language: 'de' }), {
    save: false,
    mode_id: 'usual',
    model: 'auto',
    language: 'de',
  });
  assert.equal(options([usual], {}, { name: 'any', language: 'de' }).model, 'any');
});

test('a mode that the user chose counts with all it says; one that is gone is reported', () => {
  const chosen = mode('home', { model: 'cloud', cloudProvider: 'acme', postProcessingMode: 1 });
  const settings = { wyomingMode: 'home', saveWyomingTranscriptions: true };
  assert.deepEqual(options([mode('usual', { isDefault: true }), chosen], settings), {
    save: true,
    mode_id: 'home',
    post_process: true,
  });
  const spellings = [{}, { model: 'Cloud' }, { model: 'AC-ME/nova', cloudProvider: null }];
  for (const spelling of spellings)
    assert.deepEqual(
      servedModels(core([{ ...chosen, ...spelling }], settings)).map(({ id }) => id),
      ['acme/nova'],
    );
  assert.throws(() => options([], settings), { code: 'MODE_NOT_FOUND', message: /for Wyoming/ });
  assert.deepEqual((describe(core([], settings)).data.asr as { models: unknown[] }[])[0]?.models, []);
});

test('words to expect are expected, and replace nothing', () => {
  const asked = { transcript_names: ['Küche', 'a => b'], transcript_terms: [' ', 'lamp'] };
  assert.deepEqual(options([mode('usual', { isDefault: true })], {}, asked).vocabulary, ['Küche', 'lamp']);
});

test('a model that takes any language is described with those that are known; its publisher is named', () => {
  const [program] = describe(core([mode('usual', { isDefault: true })])).data.asr as {
    models: { name: string; languages: string[]; attribution: unknown }[];
  }[];
  assert.deepEqual(
    program?.models.map(({ name, languages }) => [name, languages]),
    [
      ['small', ['en']],
      ['any', ['de', 'en']],
    ],
  );
  assert.deepEqual(program?.models[0]?.attribution, {
    name: 'acme',
    url: 'https://hub.example/acme/small-gguf',
  });
});

test('however often it is asked for, the description is made once a second', () => {
  let [now, made] = [0, 0];
  const counted: WyomingCore = {
    ...core([mode('usual', { isDefault: true })]),
    modelFiles: {
      catalog: () => {
        made++;
        return [];
      },
    } as unknown as WyomingCore['modelFiles'],
  };
  const description = new Description(counted, () => now);
  description.current();
  const once = made;
  for (let times = 0; times < 1_000; times++) description.current();
  assert.equal(made, once);
  now = 1_000;
  description.current();
  assert.equal(made, 2 * once);
});
