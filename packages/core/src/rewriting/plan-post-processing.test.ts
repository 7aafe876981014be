import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type Mode } from '@quoth/contract';
import { aMode } from '@quoth/contract/fixtures/shapes.ts';
import { compatibleEndpoint, vendorList } from '@quoth/vendors';
import type { LanguageProvider } from './language-access.ts';
import { type ExplicitRewriting, planPostProcessing } from './plan-post-processing.ts';

function provider(id: string, fields: Partial<LanguageProvider> = {}): LanguageProvider {
  const vendor = vendorList.find((candidate) => candidate.id === id);
  return {
    id,
    displayName: vendor?.displayName ?? id,
    kind: vendor ? 'vendor' : 'endpoint',
    keyPresent: true,
    status: 'unknown',
    baseUrl: vendor?.baseUrl ?? 'http://127.0.0.1:11434/v1',
    isLocal: vendor === undefined,
    language: vendor?.language ?? compatibleEndpoint,
    refusesKey: undefined,
    ...fields,
  };
}

const openai = provider('openai');
const groq = provider('groq');
const anthropic = provider('anthropic');
const ollama = provider('ollama');
const openrouter = provider('openrouter', { isLocal: false, baseUrl: 'https://openrouter.ai/api/v1' });
const unset = (id: string) => provider(id, { keyPresent: false });

interface Case {
  readonly name: string;
  readonly explicit?: ExplicitRewriting;
  readonly mode?: Partial<Mode>;
  readonly named?: boolean;
  readonly providers?: readonly LanguageProvider[];
  readonly gives?: Readonly<Record<string, unknown>>;
  readonly throws?: RegExp;
}

const on = { postProcessingMode: 1 } as const;

const cases: readonly Case[] = [
  // What is done with the text.
  { name: 'the default mode decides', mode: { ...on, preset: 'note' }, gives: { preset: 'note' } },
  {
    name: 'hyper where the default mode has rewriting off',
    mode: { preset: 'note' },
    gives: { preset: 'hyper' },
  },
  { name: 'a named mode decides', named: true, mode: { ...on, preset: 'email' }, gives: { preset: 'email' } },
  {
    name: 'a named mode that is off is refused',
    named: true,
    mode: { preset: 'email' },
    throws: /rewriting turned off/,
  },
  { name: 'but not with a preset', named: true, explicit: { preset: 'note' }, gives: { preset: 'note' } },
  {
    name: 'nor with a prompt',
    named: true,
    explicit: { prompt: 'Shout.' },
    gives: { preset: 'custom', prompt: 'Shout.' },
  },
  {
    name: 'nor with a provider, and then its preset counts',
    named: true,
    mode: { preset: 'email' },
    explicit: { provider: 'groq' },
    gives: { preset: 'email', provider: 'groq' },
  },
  {
    name: 'nor with a model',
    named: true,
    mode: { preset: 'email' },
    explicit: { model: 'gpt-6-luna' },
    gives: { preset: 'email', provider: 'openai' },
  },
  {
    name: 'preset and prompt exclude one another',
    explicit: { preset: 'hyper', prompt: 'Shout.' },
    throws: /both given/,
  },
  { name: 'an empty prompt is none', explicit: { prompt: ' ' }, throws: /prompt is empty/ },
  {
    name: 'an explicit preset stands above the mode',
    mode: { ...on, preset: 'email' },
    explicit: { preset: 'commit' },
    gives: { preset: 'commit' },
  },
  {
    name: 'a prompt stands alone',
    named: true,
    mode: { ...on, customInstructions: 'Be brief.' },
    explicit: { prompt: 'Shout.' },
    gives: { prompt: 'Shout.', instructions: undefined },
  },
  {
    name: 'instructions of the mode',
    named: true,
    mode: { ...on, customInstructions: 'Be brief.' },
    gives: { instructions: 'Be brief.' },
  },
  {
    name: 'instructions of a named mode hold with a preset',
    named: true,
    mode: { ...on, customInstructions: 'Be brief.' },
    explicit: { preset: 'note' },
    gives: { instructions: 'Be brief.' },
  },
  {
    name: 'those of the default one do not',
    mode: { ...on, customInstructions: 'Be brief.' },
    explicit: { preset: 'note' },
    gives: { instructions: undefined },
  },
  {
    name: 'custom takes the own prompt',
    mode: { ...on, preset: 'custom', userSystemPrompt: 'Rhyme.', customInstructions: 'Brief.' },
    gives: { preset: 'custom', prompt: 'Rhyme.', instructions: 'Brief.' },
  },
  {
    name: 'else the instructions',
    mode: { ...on, preset: 'custom', customInstructions: 'Brief.' },
    gives: { preset: 'custom', prompt: 'Brief.', instructions: undefined },
  },
  {
    name: 'with neither it cleans up',
    explicit: { preset: 'custom' },
    gives: { preset: 'custom', prompt: undefined, guards: true },
  },
  { name: 'a free prompt is held to little', explicit: { prompt: 'Answer.' }, gives: { guards: false } },
  {
    name: 'the language is that of a named mode',
    named: true,
    mode: { ...on, language: 'de' },
    gives: { language: 'de' },
  },
  { name: 'and no one knows it otherwise', mode: { ...on, language: 'de' }, gives: { language: 'auto' } },
  // Who does it.
  {
    name: 'the first that is set up',
    providers: [unset('openai'), groq, anthropic],
    gives: { provider: 'groq', model: 'openai/gpt-oss-20b' },
  },
  {
    name: 'a healthy one first',
    providers: [openai, provider('groq', { status: 'healthy' })],
    gives: { provider: 'groq' },
  },
  {
    name: 'an untested one before one that failed',
    providers: [
      provider('openai', { status: 'unauthorized' }),
      provider('groq', { status: 'unreachable' }),
      anthropic,
    ],
    gives: { provider: 'anthropic' },
  },
  {
    name: 'one that failed rather than no one',
    providers: [provider('openai', { status: 'unauthorized' }), provider('groq', { status: 'unreachable' })],
    gives: { provider: 'groq' },
  },
  {
    name: 'nobody',
    providers: [unset('openai')],
    gives: { provider: undefined, problem: 'MISSING_API_KEY' },
  },
  {
    name: 'an explicit provider, key or not',
    explicit: { provider: 'OpenAI ' },
    providers: [unset('openai'), groq],
    gives: { provider: 'openai', model: 'gpt-6-luna' },
  },
  { name: 'short names', explicit: { provider: 'claude' }, gives: { provider: 'anthropic' } },
  {
    name: 'an unknown provider names the known',
    explicit: { provider: 'nonsense' },
    throws: /no language model provider/,
  },
  {
    name: 'auto is no one in particular',
    explicit: { provider: 'auto' },
    providers: [groq],
    gives: { provider: 'groq' },
  },
  {
    name: 'an explicit model finds its vendor',
    explicit: { model: 'claude-haiku-5-5' },
    gives: { provider: 'anthropic', model: 'claude-haiku-5-5' },
  },
  {
    name: 'if that one is set up',
    explicit: { model: 'claude-haiku-5-5' },
    providers: [openai, unset('anthropic')],
    gives: { provider: 'openai', model: 'claude-haiku-5-5' },
  },
  {
    name: 'a model no one knows goes to the provider named',
    explicit: { provider: 'groq', model: 'brand-new' },
    gives: { provider: 'groq', model: 'brand-new' },
  },
  {
    name: "the mode's provider and model",
    mode: { ...on, postProcessingProvider: 'groq', languageModel: 'openai/gpt-oss-120b' },
    gives: { provider: 'groq', model: 'openai/gpt-oss-120b' },
  },
  {
    name: "the mode's model finds its vendor",
    mode: { ...on, languageModel: 'claude-sonnet-5-5' },
    gives: { provider: 'anthropic', model: 'claude-sonnet-5-5' },
  },
  {
    name: "another provider than the mode's drops its model",
    mode: { ...on, postProcessingProvider: 'groq', languageModel: 'openai/gpt-oss-120b' },
    explicit: { provider: 'openai' },
    gives: { provider: 'openai', model: 'gpt-6-luna' },
  },
  {
    name: 'unless it has it',
    mode: { ...on, postProcessingProvider: 'groq', languageModel: 'gpt-5.4-mini' },
    explicit: { provider: 'openai' },
    gives: { provider: 'openai', model: 'gpt-5.4-mini' },
  },
  {
    name: 'the model of a mode that is off does not count',
    mode: { languageModel: 'claude-sonnet-5-5' },
    gives: { provider: 'openai', model: 'gpt-6-luna' },
  },
  {
    name: "the mode's provider is gone",
    mode: { ...on, postProcessingProvider: 'removed' },
    gives: { provider: undefined, problem: 'ENGINE_UNAVAILABLE' },
  },
  {
    name: 'a model as the catalog lists it',
    explicit: { model: 'anthropic/claude-haiku-5-5' },
    gives: { provider: 'anthropic', model: 'claude-haiku-5-5' },
  },
  {
    name: 'in a mode too',
    mode: { ...on, languageModel: 'anthropic/claude-haiku-5-5' },
    gives: { provider: 'anthropic', model: 'claude-haiku-5-5' },
  },
  {
    name: 'and in one for this machine',
    mode: { postProcessingMode: 2, languageModel: 'ollama/gemma3:4b' },
    gives: { provider: 'ollama', model: 'gemma3:4b' },
  },
  {
    name: "a model's own whole name goes first",
    explicit: { model: 'openai/gpt-oss-20b' },
    gives: { provider: 'groq', model: 'openai/gpt-oss-20b' },
  },
  {
    name: "a server's model with a stroke in its name",
    explicit: { provider: 'openrouter', model: 'openai/gpt-6-luna' },
    gives: { provider: 'openrouter', model: 'openai/gpt-6-luna' },
  },
  // This machine alone.
  {
    name: 'a local mode asks the local server',
    mode: { postProcessingMode: 2 },
    gives: { provider: 'ollama', model: '' },
  },
  {
    name: 'and no cloud where none exists',
    mode: { postProcessingMode: 2 },
    providers: [openai, openrouter],
    gives: { provider: undefined, problem: 'ENGINE_UNAVAILABLE' },
  },
  {
    name: 'nor the one that it names',
    mode: { postProcessingMode: 2, postProcessingProvider: 'openrouter' },
    gives: { provider: undefined, problem: 'ENGINE_UNAVAILABLE' },
  },
  {
    name: 'its model stays there',
    mode: { postProcessingMode: 2, languageModel: 'gpt-6-luna' },
    gives: { provider: 'ollama', model: 'gpt-6-luna' },
  },
  {
    name: 'a caller may say otherwise',
    mode: { postProcessingMode: 2 },
    explicit: { provider: 'openai' },
    gives: { provider: 'openai', model: 'gpt-6-luna' },
  },
  { name: 'local in words', explicit: { provider: 'local' }, gives: { provider: 'ollama' } },
];

for (const { name, explicit = {}, mode: fields, named = false, providers, gives, throws } of cases) {
  test(`plan: ${name}`, () => {
    const all = providers ?? [openai, groq, anthropic, openrouter, ollama];
    const planned = () => planPostProcessing(explicit, { mode: aMode(fields), named }, all);
    if (throws) {
      assert.throws(planned, (error) => {
        assert(error instanceof AppError && error.code === 'INVALID_REQUEST');
        assert.match(error.message, throws);
        return true;
      });
      return;
    }
    const plan = planned();
    const seen: Readonly<Record<string, unknown>> = {
      preset: plan.preset.id,
      prompt: plan.prompt,
      instructions: plan.instructions,
      language: plan.language,
      provider: plan.provider?.id,
      model: plan.model,
      problem: plan.problem?.code,
      guards: plan.preset.guards.includes('answered'),
    };
    for (const [field, value] of Object.entries(gives ?? {})) assert.equal(seen[field], value, field);
  });
}

test('plan: with a local mode and a vendor’s model asked for, nothing leaves this machine', () => {
  const plan = planPostProcessing(
    { model: 'gpt-6-luna' },
    { mode: aMode({ postProcessingMode: 2 }), named: false },
    [openai, ollama],
  );
  assert.equal(plan.provider?.id, 'ollama');
});
