import { checkBaseUrl } from '../../call/base-url.ts';
import { toProviderError } from '../../call/call-error.ts';
import { ProviderError } from '../../call/provider-error.ts';
import type { Vendor } from '../../vendor.ts';
import type { SpeechDomain, SpeechModel } from '../speech-model.ts';
import type { SpeechTranscript } from '../speech-step.ts';
import { type LiveLimits, liveLimits } from './live-limits.ts';
import type { LiveAudio } from './live-session.ts';

/** A transcription by a vendor while somebody speaks. */
export interface LiveRequest {
  readonly vendor: Vendor;
  readonly key: string | undefined;
  /** Used instead of the vendor's addresses. An invalid one is refused; the vendor's own are never used in its place. */
  readonly baseUrl?: string | undefined;
  /** One of the vendor's models that have a `live`. */
  readonly model: SpeechModel;
  /** BCP-47; absent or `auto`: the vendor detects it. */
  readonly language?: string | undefined;
  readonly vocabulary?: readonly string[] | undefined;
  readonly domain?: SpeechDomain | undefined;
  /** See SpeechJob. */
  readonly keepNothing?: boolean | undefined;
  /** At the vendor's rate. Read only as fast as it leaves this machine. */
  readonly audio: AsyncIterable<LiveAudio>;
  readonly signal: AbortSignal;
  /** The text so far, and how many characters at its start will not change any more. */
  readonly onText?: ((text: string, stableCharacters: number) => void) | undefined;
  readonly limits?: Partial<LiveLimits> | undefined;
}

/**
 * Has a vendor transcribe audio while it is spoken. Resolves when the vendor has said its last word. Throws ProviderError and nothing else: for a
 * stream that breaks, that ends early, or that leaves text interim, too. Nothing is tried twice; whoever calls has the audio on the disk.
 */
export async function transcribeLive(request: LiveRequest): Promise<SpeechTranscript> {
  const { vendor, signal, model } = request;
  const { displayName } = vendor;
  const limits = { ...liveLimits, ...request.limits };
  const live = vendor.speech?.live;
  if (!live || !model.live)
    throw new ProviderError('rejected', `${displayName}'s model ${model.id} does not transcribe live.`);
  try {
    signal.throwIfAborted();
    const own = live.baseUrl ?? vendor.baseUrl;
    const base = checkBaseUrl(request.baseUrl ?? own, displayName).replace(/^http/, 'ws');
    const job = {
      model: model.live.id,
      language: request.language === 'auto' ? undefined : request.language,
      vocabulary: request.vocabulary ?? [],
      domain: request.domain ?? 'general',
      keepNothing: request.keepNothing ?? false,
    };
    // Nobody who does not stream loads a WebSocket.
    const { LiveSession } = await import('./live-session.ts');
    signal.throwIfAborted();
    const session = new LiveSession({ ...request, base, live, job, limits });
    return await session.run();
  } catch (error) {
    throw toProviderError(error, { displayName, signal, timeoutMs: limits.connectMs });
  }
}
