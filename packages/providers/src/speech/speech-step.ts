import type { Segment, Word } from '@quoth/contract';
import type { ProviderReply, ProviderRequest } from '../call/provider-request.ts';

/** What a vendor made of the audio. Times are seconds from its start. */
export interface SpeechTranscript {
  readonly text: string;
  readonly words: readonly Word[];
  readonly segments: readonly Segment[];
  /** BCP-47 primary tag; null where the vendor does not say. */
  readonly language: string | null;
}

/** One step of a transcription. A vendor that answers at once takes one call; others are asked again until they are done. */
export type SpeechStep =
  | {
      readonly kind: 'call';
      readonly request: ProviderRequest;
      /** Only called with a reply of status 2xx. Throws ProviderError `rejected` or `malformed`. */
      readonly next: (reply: ProviderReply) => SpeechStep;
      /** From here on sent at the end, whatever happens: takes back what earlier calls left with the vendor. */
      readonly cleanUp?: ProviderRequest;
    }
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly next: () => SpeechStep }
  | { readonly kind: 'done'; readonly transcript: SpeechTranscript };
