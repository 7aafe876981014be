import type { Capabilities } from '@quoth/contract';

/** A model of a vendor that turns speech into text. */
export interface SpeechModel {
  /** As the vendor's API writes it. */
  readonly id: string;
  readonly displayName: string;
  /** BCP-47 primary tags, or `*` for any that the vendor knows. */
  readonly languages: readonly string[];
  readonly capabilities: Capabilities;
  /** What it is made for; only `general` if not given. */
  readonly domains?: readonly SpeechDomain[];
  /** Given if it accepts less in one upload than the vendor's other models. */
  readonly maximumSeconds?: number;
}

export type SpeechDomain = 'general' | 'medical';
