import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';

/** How hard a model may think before it writes; as little as it can for cleaning up a dictation. */
export type Effort = NonNullable<LanguageModelV4CallOptions['reasoning']>;

/** A model of a vendor that writes text. */
export interface LanguageModelFacts {
  /** As the vendor's API writes it. */
  readonly id: string;
  readonly displayName: string;
  /** Tokens that prompt and answer may have together. */
  readonly contextTokens: number;
  /** Tokens that an answer may have. */
  readonly outputTokens: number;
  /** The least effort that the model accepts; absent if it accepts none. */
  readonly effort?: Effort;
}

/** Where a model is reached. */
export interface LanguageConnection {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Empty for an endpoint that asks for none. */
  readonly key: string;
  readonly model: string;
  readonly fetch: typeof globalThis.fetch;
  /** Random, and the same for every try of one text: a service that takes such keys does the work once. */
  readonly idempotencyKey: string;
}

/** How a vendor writes text: facts, and the SDK that speaks its wire format, loaded when it is first needed. */
export interface LanguageFacts {
  readonly models: readonly LanguageModelFacts[];
  /** One of `models`; empty where only the server can know. */
  readonly defaultModel: string;
  readonly connect: (connection: LanguageConnection) => Promise<LanguageModelV4>;
  /** What is asked of the vendor with every request beside the text, as its SDK names it. */
  readonly options?: NonNullable<LanguageModelV4CallOptions['providerOptions']>;
  /** Sent only where a fact says so: many models refuse any. */
  readonly temperature?: number;
}
