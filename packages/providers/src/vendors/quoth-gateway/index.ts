import { audioFormats } from '@quoth/contract';
import type { LanguageFacts } from '../../language/language-facts.ts';
import type { SpeechJob } from '../../speech/speech-job.ts';
import type { SpeechModel } from '../../speech/speech-model.ts';
import type { SpeechStep } from '../../speech/speech-step.ts';
import { type EndpointDialect, transcriptionsCall } from '../../speech/transcriptions-endpoint.ts';
import { bearer, type Vendor } from '../../vendor.ts';

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
  capabilities: {
    segment_timestamps: true,
    word_timestamps: true,
    streaming: false,
    vocabulary: true,
    translation: false,
  },
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

/** A vendor for a gateway. It accepts every format, re-encodes and cuts by itself, and tries a chain of vendors within one request. */
export function quothGateway({ id, displayName, baseUrl, device }: QuothGateway): Vendor {
  const told = deviceHeader(device);
  return {
    id,
    displayName,
    baseUrl,
    authorization: (key) => ({ ...bearer(key), ...told }),
    // Its list of models requires a token, and thus proves it.
    probe: { method: 'GET', paths: ['/models'] },
    keysPage: '',
    isPrepaid: true,
    speech: {
      models: tiers,
      defaultModel: 'high',
      maximumBytes: 2_000_000_000,
      maximumSeconds: 21_600,
      formats: audioFormats,
      // The whole chain has time: the gateway's own deadline and the upload.
      timeLimit: { baseMs: 300_000, perAudioSecondMs: 1_000 },
      begin: (job) => onePaid(job, transcriptionsCall(job, dialect)),
    },
    language: languageOf(told),
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
