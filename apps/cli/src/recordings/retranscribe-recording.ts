import { checkEngine } from '../check-choice.ts';
import { checkLanguage } from '../check-language.ts';
import type { CliEnvironment } from '../environment.ts';
import { OutcomeTold } from '../outcome-told.ts';
import { printResult } from '../print.ts';
import { recordingId } from '../recording-id.ts';
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
  const body = await client.retranscribe({
    params: { id },
    body: {
      ...rest,
      ...rewriting.request,
      ...(modeWritten === undefined ? {} : { mode_id: rewriting.mode.id }),
    },
    signal: environment.signal,
  });
  if ('text' in body) new OutcomeTold(environment, rewriting).tell(body);
  printResult(environment, json, body, () => ('text' in body ? body.text : body.recording_id));
}
