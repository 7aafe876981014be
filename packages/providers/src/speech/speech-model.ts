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
  /** Given if the vendor also transcribes while one speaks, with this model or with one beside it. */
  readonly live?: LiveModel;
  /** Given if it accepts less in one upload than the vendor's other models. */
  readonly maximumSeconds?: number;
}

/** A model for streams. */
export interface LiveModel {
  /** As the vendor's streaming API writes it. */
  readonly id: string;
  /** BCP-47 primary tags, if it knows fewer languages than the model that transcribes files. */
  readonly languages?: readonly string[];
}

export type SpeechDomain = 'general' | 'medical';
