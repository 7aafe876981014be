/** A request to a vendor as data. The key's headers are added when it is sent. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the vendor's base address, with its query, such as `/models?limit=1`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** True if sending it again does no work twice, because it has an idempotency key; 409 then means that it is still in progress. */
  readonly isRepeatable?: boolean;
  /** `nothing`: the answer's body is not read. Default `json`. */
  readonly reply?: 'json' | 'nothing';
}

/** The body of a request. `audio` stands for the file of the job, which is streamed from the disk. */
export type RequestBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'form';
      /** In this order; a name may repeat. */
      readonly fields: readonly (readonly [name: string, value: string])[];
      /** Name of the part that holds the audio; it comes last. */
      readonly audioField: string;
    }
  /** The file's bytes and nothing else; `contentType` if the vendor requires another one than the file's. */
  | { readonly kind: 'audio'; readonly contentType?: string }
  /** JSON in which the string `audioPlaceholder` is replaced by the audio as base64. */
  | { readonly kind: 'json-with-audio'; readonly value: unknown };

/** Marks the place of the audio in a body of kind `json-with-audio`. */
export const audioPlaceholder = '\u0000audio\u0000';

/** A reply with status 2xx, its JSON read; `body` is undefined for `nothing`. */
export interface ProviderReply {
  readonly status: number;
  readonly body: unknown;
}
