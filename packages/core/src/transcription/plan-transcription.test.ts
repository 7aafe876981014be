import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mode } from '@quoth/contract';
import { AppError, audioProvider, comparableName, say } from '@quoth/contract';
import { capabilitiesWith } from '@quoth/contract/fixtures/shapes.ts';
import { fieldsOf, rowsOf } from '@quoth/processes/fixtures/decision-table.ts';
import type { SpeechModel } from '@quoth/vendors';
import type { PlannableProvider } from './plan-cloud.ts';
import type { ExplicitChoice, PlannableModel } from './plan-local.ts';
import { planTranscription } from './plan-transcription.ts';

const capabilities = capabilitiesWith({ streaming: true });

function model(id: string, engine: string, languages: string[], installed = true): PlannableModel {
  return {
    id,
    engine,
    displayName: id,
    languages,
    installed,
    installHint: say('asWritten', { text: `install ${id}` }),
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
  model('moonshine-en', 'moonshine', ['en-US']),
];
const machine = { cores: 4, memory: 8e9, accelerated: false };
const noCloud = {
  cloudProvider: null,
  cloudTranscriptionModel: null,
  cloudTranscriptionDomain: null,
  cloudAccuracyTier: null,
} as const;
const auto = { model: 'auto', language: 'auto' };
const deepgram = { model: 'cloud', cloudProvider: 'deepgram', language: 'en' };
const modelled = { ...deepgram, cloudTranscriptionModel: 'nova-2' };
const medical = { ...deepgram, cloudTranscriptionDomain: 'medical' };

const spoken = (id: string, more: Partial<SpeechModel> = {}): SpeechModel => ({
  id,
  displayName: id,
  languages: ['*'],
  capabilities,
  ...more,
});
const translating = { capabilities: { ...capabilities, translation: true } };

function provider(id: string, list: SpeechModel[], more: Partial<PlannableProvider> = {}): PlannableProvider {
  return {
    id,
    displayName: id.toUpperCase(),
    models: list,
    defaultModel: list[0]?.id ?? '',
    keyPresent: true,
    healthy: false,
    isLocal: false,
    ...more,
  };
}

const providers = [
  provider('openai', [spoken('gpt-t'), spoken('whisper-1', translating)], { keyPresent: false }),
  provider('deepgram', [
    spoken('nova', { languages: ['en', 'de'] }),
    spoken('nova-med', { domains: ['medical'] }),
  ]),
  provider('groq', [spoken('whisper-large')], { healthy: true }),
  provider('my-server', []),
  provider('own', [spoken('auto')]),
];

const ofMode =
  'model language cloudProvider cloudTranscriptionModel cloudTranscriptionDomain cloudAccuracyTier'.split(
    ' ',
  );
type TestMode = { model: string; language: string } & Pick<Mode, keyof typeof noCloud>;
const modeOf = (cell: string) =>
  ({ ...noCloud, ...fieldsOf(cell, ofMode, { auto, deepgram, modelled, medical }) }) as TestMode;
const planOf = (mode: string, explicit: string, of = providers) =>
  planTranscription(
    modeOf(mode),
    fieldsOf(explicit, ['engine', 'model', 'language', 'translate']) as ExplicitChoice,
    { models, providers: of, machine },
  );

/** The mode, what is said beside it, and the model and language that come of both. */
const choices = rowsOf(`
  auto with no language takes one that tells languages apart | auto | | whisper-small | auto
  auto takes the first installed that knows the language | auto | language: en | parakeet-en | en
  auto takes one that knows the language | auto | language: fr | whisper-small | fr
  the mode decides when nothing is said | model: moonshine-en, language: en | | moonshine-en | en
  an explicit model stands above the mode | model: moonshine-en, language: en | model: whisper-small | whisper-small | en
  an explicit language stands above the mode | model: whisper-small, language: de | language: en | whisper-small | en
  an engine drops the mode model of another engine | model: moonshine-en, language: en | engine: whisper | whisper-small | en
  an engine keeps the mode model of its own | model: parakeet-en, language: en | engine: Parakeet | parakeet-en | en
  an engine takes its first installed model | auto | engine: parakeet | parakeet-en | auto
  "auto" as an explicit model drops the mode model | model: moonshine-en, language: en | model: auto | parakeet-en | en
  engine and model agree | auto | engine: Moon-Shine, model: MOONSHINE-EN | moonshine-en | auto
  a regional tag matches its language | auto | model: moonshine-en, language: en_GB | moonshine-en | en-GB
`);

for (const [name, mode = '', explicit = '', model, language] of choices) {
  test(`plan: ${name}`, () => {
    const plan = planOf(mode, explicit);
    assert.equal(plan.kind, 'local');
    assert.deepEqual([plan.model.id, plan.language], [model, language]);
  });
}

/** The same with the code of the refusal, and what it says. */
const refusals = rowsOf(String.raw`
  an unknown engine names the known ones | auto | engine: siri | INVALID_REQUEST | whisperLocal.*moonshine
  an engine that is not here | auto | engine: canary | ENGINE_UNAVAILABLE | Available engines: parakeet
  an unknown model | auto | model: gpt-9 | MODEL_NOT_FOUND | moonshine-en
  an unknown engine names providers too | auto | engine: siri | INVALID_REQUEST | openai, deepgram
  a cloud model of another provider | auto | engine: groq, model: deepgram/nova | INVALID_REQUEST | Omit the engine
  a cloud model and an engine of this machine | auto | engine: parakeet, model: deepgram/nova | INVALID_REQUEST | Omit the engine
  a provider without a model to choose | auto | engine: my-server | INVALID_REQUEST | my-server.*models
  a cloud model that no one has | auto | engine: cloud, model: hal-9000 | MODEL_NOT_FOUND | openai/whisper-1
  a cloud model of a provider without a key | auto | engine: cloud, model: whisper-1 | MISSING_API_KEY | set-key <openai>
  a mode whose provider does not exist | deepgram, cloudProvider: skynet | | INVALID_REQUEST | openai, deepgram, groq
  a language that the cloud model lacks | auto | engine: deepgram, language: ja | INVALID_REQUEST | It supports en, de
  a translation that the cloud model lacks | auto | engine: deepgram, translate: true | INVALID_REQUEST | have translation
  a kind of speech that the provider lacks | deepgram, cloudProvider: groq, cloudTranscriptionDomain: medical | | INVALID_REQUEST | another provider
  a kind of speech that the mode's own model lacks | medical, cloudTranscriptionModel: nova | | INVALID_REQUEST | nova-med
  a model of another engine | auto | engine: whisper, model: moonshine-en | INVALID_REQUEST | Omit the engine
  a model that is not installed | auto | model: parakeet-v3 | MODEL_NOT_INSTALLED | install parakeet-v3
  a language that the model lacks | auto | model: moonshine-en, language: de | INVALID_REQUEST | It supports en-US
  a language that only a missing model knows | auto | engine: parakeet, language: de | MODEL_NOT_INSTALLED | ^No installed speech model supports German \("de"\); parakeet-v3 does\. install parakeet-v3$
  a language that no model of the engine knows | auto | engine: moonshine, language: ja | MODEL_NOT_INSTALLED | ^No moonshine speech model supports Japanese \("ja"\); whisper-small does\. .*whisper-small
`);

for (const [name, mode = '', explicit = '', code, said = ''] of refusals) {
  test(`plan refuses: ${name}`, () => {
    assert.throws(
      () => planOf(mode, explicit),
      (error: unknown) =>
        error instanceof AppError &&
        error.code === code &&
        new RegExp(said).test(`${error.message} ${error.hint ?? ''}`),
    );
  });
}

test('a language without a model is refused in few words, with the model that would fetch it', () => {
  const few = models.filter(({ engine }) => engine !== 'whisperLocal');
  const plan = (explicit: ExplicitChoice, list = few) =>
    planTranscription({ ...noCloud, ...auto }, explicit, { models: list, providers, machine });
  assert.throws(() => plan({ language: 'eo' }), /No speech model supports Esperanto \("eo"\)\./);
  const wide = {
    ...model(
      'wide',
      'parakeet',
      [...'abcdefghijklmnop'].map((letter) => `${letter}${letter}`),
    ),
  };
  assert.throws(
    () => plan({ model: 'wide', language: 'de' }, [...few, wide]),
    (error) => error instanceof AppError && /^It supports aa, .*, hh and 8 more \(/.test(error.hint ?? ''),
  );
});

/** The table beside `planTranscription`, and its corners: provider/model, and the kind of speech. */
const cloudChoices = rowsOf(`
  a cloud mode: its provider, the provider's choice | deepgram | | deepgram/nova
  a cloud mode's own model, also a new one | modelled | | deepgram/nova-2
  a cloud mode without a provider: healthy ones first | model: cloud, language: en | | groq/whisper-large
  a cloud mode without a provider, but a model: who has it | model: cloud, cloudTranscriptionModel: nova, language: en | | deepgram/nova
  a mode written provider/model | model: groq/whisper-large, language: en | | groq/whisper-large
  a mode of the cloud in capitals | deepgram, model: CLOUD | | deepgram/nova
  a mode written provider/model otherwise | model: Deep-Gram/ nova, language: en | | deepgram/nova
  the mode provider written otherwise | deepgram, cloudProvider: Deep-Gram | | deepgram/nova
  a mode for medical speech | medical | | deepgram/nova-med | medical
  a model that was named goes before the kind of speech | medical | model: nova | deepgram/nova | general
  another provider drops the kind of speech | medical | engine: groq | groq/whisper-large | general
  auto keeps the kind of speech | medical | engine: cloud, model: auto | deepgram/nova-med | medical
  model cloud, on a mode of this machine | auto | model: cloud | groq/whisper-large
  provider/model | auto | model: OpenAI/whisper-1 | openai/whisper-1
  provider/model with a slash of its own | auto | model: my-server/org/whisper | my-server/org/whisper
  the mode provider's model by its name alone | deepgram | model: nova-med | deepgram/nova-med
  engine cloud: the mode's provider and model | modelled | engine: cloud | deepgram/nova-2
  engine cloud with auto: the mode's provider, its own choice | modelled | engine: Cloud, model: auto | deepgram/nova
  engine cloud and a model: who has it | auto | engine: cloud, model: nova | deepgram/nova
  engine cloud and provider/model | auto | engine: cloud, model: groq/whisper-large | groq/whisper-large
  engine provider: the mode's model where it is its own | modelled | engine: deepgram | deepgram/nova-2
  engine provider: another one drops it | modelled | engine: groq | groq/whisper-large
  engine provider with auto drops it too | modelled | engine: deepgram, model: auto | deepgram/nova
  engine provider and a model | auto | engine: OPENAI, model: whisper-1 | openai/whisper-1
  engine provider and a model newer than Quoth | auto | engine: openai, model: gpt-9-t | openai/gpt-9-t
  engine provider and provider/model | auto | engine: groq, model: groq/whisper-large | groq/whisper-large
  a server of the user and its model | auto | engine: myserver, model: org/whisper | my-server/org/whisper
  a translation | auto | model: openai/whisper-1, translate: true | openai/whisper-1
`);

for (const [name, mode = '', explicit = '', expected, domain] of cloudChoices) {
  test(`plan in the cloud: ${name}`, () => {
    const plan = planOf(mode, explicit);
    assert(plan.kind === 'cloud');
    assert.equal(`${plan.provider.id}/${plan.model.id}`, expected);
    if (domain !== undefined) assert.equal(plan.domain, domain);
    // What programs may do, and what the user is shown, is decided by this alone.
    if (explicit !== '') return;
    const shown = audioProvider(modeOf(mode));
    assert.notEqual(shown, undefined);
    if (shown != null) assert.equal(comparableName(shown), comparableName(plan.provider.id));
  });
}

for (const [name, mode = '', explicit = '', expected] of rowsOf(`
  a local engine | modelled | engine: whisper | whisper-small
  a local model | modelled | model: moonshine-en | moonshine-en
  auto | modelled | model: auto | parakeet-en
  auto, where the provider has a model of that name, | deepgram, cloudProvider: own | model: auto | parakeet-en
`))
  test(`plan: on a cloud mode, ${name} stays on this machine`, () => {
    const plan = planOf(mode, explicit);
    assert.deepEqual([plan.kind, plan.model.id], ['local', expected]);
  });

test('what is offered if nothing is installed depends on size and machine, not on the order of the list', () => {
  const offered = (sizeMb: number, wordErrorRate: number, id: string) => ({
    ...model(id, 'whisperLocal', ['de', 'en'], false),
    sizeMb,
    wordErrorRate: { percent: wordErrorRate },
  });
  const list = [offered(1_600, 1.3, 'large-first'), offered(485, 1.9, 'medium'), offered(40, 9, 'tiny')];
  for (const explicit of [{ language: 'de' }, { engine: 'whisper' }]) {
    const plan = () =>
      planTranscription({ ...auto, ...noCloud }, explicit, {
        models: list,
        providers: [],
        machine: { ...machine, cores: 2 },
      });
    assert.throws(
      plan,
      (error: AppError) => error.code === 'MODEL_NOT_INSTALLED' && error.hint === 'install medium',
    );
  }
});

test('without any key the cloud is refused, and says how to get one', () => {
  const bare = providers.map((one) => ({ ...one, keyPresent: false }));
  assert.throws(
    () => planOf('auto', 'engine: cloud', bare),
    (error: unknown) =>
      error instanceof AppError && error.code === 'MISSING_API_KEY' && /set-key/.test(error.hint ?? ''),
  );
});
