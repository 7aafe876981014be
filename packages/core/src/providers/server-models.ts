import { request } from 'node:http';
import { type LocalServer, say } from '@quoth/contract';
import { JsonBudgetExceeded } from '@quoth/text';
import { readReply, UnreadableReply } from '@quoth/vendors';
import * as z from 'zod';
import type { CheckOutcome } from './health-machine.ts';
import { failureOf, outcomeOf, outOfReach } from './probe-provider.ts';
import { type KnownProvider, presetFacts } from './provider-list.ts';

/** Servers that need no key and listen on a known port of this machine. */
const known = ['ollama', 'lm-studio'] as const;

/** A server on this machine answers at once, or it is not there. */
const LOCAL_TIMEOUT_MS = 1_000;
/** A list of models is some kilobytes. */
const MAX_LOCAL_BYTES = 256 * 1024;

const localModels = z.object({ data: z.array(z.object({ id: z.string().max(200) })).max(1_000) });

/**
 * The servers for language models that answer on this machine now and have a model. Takes a second at most, and never
 * throws.
 */
export async function findLocalServers(
  addressOf: (preset: LocalServer['preset']) => string | undefined = (preset) => presetFacts[preset].baseUrl,
): Promise<LocalServer[]> {
  const found = await Promise.all(
    known.map(async (preset): Promise<LocalServer[]> => {
      const address = addressOf(preset);
      const models = address === undefined ? [] : await modelsAt(address).catch(() => []);
      return models.length > 0 ? [{ preset, displayName: presetFacts[preset].displayName, models }] : [];
    }),
  );
  return found.flat();
}

/** Asked without `fetch`: that one follows the system's proxy, and this question must not leave the machine. */
function modelsAt(baseUrl: string): Promise<string[]> {
  const { port, pathname } = new URL(`${baseUrl}/models`);
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const asked = request(
    { host: '127.0.0.1', port, path: pathname, agent: false, signal: AbortSignal.timeout(LOCAL_TIMEOUT_MS) },
    async (response) => {
      try {
        if (response.statusCode !== 200) throw new Error('It answered with an error.');
        const { data } = localModels.parse(await readReply({ body: response }, MAX_LOCAL_BYTES));
        resolve(data.map(({ id }) => id));
      } catch (error) {
        reject(error);
      } finally {
        response.destroy();
      }
    },
  );
  asked.on('error', reject);
  // A switch to another protocol is no answer, and no other event reports it, the time limit included.
  asked.once('close', () => reject(new Error('closed without an answer')));
  asked.end();
  return promise;
}

interface ListOptions {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

/** What was met, and the ids where there are some. */
interface ServerModels {
  readonly models: readonly string[] | undefined;
  readonly outcome: CheckOutcome;
}

const TIMEOUT_MS = 10_000;
/** A list of models is some kilobytes; OpenRouter's is half a megabyte. */
const MAX_BYTES = 4 * 1024 * 1024;

const answer = z.object({ data: z.array(z.object({ id: z.string().max(200) })) });

/**
 * `GET /models` of an OpenAI-compatible server: the ids, in order of the alphabet. Throws the signal's reason and
 * nothing else.
 */
export async function listServerModels(
  { provider, key }: { readonly provider: KnownProvider; readonly key: string | undefined },
  { fetch, signal }: ListOptions,
): Promise<ServerModels> {
  const { vendor } = provider;
  try {
    const response = await fetch(`${vendor.baseUrl}/models`, {
      headers: { accept: 'application/json', ...(key !== undefined && vendor.authorization(key)) },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const outcome = outcomeOf(vendor, response.status);
    if (!response.ok) {
      // No one reads the body; a connection that breaks now changes nothing.
      response.body?.cancel().catch(() => undefined);
      return { models: undefined, outcome: ofRefusal(vendor.displayName, outcome, response.status) };
    }
    const { data } = answer.parse(await readReply(response, MAX_BYTES));
    return { models: data.map(({ id }) => id).sort(), outcome };
  } catch (error) {
    signal.throwIfAborted();
    if ([z.ZodError, UnreadableReply, JsonBudgetExceeded].some((kind) => error instanceof kind))
      return {
        models: undefined,
        outcome: outOfReach(vendor.displayName, say('noListOfModels'), 'status'),
      };
    return { models: undefined, outcome: failureOf(vendor, error, TIMEOUT_MS) };
  }
}

/** 429 proves a key, and yet there is no list. */
function ofRefusal(displayName: string, outcome: CheckOutcome, status: number): CheckOutcome {
  return outcome.status === 'healthy'
    ? outOfReach(displayName, say('answeredHttp', { status }), 'status')
    : outcome;
}
