import type { AudioFormat } from '@quoth/contract';
import type { SpeechAdapter } from './speech-adapter.ts';
import type { SpeechModel } from './speech-model.ts';

/** How the audio goes to a vendor. */
export type UploadPlan =
  | { readonly kind: 'as-is' }
  /** The decoded audio (16 kHz, mono, 16 bits) as one FLAC file. */
  | { readonly kind: 'flac' }
  /** The decoded audio cut at silences into FLAC files, none longer than this. */
  | { readonly kind: 'parts'; readonly maximumSeconds: number };

/** Decoded audio, uncompressed: 16,000 samples of two bytes. FLAC of noise is hardly smaller, and of speech about half of it. */
const BYTES_PER_SECOND = 32_000;
/** For headers, other form fields, and FLAC's own frames. */
const ROOM = 0.95;

/**
 * How to send audio of this format, size and length: unchanged if the vendor accepts it, otherwise as FLAC, otherwise in parts. FLAC sizes are
 * computed as if nothing could be compressed, so that a plan always fits, even if 16-bit WAV has to be sent instead.
 */
export function planUpload(
  { format, bytes, seconds }: { format: AudioFormat; bytes: number; seconds: number },
  adapter: Pick<SpeechAdapter, 'formats' | 'maximumBytes' | 'maximumSeconds'>,
  model?: SpeechModel,
): UploadPlan {
  const longest = Math.min(adapter.maximumSeconds ?? Infinity, model?.maximumSeconds ?? Infinity);
  const isShort = seconds <= longest;
  if (isShort && bytes <= adapter.maximumBytes && adapter.formats.includes(format)) return { kind: 'as-is' };
  const fitting = Math.floor((adapter.maximumBytes * ROOM) / BYTES_PER_SECOND);
  if (isShort && seconds <= fitting) return { kind: 'flac' };
  return {
    kind: 'parts',
    maximumSeconds: Math.min(fitting, Number.isFinite(longest) ? Math.floor(longest * ROOM) : Infinity),
  };
}
