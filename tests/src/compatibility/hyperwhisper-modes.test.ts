import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Mode } from '@quoth/contract';
import { StartedApi } from '../named-tokens/started-api.ts';

// Every field of a mode in HyperWhisper's newest contract (its openapi.yaml, November 2026), as its clients write them.

let api: StartedApi;
before(async () => {
  api = await StartedApi.start();
});
after(() => api.close());

interface Saved {
  readonly ok: boolean;
  readonly mode: Mode;
  readonly warnings?: readonly { readonly field: string; readonly message: string }[];
}
const call = async (method: string, path: string, body: object) =>
  (await api.user.send(method, path, body)).body as unknown as Saved;

const theirs = {
  name: 'From there',
  preset: 'mail',
  language: 'en',
  model: 'auto',
  punctuation: true,
  capitalization: false,
  profanityFilter: true,
  customInstructions: 'Short.',
  userSystemPrompt: null,
  isDefault: false,
  isSystemProvided: false,
  sortOrder: 7,
  createdDate: '2026-01-01T00:00:00Z',
  modifiedDate: null,
  languageModel: null,
  cloudTranscriptionModel: null,
  cloudProvider: null,
  postProcessingMode: 1,
  postProcessingProvider: 'anthropic',
  englishSpelling: 'british',
  useStreamingTranscription: false,
  cloudAccuracyTier: 'elevenLabsScribeV2',
  removeTrailingPeriod: true,
  enableScreenOCR: false,
  geminiCustomPrompt: null,
  cloudPostProcessingModel: 'anthropic:claude-haiku-4-5',
  cloudTranscriptionDomain: null,
  localEngine: 'whisper',
  localParakeetModel: 'parakeet-tdt-0.6b-v3',
  localPostProcessingModel: 'qwen3-4b',
  customVocabulary: ['Quoth'],
  providerType: 'local',
} as const;
/** Set by the server, and the one name that is read as another. */
const changed = { preset: 'email', createdDate: undefined, modifiedDate: undefined } as const;

test('what a client of HyperWhisper writes into a mode is what it reads back', async () => {
  const { ok, mode } = await call('POST', '/modes', theirs);
  assert.equal(ok, true, JSON.stringify(mode));
  const again = (await call('PATCH', `/modes/${mode.id}`, mode)).mode;
  const read = ((await api.user.json(`/modes/${mode.id}`)).body as unknown as Saved).mode;
  for (const [name, value] of Object.entries({ ...theirs, ...changed }))
    if (value !== undefined)
      for (const one of [mode, again, read]) assert.deepEqual(one[name as keyof Mode], value, name);
  // Where ours are not given, theirs decide.
  const { mode: parakeet } = await call('POST', '/modes', {
    name: 'Parakeet',
    localEngine: 'parakeet',
    localParakeetModel: 'parakeet-tdt-0.6b-v3',
    postProcessingMode: 2,
    localPostProcessingModel: 'qwen3-4b',
  });
  assert.deepEqual([parakeet.model, parakeet.languageModel], ['parakeet-tdt-0.6b-v3', 'qwen3-4b']);
  assert.equal((await call('POST', '/modes', { name: 'Cloud', providerType: 'cloud' })).mode.model, 'cloud');
});

test('a name that nothing here has is kept with a warning that names the nearest', async () => {
  const { models } = (await api.user.json('/models?kind=voice')).body as unknown as {
    models: { id: string }[];
  };
  const known = models[0]?.id ?? '';
  const mistyped = `${known}x`;
  const { mode, warnings = [] } = await call('POST', '/modes', {
    name: 'Mistyped',
    model: mistyped,
    cloudProvider: 'deepgrm',
    postProcessingProvider: 'antropic',
  });
  assert.deepEqual(
    [mode.model, mode.cloudProvider, mode.postProcessingProvider],
    [mistyped, 'deepgrm', 'antropic'],
  );
  assert.deepEqual(
    warnings.map(({ field, message }) => [field, /Did you mean "([^"]+)"/.exec(message)?.[1]]),
    [
      ['model', known],
      ['cloudProvider', 'deepgram'],
      ['postProcessingProvider', 'anthropic'],
    ],
  );
  const right = await call('PATCH', `/modes/${mode.id}`, {
    model: 'auto',
    cloudProvider: 'Deepgram',
    postProcessingProvider: 'local',
  });
  assert.equal(right.warnings, undefined);
  // What the mode had before is not said again.
  assert.equal((await call('PATCH', `/modes/${mode.id}`, { punctuation: false })).warnings, undefined);
});
