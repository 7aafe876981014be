import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type Mode } from '@quoth/contract';
import { aMode } from '@quoth/contract/fixtures/shapes.ts';
import { fieldsOf, rowsOf } from '@quoth/processes/fixtures/decision-table.ts';
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

const openrouter = provider('openrouter', { isLocal: false, baseUrl: 'https://openrouter.ai/api/v1' });
const everybody = ['openai', 'groq', 'anthropic', openrouter, 'ollama'].map((one) =>
  typeof one === 'string' ? provider(one) : one,
);

/** `openai, groq: healthy, anthropic: no key`; each that nothing is said of has a key and was not tried. */
function providersOf(cell: string): readonly LanguageProvider[] {
  if (cell === '') return everybody;
  return cell.split(', ').map((one) => {
    const [id = '', status] = one.split(': ');
    const base = id === 'openrouter' ? openrouter : provider(id);
    if (status === 'no key') return { ...base, keyPresent: false };
    return status === undefined ? base : { ...base, status: status as LanguageProvider['status'] };
  });
}

const ofMode =
  'preset language customInstructions userSystemPrompt postProcessingProvider languageModel'.split(' ');
const ofPlan = 'preset prompt instructions language provider model problem guards refused'.split(' ');
const known = { named: {}, on: { postProcessingMode: 1 }, local: { postProcessingMode: 2 } };

/** The mode, `named` where it was asked for; what is said beside it; who is there; and what comes of all that. */
const cases = rowsOf(`
  the default mode decides | on, preset: note | | | preset: note
  hyper where the default mode has rewriting off | preset: note | | | preset: hyper
  a named mode decides | named, on, preset: email | | | preset: email
  a named mode that is off is refused | named, preset: email | | | refused: rewriting turned off
  but not with a preset | named | preset: note | | preset: note
  nor with a prompt | named | prompt: Shout. | | preset: custom, prompt: Shout.
  nor with a provider, and then its preset counts | named, preset: email | provider: groq | | preset: email, provider: groq
  nor with a model | named, preset: email | model: gpt-6-luna | | preset: email, provider: openai
  preset and prompt exclude one another | | preset: hyper, prompt: Shout. | | refused: both given
  an empty prompt is none | | prompt: " " | | refused: prompt is empty
  an explicit preset stands above the mode | on, preset: email | preset: commit | | preset: commit
  a prompt stands alone | named, on, customInstructions: Be brief. | prompt: Shout. | | prompt: Shout., instructions: undefined
  instructions of the mode | named, on, customInstructions: Be brief. | | | instructions: Be brief.
  instructions of a named mode hold with a preset | named, on, customInstructions: Be brief. | preset: note | | instructions: Be brief.
  those of the default one do not | on, customInstructions: Be brief. | preset: note | | instructions: undefined
  custom takes the own prompt | on, preset: custom, userSystemPrompt: Rhyme., customInstructions: Brief. | | | preset: custom, prompt: Rhyme., instructions: Brief.
  else the instructions | on, preset: custom, customInstructions: Brief. | | | preset: custom, prompt: Brief., instructions: undefined
  with neither it cleans up | | preset: custom | | preset: custom, prompt: undefined, guards: true
  a free prompt is held to little | | prompt: Answer. | | guards: false
  the language is that of a named mode | named, on, language: de | | | language: de
  and no one knows it otherwise | on, language: de | | | language: auto

  the first that is set up | | | openai: no key, groq, anthropic | provider: groq, model: openai/gpt-oss-20b
  a healthy one first | | | openai, groq: healthy | provider: groq
  an untested one before one that failed | | | openai: unauthorized, groq: unreachable, anthropic | provider: anthropic
  one that failed rather than no one | | | openai: unauthorized, groq: unreachable | provider: groq
  none that is set up | | | openai: no key | provider: undefined, problem: MISSING_API_KEY
  an explicit provider, key or not | | provider: "OpenAI " | openai: no key, groq | provider: openai, model: gpt-6-luna
  short names | | provider: claude | | provider: anthropic
  an unknown provider names the known | | provider: nonsense | | refused: no language model provider
  auto is no one in particular | | provider: auto | groq | provider: groq
  an explicit model finds its vendor | | model: claude-haiku-5-5 | | provider: anthropic, model: claude-haiku-5-5
  if that one is set up | | model: claude-haiku-5-5 | openai, anthropic: no key | provider: openai, model: claude-haiku-5-5
  a model no one knows goes to the provider named | | provider: groq, model: brand-new | | provider: groq, model: brand-new
  the mode's provider and model | on, postProcessingProvider: groq, languageModel: openai/gpt-oss-120b | | | provider: groq, model: openai/gpt-oss-120b
  the mode's model finds its vendor | on, languageModel: claude-sonnet-5-5 | | | provider: anthropic, model: claude-sonnet-5-5
  another provider than the mode's drops its model | on, postProcessingProvider: groq, languageModel: openai/gpt-oss-120b | provider: openai | | provider: openai, model: gpt-6-luna
  unless it has it | on, postProcessingProvider: groq, languageModel: gpt-5.4-mini | provider: openai | | provider: openai, model: gpt-5.4-mini
  the model of a mode that is off does not count | languageModel: claude-sonnet-5-5 | | | provider: openai, model: gpt-6-luna
  the mode's provider is gone | on, postProcessingProvider: removed | | | provider: undefined, problem: ENGINE_UNAVAILABLE
  a model as the catalog lists it | | model: anthropic/claude-haiku-5-5 | | provider: anthropic, model: claude-haiku-5-5
  in a mode too | on, languageModel: anthropic/claude-haiku-5-5 | | | provider: anthropic, model: claude-haiku-5-5
  and in one for this machine | local, languageModel: ollama/gemma3:4b | | | provider: ollama, model: gemma3:4b
  a model's own whole name goes first | | model: openai/gpt-oss-20b | | provider: groq, model: openai/gpt-oss-20b
  a server's model with a stroke in its name | | provider: openrouter, model: openai/gpt-6-luna | | provider: openrouter, model: openai/gpt-6-luna

  a local mode asks the local server | local | | | provider: ollama, model:
  and no cloud where none exists | local | | openai, openrouter | provider: undefined, problem: ENGINE_UNAVAILABLE
  nor the one that it names | local, postProcessingProvider: openrouter | | | provider: undefined, problem: ENGINE_UNAVAILABLE
  its model stays there | local, languageModel: gpt-6-luna | | | provider: ollama, model: gpt-6-luna
  a caller may say otherwise | local | provider: openai | | provider: openai, model: gpt-6-luna
  local in words | | provider: local | | provider: ollama
`);

for (const [name, mode = '', explicit = '', providers = '', gives = ''] of cases) {
  test(`plan: ${name}`, () => {
    const planned = () =>
      planPostProcessing(
        fieldsOf(explicit, ['preset', 'prompt', 'provider', 'model']) as ExplicitRewriting,
        {
          mode: aMode(fieldsOf(mode, ofMode, known) as Partial<Mode>),
          named: mode.startsWith('named'),
        },
        providersOf(providers),
      );
    const { refused, ...expected } = fieldsOf(gives, ofPlan);
    if (refused !== undefined) {
      assert.throws(planned, (error) => {
        assert(error instanceof AppError && error.code === 'INVALID_REQUEST');
        assert(error.message.includes(String(refused)), error.message);
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
    assert.notDeepEqual(expected, {});
    for (const [field, value] of Object.entries(expected)) assert.equal(seen[field], value, field);
  });
}

test('plan: with a local mode and a vendor’s model asked for, nothing leaves this machine', () => {
  const plan = planPostProcessing(
    { model: 'gpt-6-luna' },
    { mode: aMode({ postProcessingMode: 2 }), named: false },
    providersOf('openai, ollama'),
  );
  assert.equal(plan.provider?.id, 'ollama');
});
