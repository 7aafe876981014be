import type { EndpointPreset, ProviderJob } from '@quoth/contract';
import type { Probe } from '@quoth/providers';

/** What is known of a server that many people have. */
export interface EndpointFacts {
  readonly displayName: string;
  readonly baseUrl: string | undefined;
  readonly jobs: readonly ProviderJob[];
  readonly probe: Probe;
  readonly keysPage: string;
}

/** Asking for the models proves that the server is there, and where it wants a key, that it takes ours. */
const modelsProbe: Probe = { method: 'GET', paths: ['/models'] };

/** OpenAI-compatible servers by the name that chooses them. */
export const presetFacts: Readonly<Record<EndpointPreset, EndpointFacts>> = {
  ollama: {
    displayName: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    jobs: ['post-processing'],
    probe: modelsProbe,
    keysPage: '',
  },
  'lm-studio': {
    displayName: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    jobs: ['post-processing'],
    probe: modelsProbe,
    keysPage: '',
  },
  openrouter: {
    displayName: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    jobs: ['post-processing'],
    // Its list of models is public and proves nothing.
    probe: { method: 'GET', paths: ['/key'] },
    keysPage: 'https://openrouter.ai/settings/keys',
  },
  'quoth-gateway': {
    displayName: 'Quoth cloud',
    // Everybody's is elsewhere: the user names it.
    baseUrl: undefined,
    jobs: ['transcription', 'post-processing'],
    probe: modelsProbe,
    keysPage: '',
  },
};
