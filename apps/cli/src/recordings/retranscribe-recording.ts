import { checkEngine } from '../check-choice.ts';
import { checkLanguage } from '../check-language.ts';
import type { CliEnvironment } from '../environment.ts';
import { followProgress } from '../follow-progress.ts';
import { OutcomeTold } from '../outcome-told.ts';
import { printResult } from '../print.ts';
import { Progress } from '../progress.ts';
import { recordingId } from '../recording-id.ts';
import { shortId } from '../short-id.ts';
import { type RewriteFlags, wantedRewriting } from '../wanted-rewriting.ts';

/** Options of `quoth recordings retranscribe`. */
export interface RetranscribeOptions extends RewriteFlags {
  readonly model?: string;
  readonly engine?: string;
  readonly language?: string;
  readonly json?: boolean;
}

/** Transcribes the kept audio of a recording again, and prints the text. */
export async function retranscribeRecording(
  environment: CliEnvironment,
  written: string,
  { json, mode: modeWritten, rewrite, preset, ...rest }: RetranscribeOptions,
): Promise<void> {
  checkLanguage(rest.language);
  const client = await environment.openOrStart();
  await checkEngine(client, rest.engine);
  const id = await recordingId(client, written);
  const rewriting = await wantedRewriting(client, {
    ...(modeWritten !== undefined && { mode: modeWritten }),
    ...(rewrite !== undefined && { rewrite }),
    ...(preset !== undefined && { preset }),
  });
  using progress = new Progress(environment, shortId(id));
  await using followed = followProgress(client, { recordingId: id }, progress, environment.signal);
  const body = await client.retranscribe({
    params: { id },
    body: {
      ...rest,
      ...rewriting.request,
      ...(modeWritten === undefined ? {} : { mode_id: rewriting.mode.id }),
    },
    signal: environment.signal,
  });
  // The bar goes before anything is written in its place.
  await followed[Symbol.asyncDispose]();
  progress[Symbol.dispose]();
  if ('text' in body) new OutcomeTold(environment, rewriting).tell(body);
  printResult(environment, json, body, () => ('text' in body ? body.text : body.recording_id));
}
