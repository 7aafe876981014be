import * as z from 'zod';
import { failing } from './checks.ts';
import { reasonFields } from './error-envelope.ts';
import { given, timestamp } from './fields.ts';
import { returnsJson, type WrittenRoute } from './route.ts';

/** Health of a provider. */
export const healthStatuses = [
  'unknown',
  'checking',
  'healthy',
  'unauthorized',
  'unreachable',
  'notInstalled',
] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** What kind of failure occurred when a provider was last checked. */
const healthErrorKinds = ['network', 'name', 'tls', 'timeout', 'refused', 'status', 'limit'] as const;
export type HealthErrorKind = (typeof healthErrorKinds)[number];

/** The result of a provider's last check. */
export const healthDetails = {
  latency_ms: z.int().nullable().describe('Latency of its last response; null if there was none.'),
  error: z
    .object({ kind: z.enum(healthErrorKinds), message: z.string(), ...reasonFields })
    .nullable()
    .describe(
      'What went wrong at the last check: no network, unknown host name, certificate error, timeout, connection refused, HTTP status, rate limit.',
    ),
} as const;

const providerHealth = z
  .object({
    id: z.string(),
    displayName: z.string(),
    key_present: z.boolean().describe('Also true if no key is needed.'),
    reachable: z.boolean().describe('True when `status` is `healthy`.'),
    status: z.enum(healthStatuses),
    checked_at: timestamp.nullable().describe('When it was last checked.'),
    ...healthDetails,
  })
  .meta({ id: 'ProviderHealth' });
export type ProviderHealth = z.output<typeof providerHealth>;

const localModels = z.array(z.object({ id: z.string(), displayName: z.string(), installed: z.boolean() }));

/** Families that are always present in `local_models`; empty if the family does not exist on this platform. */
export const localModelFamilies = ['whisper', 'parakeet', 'qwen3_asr', 'apple_speech', 'local_llm'] as const;

/** Answer of GET /health, from memory only. */
export const health = z
  .object({
    ok: z.literal(true),
    app: z.literal('quoth'),
    app_version: z.string(),
    api_version: z.int().describe('Changes only when an existing client would break.'),
    port: z.int(),
    pid: z.int().describe('Process id of the application.'),
    started_at: timestamp,
    providers: z.array(providerHealth).describe('Providers of cloud transcription.'),
    post_processing_providers: z.array(providerHealth).describe('Providers of rewriting.'),
    local_models: z
      .object(
        Object.fromEntries(localModelFamilies.map((family) => [family, localModels])) as Record<
          (typeof localModelFamilies)[number],
          typeof localModels
        >,
      )
      .catchall(localModels)
      .describe('Installed models, one list per family; `GET /models` has those that could be installed.'),
    proof: z
      .string()
      .optional()
      .describe(
        'base64url of HMAC-SHA256 with the token as key over `quoth-health-v1|<challenge>|<port>`; only with `challenge`.',
      ),
  })
  .meta({ id: 'Health' });
export type Health = z.output<typeof health>;

export const healthQuery = z.object({
  challenge: given(z.string().regex(/^[A-Za-z0-9_-]{22,86}$/, failing('challengeForm'))).describe(
    '22 to 86 random base64url characters of your choice; the response then contains `proof`.',
  ),
});

export const serverRoutes = {
  getHealth: {
    method: 'GET',
    path: '/health',
    audience: 'api',
    needsToken: false,
    tag: 'Server',
    summary: 'Identity and status of the server, health of its providers, local models',
    description:
      'Needs no token and answers from memory. With `challenge`, `proof` shows that the server knows the token, so a client can verify the server before sending the token.',
    query: healthQuery,
    returns: returnsJson(health),
  },
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    audience: 'api',
    needsToken: true,
    scopes: [],
    tag: 'Server',
    summary: 'This API as OpenAPI 3.1',
    returns: returnsJson(z.record(z.string(), z.unknown())),
  },
} as const satisfies Record<string, WrittenRoute>;
