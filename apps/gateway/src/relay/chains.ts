import { LanguageError, type Vendor, VendorError } from '@quoth/vendors';

/** The application's own tiers. */
export const tiers = ['highest', 'high', 'medium', 'fast'] as const;
export type Tier = (typeof tiers)[number];

/** A vendor and one of its models. */
export interface Member {
  readonly vendor: string;
  readonly model: string;
}

/** Who is asked after the chosen one, in this order. Every other vendor stands alone. */
const speechFallbacks: Readonly<Record<string, readonly string[]>> = {
  elevenlabs: ['deepgram', 'groq'],
  deepgram: ['groq', 'elevenlabs'],
  xai: ['deepgram', 'groq', 'elevenlabs'],
  groq: ['deepgram', 'elevenlabs'],
};

/** What a tier stands for unless the configuration says otherwise. */
export const defaultTiers: Readonly<Record<Tier, Member>> = {
  highest: { vendor: 'elevenlabs', model: 'scribe_v2' },
  high: { vendor: 'deepgram', model: 'nova-3' },
  medium: { vendor: 'xai', model: 'grok-stt' },
  fast: { vendor: 'groq', model: 'whisper-large-v3' },
};

/** Names that OpenAI's clients send by themselves; they mean the tier `high`. */
const usualNames = /^(default|whisper-1|gpt-4o(-mini)?-transcribe.*)$/;

/** What a client's `model` asks for. */
export interface RequestedModel {
  /** As it is kept in the books: a tier, or `vendor/model`. */
  readonly name: string;
  readonly members: readonly Member[];
}

interface ChainTables {
  readonly vendors: readonly Vendor[];
  readonly tiers: Readonly<Record<Tier, Member>>;
}

/**
 * The chain of a tier, of `vendor` or of `vendor/model`: the chosen one first, then its substitutes, each with the
 * model of its tier. Undefined for an unknown name.
 */
export function speechChain(
  written: string,
  { vendors, tiers: table }: ChainTables,
): RequestedModel | undefined {
  const name = usualNames.test(written) ? 'high' : written;
  const tier = isTier(name) ? table[name] : undefined;
  const chosen = tier ?? memberOf(name, vendors);
  if (!chosen) return undefined;
  const modelOf = (id: string): Member | undefined => {
    const own = tiers.map((each) => table[each]).find(({ vendor }) => vendor === id);
    const speech = vendors.find((vendor) => vendor.id === id)?.speech;
    return own ?? (speech ? { vendor: id, model: speech.defaultModel } : undefined);
  };
  const others = (speechFallbacks[chosen.vendor] ?? []).flatMap((id) => modelOf(id) ?? []);
  return {
    name: tier ? name : `${chosen.vendor}/${chosen.model}`,
    members: [chosen, ...others],
  };
}

function isTier(name: string): name is Tier {
  return tiers.some((tier) => tier === name);
}

function memberOf(name: string, vendors: readonly Vendor[]): Member | undefined {
  const slash = name.indexOf('/');
  const id = slash < 0 ? name : name.slice(0, slash);
  const speech = vendors.find((vendor) => vendor.id === id)?.speech;
  if (!speech) return undefined;
  const model = slash < 0 ? speech.defaultModel : name.slice(slash + 1);
  return speech.models.some((known) => known.id === model) ? { vendor: id, model } : undefined;
}

/** Why a vendor gave no answer. */
export type Failure =
  | 'unreachable'
  | 'timeout'
  | 'limited'
  | 'key-refused'
  | 'unreadable'
  | 'too-large'
  | 'unknown-model'
  /** Something in the gateway failed while this vendor was asked: neither its fault nor the request's. */
  | 'internal'
  /** The vendor understood and refuses the request itself: no one else is asked. */
  | 'refused'
  /** It is not audio, or it is damaged: no one else is asked. */
  | 'no-audio'
  /** Another node has taken the work over. */
  | 'stopped';

export interface Tried extends Member {
  readonly outcome: Failure | 'completed' | 'no-speech';
  readonly milliseconds: number;
}

/** Where a request stands in its chain. */
export interface Failover {
  readonly members: readonly Member[];
  readonly tried: readonly Tried[];
}

type Step =
  | { readonly kind: 'try'; readonly member: Member; readonly timeoutMs: number; readonly isLast: boolean }
  | { readonly kind: 'give-up'; readonly because: Failure | 'deadline' | 'none' };

/** With less time left, it is not worth sending the audio. Milliseconds. */
const MIN_TRY_MS = 1_000;

export function begin(members: readonly Member[]): Failover {
  return { members, tried: [] };
}

/**
 * The next step, with `leftMs` until the deadline of the whole. Each vendor in the chain is asked once. If the vendor
 * failed, the next one is asked; if the request itself was refused, it is not: the next vendor would refuse it too.
 */
export function next({ members, tried }: Failover, leftMs: number): Step {
  const last = tried.at(-1);
  if (last && !triesNext(last.outcome)) return { kind: 'give-up', because: asFailure(last.outcome) };
  const member = members[tried.length];
  if (!member) return { kind: 'give-up', because: last ? asFailure(last.outcome) : 'none' };
  if (leftMs < MIN_TRY_MS) return { kind: 'give-up', because: 'deadline' };
  return { kind: 'try', member, timeoutMs: leftMs, isLast: tried.length === members.length - 1 };
}

export function failed(state: Failover, outcome: Failure, milliseconds: number): Failover {
  const member = state.members[state.tried.length];
  if (!member) return state;
  return { ...state, tried: [...state.tried, { ...member, outcome, milliseconds }] };
}

/** True if another vendor may succeed. */
function triesNext(outcome: Tried['outcome']): boolean {
  switch (outcome) {
    case 'unreachable':
    case 'timeout':
    case 'limited':
    case 'key-refused':
    case 'unreadable':
    case 'too-large':
    case 'unknown-model':
    case 'internal':
      return true;
    case 'refused':
    case 'no-audio':
    case 'stopped':
    case 'completed':
    case 'no-speech':
      return false;
  }
}

/** Failures that say nothing about the vendor, only about this request, the model it names, or the gateway. */
const NOT_THE_VENDOR: ReadonlySet<Failure> = new Set(['too-large', 'unknown-model', 'internal']);

/** True if it says something about the vendor, not only about this request. */
export function isVendorsFault(outcome: Failure): boolean {
  return triesNext(outcome) && !NOT_THE_VENDOR.has(outcome);
}

function asFailure(outcome: Tried['outcome']): Failure {
  return outcome === 'completed' || outcome === 'no-speech' ? 'stopped' : outcome;
}

/** What a vendor's error means for the chain. */
export function failureOf(error: unknown): Failure {
  if (error instanceof VendorError) return ofProvider(error);
  if (error instanceof LanguageError) return ofLanguage(error);
  // Adapters throw nothing else, so any other error is ours and not the vendor's.
  return 'internal';
}

/** Kinds of errors that mean the same for speech and for texts. */
const failures = {
  unauthorized: 'key-refused',
  limited: 'limited',
  unreachable: 'unreachable',
  malformed: 'unreadable',
  too_large: 'too-large',
  timeout: 'timeout',
  cancelled: 'stopped',
  'unknown-model': 'unknown-model',
  'cut-off': 'refused',
} as const satisfies Record<string, Failure>;

function ofProvider({ kind, status }: VendorError): Failure {
  if (kind !== 'rejected') return failures[kind];
  if (status === 408) return 'timeout';
  // Our own table names a model or a path that is gone: the request is as good as it was.
  if (status === 404 || status === 405 || status === 410) return 'unknown-model';
  // A redirect is not followed; a job that was taken and canceled has no status.
  if (status === undefined || status < 400) return 'unreadable';
  return 'refused';
}

function ofLanguage({ kind, status }: LanguageError): Failure {
  if (kind !== 'rejected') return failures[kind];
  // The operator's account there is empty: another vendor's may not be.
  if (status === 402) return 'limited';
  if (status === 405 || status === 410) return 'unknown-model';
  if (status === 413) return 'too-large';
  // A redirect, which is not followed, has no status here.
  if (status === undefined || status < 400) return 'unreadable';
  return 'refused';
}
