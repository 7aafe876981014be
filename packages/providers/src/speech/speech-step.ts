import type { Segment, Word } from '@quoth/contract';
import type { ProviderReply, ProviderRequest } from '../call/provider-request.ts';

/** What a vendor recognised. Times are seconds from the start of the audio. */
export interface SpeechTranscript {
  readonly text: string;
  readonly words: readonly Word[];
  readonly segments: readonly Segment[];
  /** BCP-47 primary tag; null if the vendor does not say. */
  readonly language: string | null;
}

/** One step of a transcription. A vendor that answers at once needs one call; others are polled until they are done. */
export type SpeechStep =
  | {
      readonly kind: 'call';
      readonly request: ProviderRequest;
      /** Only called with a reply of status 2xx. Throws UnreadableReply or JobFailed. */
      readonly next: (reply: ProviderReply) => SpeechStep;
      /** Sent at the end, whatever happens from now on: deletes what earlier calls left with the vendor. */
      readonly cleanUp?: ProviderRequest;
    }
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly next: () => SpeechStep }
  | { readonly kind: 'done'; readonly transcript: SpeechTranscript };

/** The steps of a vendor that answers at once. */
export function oneCall(
  request: ProviderRequest,
  fromResponse: (body: unknown) => SpeechTranscript,
): SpeechStep {
  return {
    kind: 'call',
    request,
    next: ({ body }) => ({ kind: 'done', transcript: fromResponse(body) }),
  };
}

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3_000;

/**
 * Polls until there is a result: `read` returns the next step, or undefined while the vendor is still working. The interval grows from 0.3 s to 3
 * s, so that a short dictation is not kept waiting.
 */
export function poll(
  request: ProviderRequest,
  read: (body: unknown) => SpeechStep | undefined,
  cleanUp?: ProviderRequest,
  asked = 0,
): SpeechStep {
  return {
    kind: 'call',
    request,
    ...(cleanUp ? { cleanUp } : {}),
    next: ({ body }) =>
      read(body) ?? {
        kind: 'wait',
        milliseconds: Math.min(FIRST_PAUSE_MS * 1.5 ** asked, LONGEST_PAUSE_MS),
        next: () => poll(request, read, undefined, asked + 1),
      },
  };
}
