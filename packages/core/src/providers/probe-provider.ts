import { type HealthErrorKind, type Message, say, systemCode } from '@quoth/contract';
import { connectionProblem, type Vendor } from '@quoth/vendors';
import type { CheckOutcome } from './health-machine.ts';

interface ProbeOptions {
  readonly fetch: typeof fetch;
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** A provider that has not answered by then cannot be reached. */
  readonly timeoutMs?: number;
  /** Milliseconds of a clock that only goes forward; the process's own when absent. */
  readonly now?: () => number;
}

/** No answer in 10 s is unreachable. */
const TIMEOUT_MS = 10_000;

/**
 * Asks a provider the cheapest question that proves that the key can do the job, and sorts the answer. Only its
 * status is looked at: of the body nothing is read, and no redirect is followed. Throws nothing.
 */
export async function probeProvider(
  { vendor, key }: { readonly vendor: Vendor; readonly key: string | undefined },
  options: ProbeOptions,
): Promise<CheckOutcome> {
  const { probe } = vendor;
  const now = options.now ?? (() => performance.now());
  let startedAt = now();
  let status = 0;
  try {
    for (const path of probe.paths) {
      startedAt = now();
      status = await answered(`${vendor.baseUrl}${path}`, vendor, key, options);
      if (status !== 404) break;
    }
  } catch (error) {
    return failureOf(vendor, error, options.timeoutMs ?? TIMEOUT_MS);
  }
  return { ...outcomeOf(vendor, status), latencyMs: Math.round(now() - startedAt) };
}

async function answered(
  url: string,
  { probe, authorization }: Vendor,
  key: string | undefined,
  { fetch, signal, timeoutMs = TIMEOUT_MS }: ProbeOptions,
): Promise<number> {
  const response = await fetch(url, {
    method: probe.method,
    headers: { accept: 'application/json', ...probe.headers, ...(key !== undefined && authorization(key)) },
    // fetch takes only `Authorization` off a redirected request; keys have other headers too.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  // No one reads the body; a connection that breaks now changes nothing.
  response.body?.cancel().catch(() => undefined);
  return response.status;
}

/** What a status says of a provider and a key. */
export function outcomeOf({ probe, displayName }: Vendor, status: number): CheckOutcome {
  if (status === 429) return { status: 'healthy', reason: null, errorKind: 'limit' };
  if ((status >= 200 && status < 300) || probe.healthyStatuses?.includes(status))
    return { status: 'healthy', reason: null };
  if (status === 401 || status === 403 || probe.unauthorizedStatuses?.includes(status))
    return {
      status: 'unauthorized',
      reason: say('providerRefusesKeyHttp', { provider: displayName, status }),
      errorKind: 'status',
    };
  return outOfReach(displayName, say('answeredHttp', { status }), 'status');
}

/** What a request that got no answer says of a provider. */
export function failureOf({ displayName }: Vendor, error: unknown, timeoutMs: number): CheckOutcome {
  return outOfReach(displayName, reasonOf(error, timeoutMs), kindOf(error));
}

/** An outage; `why` is what was met. */
export function outOfReach(
  provider: string,
  why: Message,
  errorKind: HealthErrorKind = 'network',
): CheckOutcome {
  return { status: 'unreachable', reason: say('providerUnreachableFor', { provider, why }), errorKind };
}

/** What went wrong, from codes alone: messages of strangers may hold anything. */
function reasonOf(error: unknown, timeoutMs: number): Message {
  if (error instanceof Error && error.name === 'TimeoutError')
    return say('noAnswerIn', { seconds: timeoutMs / 1000 });
  const cause = error instanceof Error ? error.cause : undefined;
  const code = systemCode(cause) ?? systemCode(error);
  if (code !== undefined) return connectionProblem(code) ?? say('noConnectionCode', { code });
  if (cause instanceof Error && /redirect/i.test(cause.message)) return say('redirectsElsewhere');
  return say('noConnection');
}

/** The kind of what went wrong, from codes alone. */
function kindOf(error: unknown): HealthErrorKind {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  const code = systemCode(error instanceof Error ? error.cause : undefined) ?? systemCode(error) ?? '';
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'name';
  if (/^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code)) return 'tls';
  if (/TIMEDOUT|TIMEOUT/.test(code)) return 'timeout';
  return code === 'ECONNREFUSED' ? 'refused' : 'network';
}
