import { call, type SimulatedRoute } from '../simulated-route.ts';
import { anthropic } from './anthropic.ts';
import { type ChatDialect, chatCompletions } from './chat-completions.ts';
import { gemini } from './gemini.ts';
import type { LanguageControl } from './language-control.ts';
import { xai } from './xai.ts';

export { LanguageControl } from './language-control.ts';

const gpt = ['none', 'low', 'medium', 'high', 'xhigh'];
const oss = ['low', 'medium', 'high'];

const dialects: readonly ChatDialect[] = [
  {
    vendor: 'openai',
    limits: ['max_completion_tokens'],
    temperature: false,
    systemRole: 'developer',
    ...having({ 'gpt-6-luna': gpt, 'gpt-5.6-luna': gpt, 'gpt-5.4-mini': gpt, 'gpt-5.4-nano': gpt }),
  },
  {
    vendor: 'groq',
    limits: ['max_tokens', 'max_completion_tokens'],
    temperature: true,
    systemRole: 'system',
    ...having({
      'openai/gpt-oss-20b': oss,
      'openai/gpt-oss-120b': oss,
      'qwen/qwen3.6-27b': ['none', 'default'],
    }),
  },
  {
    vendor: 'cerebras',
    limits: ['max_completion_tokens'],
    temperature: true,
    systemRole: 'system',
    ...having({ 'gpt-oss-120b': oss, 'qwen-3.8-27b': ['none', 'low', 'medium', 'high'] }),
  },
  {
    vendor: 'mistral',
    limits: ['max_tokens'],
    temperature: true,
    systemRole: 'system',
    ...having({
      'mistral-small-latest': ['none', 'high'],
      'mistral-medium-latest': ['none', 'high'],
      'mistral-large-4': oss,
    }),
  },
  { vendor: 'compatible', limits: ['max_tokens'], temperature: true, systemRole: 'system' },
];

function having(efforts: Readonly<Record<string, readonly string[]>>) {
  return { efforts, models: Object.keys(efforts) };
}

const listed = (ids: readonly string[]): SimulatedRoute =>
  call('GET', /\/models/, () => ({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) }));

/** The calls that write text, by vendor. */
export function languageRoutes(
  control: LanguageControl,
): Readonly<Record<string, readonly SimulatedRoute[]>> {
  const chats = Object.fromEntries(
    dialects.map((dialect) => [dialect.vendor, [chatCompletions(dialect, control)]]),
  );
  return {
    ...chats,
    cerebras: [...(chats.cerebras ?? []), listed(['gpt-oss-120b', 'qwen-3.8-27b'])],
    compatible: [listed(['nomic-embed-text', 'local-model']), ...(chats.compatible ?? [])],
    anthropic: anthropic(control),
    gemini: gemini(control),
    xai: [xai(control)],
  };
}
