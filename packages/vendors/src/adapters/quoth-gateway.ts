import { audioFormats, say } from '@quoth/contract';
import * as z from 'zod';
import { VendorError } from '../call-error.ts';
import { callVendor, type VendorIo } from '../call-vendor.ts';
import type { LanguageFacts } from '../language-model.ts';
import {
  type SpeechJob,
  type SpeechModel,
  type SpeechStep,
  usualCapabilities,
} from '../speech/speech-adapter.ts';
import { type EndpointDialect, transcriptionsCall } from '../speech/transcriptions-endpoint.ts';
import { bearer, type Vendor } from '../vendor.ts';

/** What an account with a gateway has left, and what a minute costs. Money is whole millionths of the currency. */
export interface GatewayAccount {
  readonly currency: string;
  readonly availableMicro: number;
  readonly tiers: readonly { readonly id: string; readonly perMinuteMicro: number }[];
}

const accountAnswer = z.object({ currency: z.string().max(3), available_micro: z.int() });
const modelsAnswer = z.object({
  data: z.array(
    z.object({ id: z.string(), price: z.object({ per_minute_micro: z.int().optional() }).optional() }),
  ),
});
const TIMEOUT_MS = 10_000;

/** Asks a gateway for the account that a token belongs to. Throws VendorError. */
export async function readGatewayAccount(
  {
    vendor,
    key,
    signal,
  }: { readonly vendor: Vendor; readonly key: string | undefined; readonly signal: AbortSignal },
  io: VendorIo,
): Promise<GatewayAccount> {
  const ask = (path: string) =>
    callVendor(
      {
        displayName: vendor.displayName,
        baseUrl: vendor.baseUrl,
        authorization: key === undefined ? {} : vendor.authorization(key),
        request: { method: 'GET', path },
        timeoutMs: TIMEOUT_MS,
        maxReplyBytes: 4 * 1024 * 1024,
        signal,
      },
      io,
    );
  const [account, models] = await Promise.all([ask('/account'), ask('/models')]);
  const read = {
    account: accountAnswer.safeParse(account.body),
    models: modelsAnswer.safeParse(models.body),
  };
  if (!read.account.success || !read.models.success)
    throw new VendorError('malformed', say('answerUnreadable', { provider: vendor.displayName }));
  const known = new Set(vendor.speech?.models.map(({ id }) => id));
  return {
    currency: read.account.data.currency,
    availableMicro: read.account.data.available_micro,
    tiers: read.models.data.data.flatMap(({ id, price }) =>
      known.has(id) && price?.per_minute_micro !== undefined
        ? [{ id, perMinuteMicro: price.per_minute_micro }]
        : [],
    ),
  };
}

/** A gateway of ours that the user has an account with. */
export interface QuothGateway {
  readonly id: string;
  readonly displayName: string;
  /** With its version, such as `https://cloud.example.com/v1`. Checked when it is used. */
  readonly baseUrl: string;
  /** Name of this machine, shown next to its usage on the account's page; not sent if undefined. */
  readonly device?: string | undefined;
}

const tierNames: readonly [id: string, displayName: string][] = [
  ['high', 'High'],
  ['highest', 'Highest'],
  ['medium', 'Medium'],
  ['fast', 'Fast'],
];

const tiers: readonly SpeechModel[] = tierNames.map(([id, displayName]) => ({
  id,
  displayName,
  languages: ['*'],
  capabilities: usualCapabilities,
}));

const dialect: EndpointDialect = { vocabulary: 'prompt', language: 'language', times: true };
const KEY_HEADER = 'idempotency-key';

/** With a key: an answer that was lost on its way is given again, and not charged again. */
function onePaid({ idempotencyKey }: SpeechJob, step: SpeechStep): SpeechStep {
  if (step.kind !== 'call') return step;
  const { request } = step;
  const headers = { ...request.headers, [KEY_HEADER]: idempotencyKey };
  return { ...step, request: { ...request, headers, isRepeatable: true } };
}

/**
 * A vendor for a gateway. It accepts every format, re-encodes and cuts by itself, and tries a chain of vendors within
 * one request.
 */
export function quothGateway({ id, displayName, baseUrl, device }: QuothGateway): Vendor {
  const deviceFields = deviceHeader(device);
  return {
    id,
    displayName,
    baseUrl,
    authorization: (key) => ({ ...bearer(key), ...deviceFields }),
    // Its list of models requires a token, and thus proves it.
    probe: { method: 'GET', paths: ['/models'] },
    keysPage: '',
    isPrepaid: true,
    speech: {
      models: tiers,
      defaultModel: 'high',
      maxBytes: 2_000_000_000,
      maxSeconds: 21_600,
      formats: audioFormats,
      // The whole chain has time: the gateway's own deadline and the upload.
      timeLimit: { baseMs: 300_000, perAudioSecondMs: 1_000 },
      begin: (job) => onePaid(job, transcriptionsCall(job, dialect)),
    },
    language: languageOf(deviceFields),
  };
}

/** Rewriting, in OpenAI's dialect; the operator names the models. */
function languageOf(headers: Readonly<Record<string, string>>): LanguageFacts {
  return {
    models: [],
    defaultModel: '',
    temperature: 0.2,
    connect: async ({ baseUrl, key, model, fetch, idempotencyKey }) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'gateway',
        baseURL: baseUrl,
        fetch,
        apiKey: key,
        headers: { ...headers, [KEY_HEADER]: idempotencyKey },
      })(model);
    },
  };
}

/** What a header takes and a gateway accepts: letters without accents, digits and little else, 60 characters. */
function deviceHeader(device: string | undefined): Readonly<Record<string, string>> {
  const plain = (device ?? '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ._'()-]/g, '')
    .trim()
    .slice(0, 60);
  return plain === '' ? {} : { 'x-quoth-device': plain };
}
