import * as z from 'zod';
import { failing, issue } from './checks.ts';
import { given, timestamp } from './fields.ts';
import { type HealthStatus, healthDetails, healthStatuses } from './health.ts';
import { type Message, say } from './messages.ts';
import { isVisible } from './plain-text.ts';
import { byId, jsonBody, returnsOk, type WrittenRoute } from './route.ts';
import { isInLocalNetwork, isLoopback } from './settings.ts';

/** Presets for common servers, by name. */
export const endpointPresets = ['ollama', 'lm-studio', 'openrouter', 'quoth-gateway'] as const;
export type EndpointPreset = (typeof endpointPresets)[number];

/** What a provider does for the user. */
export const providerJobs = ['transcription', 'post-processing'] as const;
export type ProviderJob = (typeof providerJobs)[number];

/** Labels of health as users see them. */
export const healthLabels = [
  'Valid',
  'Checking…',
  'Invalid',
  'Unreachable',
  'Untested',
  'No key',
  'Not installed',
] as const;
export type HealthLabel = (typeof healthLabels)[number];

const labelOf: Readonly<Record<Exclude<HealthStatus, 'unknown'>, HealthLabel>> = {
  healthy: 'Valid',
  checking: 'Checking…',
  unauthorized: 'Invalid',
  unreachable: 'Unreachable',
  notInstalled: 'Not installed',
};

/**
 * The label of a status. Untested and No key are two branches of one unknown state, chosen by whether a key is there
 * (specification, section 3).
 */
export function healthLabel(status: HealthStatus, keyPresent: boolean): HealthLabel {
  if (status === 'unknown') return keyPresent ? 'Untested' : 'No key';
  return labelOf[status];
}

/** A provider as the application's own window and command line see it. Never holds a key. */
export const provider = z
  .object({
    id: z.string(),
    displayName: z.string(),
    /** `endpoint`: an OpenAI-compatible server that the user named. */
    kind: z.enum(['vendor', 'endpoint']),
    /**
     * The preset an endpoint was added with; null for a vendor, and for a server without a preset. A `quoth-gateway`
     * has an account with a balance.
     */
    preset: z.enum(endpointPresets).nullable(),
    jobs: z.array(z.enum(providerJobs)),
    base_url: z.string(),
    /** Where to create a key; null if unknown. */
    keys_page: z.string().nullable(),
    /** True if the provider needs no key. */
    key_present: z.boolean(),
    needs_key: z.boolean(),
    /** True if a mode can tell its speech models in words what to do. */
    takes_instructions: z.boolean(),
    status: z.enum(healthStatuses),
    label: z.enum(healthLabels),
    /** Why it is not healthy, as a message; null if there is no reason. */
    reason: z.string().nullable(),
    checked_at: timestamp.nullable(),
    ...healthDetails,
  })
  .meta({ id: 'Provider' });
export type Provider = z.output<typeof provider>;

const MAX_KEY_CHARACTERS = 4_096;

/** A key as vendors issue them: a valid header value without spaces. */
const key = z
  .string()
  .trim()
  .min(1, failing('keyEmpty'))
  .max(MAX_KEY_CHARACTERS, failing('keyTooLong'))
  .regex(/^[\x21-\x7e]+$/, failing('keyNotAscii'));

export const setProviderKeyBody = z.object({ key });

/**
 * Why an address cannot be used as an endpoint; undefined if it can. https anywhere, http on this machine, and in the
 * local network where the user allows that.
 */
export function endpointProblem(written: string, allowUnencrypted = false): Message | undefined {
  const url = URL.parse(written);
  if (!url) return say('noWebAddress');
  if (url.username !== '' || url.password !== '') return say('leaveUserOut');
  if (/[?#]/.test(written)) return say('leaveQueryOut');
  if (/^\[fe[89ab]/i.test(url.hostname)) return say('addressLacksInterface');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  if (isInLocalNetwork(url)) return allowUnencrypted ? undefined : say('mustAllowUnencrypted');
  return say('giveHttpsAddress');
}

/** The address of a gateway, as it was typed, with the version below which its routes are. */
export function withVersion(address: string): string {
  const bare = address.trim().replace(/\/+$/, '');
  return bare === '' || /\/v1$/.test(bare) ? bare : `${bare}/v1`;
}

/**
 * The base address of an OpenAI-compatible server, up to and with its version, such as `http://127.0.0.1:11434/v1`. No
 * slash at the end.
 */
const endpointUrl = z
  .string()
  .trim()
  .max(2_000)
  .transform((written, context): string => {
    // Whether it is allowed, the field beside it says.
    const problem = endpointProblem(written, true);
    if (problem === undefined) return new URL(written).href.replace(/\/+$/, '');
    context.addIssue(issue(problem));
    return z.NEVER;
  })
  .meta({ example: 'http://127.0.0.1:11434/v1' });

const slug = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, failing('giveSlug'));

/** A server to add: a preset, or a base address of the user's own; further fields override the preset's. */
export const addEndpointBody = z
  .object({
    preset: given(z.enum(endpointPresets)),
    id: given(slug),
    displayName: given(z.string().trim().min(1).max(80).refine(isVisible, failing('nameInvisible'))),
    baseUrl: given(endpointUrl),
    /** What is said and written, and the key, may go to a server of the local network without encryption. */
    allowUnencrypted: given(z.boolean()),
    key: given(key),
  })
  .superRefine(({ baseUrl, allowUnencrypted }, context) => {
    const problem = baseUrl === undefined ? undefined : endpointProblem(baseUrl, allowUnencrypted);
    if (problem !== undefined) context.addIssue({ ...issue(problem), path: ['baseUrl'] });
  })
  .meta({ id: 'AddEndpoint' });
export type AddEndpointBody = z.output<typeof addEndpointBody>;

/** A server for language models that answers on this machine and may not have been added yet. */
const localServer = z
  .object({
    preset: z.enum(['ollama', 'lm-studio']).describe('Adds it: POST /providers/endpoints.'),
    displayName: z.string(),
    models: z.array(z.string()),
  })
  .meta({ id: 'LocalServer' });
export type LocalServer = z.output<typeof localServer>;

/** The balance of a gateway account, and how long it will last. Amounts are integers in millionths of the currency. */
export const providerAccount = z
  .object({
    /** Three letters, such as `USD`. */
    currency: z.string(),
    available_micro: z.int(),
    /** The tiers that the gateway offers, with the price per minute and the minutes left; null: free of charge. */
    tiers: z.array(z.object({ id: z.string(), per_minute_micro: z.int(), minutes_left: z.int().nullable() })),
    /** True if less than ten minutes of the most expensive tier are left. */
    low: z.boolean(),
  })
  .meta({ id: 'ProviderAccount' });
export type ProviderAccount = z.output<typeof providerAccount>;

const app = { audience: 'app', needsToken: true, tag: 'Providers' } as const;

export const providersRoutes = {
  listProviders: {
    method: 'GET',
    path: '/providers',
    ...app,
    summary: "Cloud vendors and the user's own servers, with their health; from memory",
    returns: returnsOk({ providers: z.array(provider) }),
  },
  setProviderKey: {
    method: 'PUT',
    path: '/providers/{id}/key',
    ...app,
    summary: 'Store a key in the secure store; it is checked half a second later',
    params: byId,
    body: jsonBody(setProviderKeyBody),
    returns: returnsOk({ provider }),
    errors: ['KEY_STORE_UNAVAILABLE'],
  },
  removeProviderKey: {
    method: 'DELETE',
    path: '/providers/{id}/key',
    ...app,
    summary: 'Delete a key',
    params: byId,
    returns: returnsOk({ provider }),
    errors: ['INVALID_REQUEST', 'KEY_STORE_UNAVAILABLE'],
  },
  testProvider: {
    method: 'POST',
    path: '/providers/{id}/test',
    ...app,
    summary: 'Check a provider now and wait for the result; joins a check already running',
    params: byId,
    returns: returnsOk({ provider }),
    errors: ['INVALID_REQUEST', 'MISSING_API_KEY'],
  },
  getProviderAccount: {
    method: 'GET',
    path: '/providers/{id}/account',
    ...app,
    summary: 'Balance with a gateway, and the price per minute of each tier',
    params: byId,
    returns: returnsOk({ account: providerAccount }),
    errors: ['INVALID_REQUEST', 'MISSING_API_KEY', 'ENGINE_UNAVAILABLE'],
  },
  refreshProviders: {
    method: 'POST',
    path: '/providers/refresh',
    ...app,
    summary:
      'Report that the network is back, the machine woke up or the window got focus: checks the provider in use again, at most every 60 s',
    returns: returnsOk({}),
  },
  addEndpoint: {
    method: 'POST',
    path: '/providers/endpoints',
    ...app,
    summary: 'Add an OpenAI-compatible server by preset or base address',
    body: jsonBody(addEndpointBody),
    returns: returnsOk({ provider }),
    errors: ['ALREADY_EXISTS', 'LIMIT_REACHED'],
  },
  findLocalServers: {
    method: 'GET',
    path: '/providers/local-servers',
    ...app,
    summary: 'Look for Ollama and LM Studio on this machine; takes a second at most',
    returns: returnsOk({ servers: z.array(localServer) }),
  },
  removeEndpoint: {
    method: 'DELETE',
    path: '/providers/endpoints/{id}',
    ...app,
    summary: "Remove one of the user's servers, and its key",
    params: byId,
    returns: returnsOk({}),
    errors: ['INVALID_REQUEST', 'KEY_STORE_UNAVAILABLE'],
  },
  listEndpointModels: {
    method: 'GET',
    path: '/providers/endpoints/{id}/models',
    ...app,
    summary: "List the models of one of the user's servers",
    params: byId,
    returns: returnsOk({ models: z.array(z.string()) }),
    errors: ['INVALID_REQUEST', 'MISSING_API_KEY', 'ENGINE_UNAVAILABLE'],
  },
} as const satisfies Record<string, WrittenRoute>;
