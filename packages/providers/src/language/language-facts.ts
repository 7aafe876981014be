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

/** How to reach a model. */
export interface LanguageConnection {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Empty for an endpoint that needs none. */
  readonly key: string;
  readonly model: string;
  readonly fetch: typeof globalThis.fetch;
  /** Random, and the same for every try of one text: a service that accepts such keys does the work once. */
  readonly idempotencyKey: string;
}

/** How a vendor writes text: facts, and the SDK that speaks its wire format, loaded when it is first needed. */
export interface LanguageFacts {
  readonly models: readonly LanguageModelFacts[];
  /** One of `models`; empty if only the server knows them. */
  readonly defaultModel: string;
  readonly connect: (connection: LanguageConnection) => Promise<LanguageModelV4>;
  /** Options sent with every request, as the vendor's SDK names them. */
  readonly options?: NonNullable<LanguageModelV4CallOptions['providerOptions']>;
  /** Sent only if a fact says so: many models refuse any temperature. */
  readonly temperature?: number;
}
