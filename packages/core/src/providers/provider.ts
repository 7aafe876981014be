import type { EndpointPreset, ProviderJob } from '@quoth/contract';
import type { Vendor } from '@quoth/providers';

/** Somebody whose service a key opens: a vendor that we know, or an OpenAI-compatible server that the user named. */
export interface Provider {
  readonly id: string;
  readonly kind: 'vendor' | 'endpoint';
  /** What an endpoint was added as; null for vendors and for servers without a preset. */
  readonly preset: EndpointPreset | null;
  readonly displayName: string;
  readonly jobs: readonly ProviderJob[];
  /** False for a server of the user's: it may want a key or not. */
  readonly needsKey: boolean;
  /** Its address and protocol; created on the fly for an endpoint. */
  readonly vendor: Vendor;
  /** Name under which its key is kept. An address of the user's is part of it, so that no other address ever gets the key. */
  readonly secretName: string;
}
