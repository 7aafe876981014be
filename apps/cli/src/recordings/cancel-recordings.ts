import { QuothError } from '@quoth/client';
import type { Recording } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { printNote, printResult } from '../print.ts';
import { recordingId } from '../recording-id.ts';
import { recordingTable } from '../recording-table.ts';
import { shortId } from '../short-id.ts';

/** Cancels the work on recordings. Those that have ended by themselves stay as they are; if all have, the command fails. */
export async function cancelRecordings(
  environment: CliEnvironment,
  written: readonly string[],
  { json }: { json?: boolean },
): Promise<void> {
  const client = await environment.openOrStart();
  const recordings: Recording[] = [];
  for (const one of written) {
    const id = await recordingId(client, one);
    recordings.push((await client.cancelRecording({ params: { id } })).recording);
  }
  const ended = recordings.filter(({ status }) => status === 'completed' || status === 'failed');
  if (ended.length === recordings.length)
    throw new QuothError('INVALID_REQUEST', {
      message: `There is nothing to cancel: ${ended.map(endedInWords).join(', ')}.`,
      hint: '"quoth recordings list --status transcribing" shows what is at work.',
    });
  for (const one of ended) printNote(environment, `Not cancelled: ${endedInWords(one)}.`);
  printResult(environment, json, { ok: true, recordings }, () => recordingTable(recordings));
}

function endedInWords({ id, status }: Recording): string {
  return `${shortId(id)} ${status === 'failed' ? 'has failed' : 'is completed'} already`;
}
