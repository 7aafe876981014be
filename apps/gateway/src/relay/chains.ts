import type { Vendor } from '@quoth/providers';

/** The application's own tiers (contract, section 6). */
export const tiers = ['highest', 'high', 'medium', 'fast'] as const;
export type Tier = (typeof tiers)[number];

/** A vendor and one of its models. */
export interface Member {
  readonly vendor: string;
  readonly model: string;
}

/** Who is asked after the chosen one, in this order (contract, section 6). Every other vendor stands alone. */
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
export interface Choice {
  /** As it is kept in the books: a tier, or `vendor/model`. */
  readonly name: string;
  readonly members: readonly Member[];
}

interface ChainTables {
  readonly vendors: readonly Vendor[];
  readonly tiers: Readonly<Record<Tier, Member>>;
}

/**
 * The chain of a tier, of `vendor` or of `vendor/model`: the chosen one first, then its substitutes, each with the model of its
 * tier. Undefined for an unknown name.
 */
export function speechChain(written: string, { vendors, tiers: table }: ChainTables): Choice | undefined {
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
