import type { CalledVendor } from './call-error.ts';
import type { LanguageFacts } from './language-model.ts';
import type { SpeechAdapter } from './speech/speech-adapter.ts';

/**
 * A cloud vendor: one chapter in `adapters/` and one line in `vendor-list.ts`. What differs between vendors is a field
 * here or in its chapter; no vendor's name appears in shared code.
 */
export interface Vendor extends CalledVendor {
  /** As the API writes it: `openai`, `deepgram` ... */
  readonly id: string;
  /** Without a slash at the end, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** The headers that carry the key. Sent to `baseUrl` and nowhere else. */
  readonly authorization: (key: string) => Readonly<Record<string, string>>;
  readonly probe: Probe;
  /** True if the account is prepaid: 402 then means that it is empty, and tiers take the place of models. */
  readonly isPrepaid?: boolean;
  /** Where a user creates a key. */
  readonly keysPage: string;
  /** Present if it turns speech into text. */
  readonly speech?: SpeechAdapter;
  /** Present if it writes text. */
  readonly language?: LanguageFacts;
}

/** The cheapest call that proves that a key can do the job. */
export interface Probe {
  readonly method: 'GET' | 'POST';
  /** Paths below `baseUrl`, tried in turn as long as they are not found (404). */
  readonly paths: readonly [string, ...string[]];
  /** Headers in addition to the key's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses besides 2xx and 429 that mean that the key is valid. */
  readonly healthyStatuses?: readonly number[];
  /** Statuses besides 401 and 403 that mean that the key is refused. */
  readonly unauthorizedStatuses?: readonly number[];
}

/** `Authorization: Bearer KEY`, as most vendors want it. */
export function bearer(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}` };
}

/** The same vendor at another address, whatever its calls: for a stand-in. */
export function vendorAt(vendor: Vendor, baseUrl: string): Vendor {
  const { speech } = vendor;
  if (!speech?.live) return { ...vendor, baseUrl };
  return { ...vendor, baseUrl, speech: { ...speech, live: { ...speech.live, baseUrl } } };
}
