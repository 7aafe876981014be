import { Readable } from 'node:stream';
import { QuothError } from '@quoth/client';
import { escapedJson, plainText, type transcriptFormats } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { mayWrite, writeOutput } from '../terminal/output-files.ts';
import { printResult } from '../terminal/print.ts';
import { recordingId } from '../terminal/recording-table.ts';
import { type CaptionFlags, captionQuery } from '../transcribing/transcribe-files.ts';

/** Options of `quoth recordings export`. */
export interface ExportOptions extends CaptionFlags {
  readonly format: (typeof transcriptFormats)[number] | 'audio';
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Writes the transcript or the audio of a recording to a file, or to standard output. */
export async function exportRecording(
  environment: CliEnvironment,
  written: string,
  { format, output, force = false, json, ...captions }: ExportOptions,
): Promise<void> {
  if (output === undefined && format === 'audio' && environment.stdout.isTTY)
    throw new UsageError('Audio cannot be printed on a terminal: use --output FILE.');
  if (output !== undefined) await mayWrite(environment, output, force);
  const client = await environment.openOrStart();
  const id = await recordingId(client, written);
  const { recording } = await client.getRecording({ params: { id } });
  if (format !== 'audio' && format !== 'json' && recording.text === '')
    throw new QuothError('CONFLICT', {
      message: `This recording has no text: ${recording.error?.message ?? `it is ${recording.status}.`}`,
      hint: `"quoth recordings show ${id}" tells more; "quoth recordings retranscribe ${id}" transcribes it again.`,
    });
  const response =
    format === 'audio'
      ? await client.getRecordingAudio({ params: { id } })
      : await client.getTranscript({ params: { id, format }, query: captionQuery(captions) });
  if (output === undefined) {
    if (format === 'audio') for await (const chunk of response.body ?? []) environment.stdout.write(chunk);
    else if (format === 'json') environment.stdout.write(escapedJson(await response.text()));
    else environment.stdout.write(plainText(await response.text()));
    return;
  }
  await writeOutput(output, Readable.from(response.body ?? []));
  printResult(environment, json, { ok: true, output }, () => '');
}
