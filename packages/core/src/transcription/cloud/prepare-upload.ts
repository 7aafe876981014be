import { rm, stat } from 'node:fs/promises';
import { containsSpeech, encodeFlac, PauseFinder, SAMPLE_RATE, splitAtSilence } from '@quoth/audio';
import type { AudioFormat } from '@quoth/contract';
import { type AudioFile, planUpload, type SpeechAdapter, type SpeechModel } from '@quoth/providers';

/** Audio that is to go to a vendor. */
export interface Upload {
  /** The file as it came. */
  readonly audio: { readonly path: string; readonly format: AudioFormat };
  /** The same as raw samples: 16-bit, 16 kHz, mono. */
  readonly spoolPath: string;
  readonly durationSeconds: number;
}

/** One file to send, and where it starts in the whole audio, in seconds. */
export interface UploadPart {
  readonly audio: AudioFile;
  readonly startSeconds: number;
  /** How much of the whole is done with it, 0 to 1. */
  readonly share: number;
  /** Deletes what was made for it. */
  discard(): Promise<void>;
}

/**
 * The files to send to a vendor, one after the other: the original file if vendor and model accept it, otherwise the decoded audio as one FLAC
 * file, otherwise cut at pauses; parts without speech are left out. A part is created when it is requested, so that at most one is on disk.
 */
export async function* prepareUpload(
  { audio, spoolPath, durationSeconds }: Upload,
  { adapter, model }: { readonly adapter: SpeechAdapter; readonly model: SpeechModel },
  signal: AbortSignal,
): AsyncGenerator<UploadPart, void, void> {
  const { size: bytes } = await stat(audio.path);
  const file: AudioFile = { ...audio, bytes, seconds: durationSeconds };
  const plan = planUpload(file, adapter, model);
  if (plan.kind === 'as-is') {
    yield { audio: file, startSeconds: 0, share: 1, discard: async () => {} };
    return;
  }
  const longest = plan.kind === 'parts' ? Math.floor(plan.maximumSeconds * SAMPLE_RATE) : undefined;
  const most = longest ?? Number.POSITIVE_INFINITY;
  const chunks = splitAtSilence(spoolPath, await PauseFinder.create(), { longest: most, first: most });
  let number = 0;
  for await (const range of chunks) {
    // A part without speech stays on this machine: a provider would be paid for it, and some invent words.
    if (longest !== undefined && !(await containsSpeech({ spoolPath, range, signal }))) continue;
    const encoded = await encodeFlac({
      spoolPath,
      range,
      path: `${spoolPath}.part-${number++}.flac`,
      signal,
    });
    yield {
      audio: encoded,
      startSeconds: range.start / SAMPLE_RATE,
      share: durationSeconds > 0 ? Math.min(1, range.end / SAMPLE_RATE / durationSeconds) : 1,
      discard: () => rm(encoded.path, { force: true }),
    };
  }
}
