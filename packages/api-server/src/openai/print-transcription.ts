import { deflateSync } from 'node:zlib';
import { type RewriteParts, runInThread } from '@quoth/core';
import { ownFile } from '@quoth/processes/places';
import { type RecognizedAudio, type RenderOptions, renderTranscription } from '@quoth/text';

/** Printing fewer segments and words takes less time than starting a thread. */
const INLINE_PARTS = 2_000;

export type PrintOptions = Omit<RenderOptions, 'rewrite'>;

/** What the thread gets: plain data. Its segments have been rewritten already. */
export interface TranscriptionToPrint {
  readonly result: RecognizedAudio;
  readonly options: PrintOptions;
}

/**
 * The transcription in the formats `json`, `text` or `verbose_json`, with the mode's text rules applied to its
 * segments. A long one is printed in a thread of its own, so that nothing else waits meanwhile.
 */
export async function printTranscription(
  result: RecognizedAudio,
  options: PrintOptions,
  rewrite: RewriteParts,
): Promise<string> {
  const { segments = [], words = [], language } = result;
  if (options.format !== 'verbose_json') return printed({ result, options });
  const texts = await rewrite(
    segments.map(({ text }) => text),
    language,
  );
  const rewritten = segments.map((segment, at) => ({ ...segment, text: texts[at] ?? segment.text }));
  const given: TranscriptionToPrint = { result: { ...result, segments: rewritten }, options };
  if (segments.length + words.length <= INLINE_PARTS) return printed(given);
  return runInThread(ownFile('./print-transcription-worker.ts', import.meta.url), given);
}

/** Prints it right here. */
export function printed({ result, options }: TranscriptionToPrint): string {
  return renderTranscription(result, { ...options, rewrite: (text) => text }, compressionRatio);
}

function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return bytes.length / deflateSync(bytes).length;
}
