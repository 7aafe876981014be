import { QuothError } from '@quoth/client';
import { type TimestampGranularity, type Transcription, toSrt, toVtt } from '@quoth/contract';
import type { Bridge } from '../bridge.ts';
import type { IfExists, OutputFile, OutputFormat } from '../output/output-file.ts';
import { writeOutput } from '../output/write-output.ts';

/** What was asked for, beside the transcription itself. */
export interface Delivery {
  readonly asked: {
    readonly timestamp_granularities?: readonly TimestampGranularity[] | undefined;
    readonly if_exists?: IfExists | undefined;
  };
  readonly format: OutputFormat;
  /** Where to write; the answer then holds no text. */
  readonly target: OutputFile | undefined;
  readonly signal: AbortSignal;
}

/** Makes a transcription what was asked for: times only where wanted, captions, a file. Throws what writing throws, and then names the recording that keeps the text. */
export async function deliverTranscript(
  bridge: Bridge,
  result: Transcription,
  { asked, format, target, signal }: Delivery,
) {
  const wanted = withoutUnasked(result, asked);
  const captions =
    format === 'srt' || format === 'vtt' ? await captionsOf(bridge, result, format, signal) : undefined;
  if (!target) return { ...wanted, ...(captions === undefined ? {} : { captions }) };
  const text = captions ?? (format === 'json' ? `${JSON.stringify(wanted, null, 2)}\n` : `${result.text}\n`);
  const path = await written(target, text, asked, result.recording_id);
  const { text: _text, raw_text: _raw, segments: _segments, words: _words, ...facts } = wanted;
  return { ...facts, output: { path, bytes: Buffer.byteLength(text), format } };
}

/** Times that only the captions needed are not answered with: they are many. */
function withoutUnasked(
  result: Transcription,
  { timestamp_granularities: times }: Delivery['asked'],
): Transcription {
  const { segments, words, raw_text, ...rest } = result;
  return {
    ...rest,
    ...(raw_text !== undefined && times?.length ? { raw_text } : {}),
    ...(segments && times?.includes('segment') ? { segments } : {}),
    ...(words && times?.includes('word') ? { words } : {}),
  };
}

/** A kept recording's captions come from the application, which applies the mode's text rules to them. */
async function captionsOf(
  bridge: Bridge,
  result: Transcription,
  format: 'srt' | 'vtt',
  signal: AbortSignal,
): Promise<string> {
  const id = result.recording_id;
  if (id !== undefined)
    return await bridge.ask(async ({ client }) => {
      const file = await client.getTranscript({ params: { id, format }, signal });
      return await file.text();
    });
  const { text, duration_s: duration, segments, words } = result;
  const source = { text, duration, ...(segments ? { segments } : {}), ...(words ? { words } : {}) };
  return format === 'srt' ? toSrt(source) : toVtt(source);
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
