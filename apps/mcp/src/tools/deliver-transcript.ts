import { QuothError } from '@quoth/client';
import type { Transcription } from '@quoth/contract';
import type { IfExists, OutputFile, OutputFormat } from '../output/output-file.ts';
import { writeOutput } from '../output/write-output.ts';

/** What was asked for, beside the transcription itself. */
export interface Delivery {
  readonly asked: { readonly if_exists?: IfExists | undefined };
  readonly format: OutputFormat;
  /** Where to write; the answer then holds no text. */
  readonly target: OutputFile | undefined;
}

/** The transcription itself, or a file and what is left to tell. Throws what writing throws, and then names the recording that keeps the text. */
export async function deliverTranscript(result: Transcription, { asked, format, target }: Delivery) {
  if (!target) return result;
  const text =
    result.captions ?? (format === 'json' ? `${JSON.stringify(result, null, 2)}\n` : `${result.text}\n`);
  const path = await written(target, text, asked, result.recording_id);
  const {
    text: _text,
    raw_text: _raw,
    segments: _segments,
    words: _words,
    captions: _captions,
    ...facts
  } = result;
  return { ...facts, output: { path, bytes: Buffer.byteLength(text), format } };
}

async function written(
  target: OutputFile,
  text: string,
  { if_exists = 'fail' }: Delivery['asked'],
  recordingId?: string,
) {
  try {
    return await writeOutput(target, text, if_exists);
  } catch (error) {
    if (!(error instanceof QuothError) || recordingId === undefined) throw error;
    const kept = `The transcript itself is kept as recording ${recordingId}: get_recording gives it.`;
    throw new QuothError(error.code, { ...error, message: error.message, hint: kept, cause: error });
  }
}
