import { Readable } from 'node:stream';
import type { Client } from '@quoth/client';
import { type Microphone, type Processing, plainText } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { Ended, exitCodeOf, exitCodes, UsageError } from '../exit-codes.ts';
import { OutcomeTold } from '../outcome-told.ts';
import { printError, printResult, table } from '../print.ts';
import { failureOf, recordSpeech } from '../record-speech.ts';
import type { Register } from '../register.ts';
import { wantedRewriting } from '../wanted-rewriting.ts';
import { mayWrite, writeOutput } from '../write-output.ts';

/** What leaves rewriting out here: a dictation does what its mode says. */
const VERBATIM = '--mode "Voice to text"';

interface RecordFlags {
  readonly mode?: string;
  readonly seconds?: string;
  readonly untilSilence?: boolean;
  readonly output?: string;
  readonly force?: boolean;
  readonly device?: string;
  readonly private?: boolean;
  readonly listDevices?: boolean;
  readonly json?: boolean;
}

/** `quoth record`: from the microphone to standard output. */
export const record: Register = (command, environment) => {
  command
    .option('--mode <mode>', 'name or id of a mode; the default mode if omitted')
    .option('--seconds <n>', 'stop after this many seconds')
    .option('--until-silence', 'stop when nothing more is said')
    .option('--output <path>', 'write the text to this file, or the audio if its name ends in .wav')
    .option('--force', 'overwrite an existing file')
    .option('--device <name>', 'a microphone from --list-devices, for this recording')
    .option('--private', 'keep neither audio nor text')
    .option('--list-devices', 'list the microphones of this machine')
    .addHelpText(
      'after',
      '\nEnter or Ctrl-C ends the recording; its text goes to standard output.\n\nExamples:\n  quoth record\n  quoth record --until-silence --mode note >> notes.txt\n  quoth record --seconds 30 --output memo.wav\n  quoth record --list-devices',
    )
    .action(async (options: RecordFlags) => {
      if (options.listDevices) return listDevices(environment, options.json);
      await recordOnce(environment, options);
      return undefined;
    });
};

async function listDevices(environment: CliEnvironment, json: boolean | undefined): Promise<void> {
  const body = await (await environment.openOrStart()).listMicrophones();
  printResult(environment, json, body, () =>
    body.microphones.length === 0 ? 'There is no microphone.' : table(body.microphones.map(deviceLine)),
  );
}

function deviceLine({ name, is_default, is_monitor }: Microphone): string[] {
  return [name, is_default ? 'default' : '', is_monitor ? 'what the machine plays' : ''];
}

async function recordOnce(environment: CliEnvironment, options: RecordFlags): Promise<void> {
  const { output, seconds, json } = options;
  const keepsSound = output !== undefined && /\.wav$/i.test(output);
  if (keepsSound && options.private)
    throw new UsageError('--private keeps no audio: omit it, or name a text file.');
  const max = seconds === undefined ? undefined : Number(seconds);
  if (max !== undefined && !(max >= 1)) throw new UsageError('--seconds takes a number of at least 1.');
  if (output !== undefined) await mayWrite(environment, output, options.force ?? false);
  const client = await environment.openOrStart();
  const wanted = await wantedRewriting(client, options);
  const processing = await recordSpeech(environment, client, {
    delivery: 'none',
    ...(options.mode === undefined ? {} : { mode_id: wanted.mode.id }),
    max_seconds: max,
    until_silence: options.untilSilence,
    private: options.private,
    device: options.device,
  });
  const failure = failureOf(processing);
  // The audio is there, whatever became of its text.
  if (keepsSound && output !== undefined)
    await writeSound(client, processing.id, output).catch((error: unknown) => {
      throw failure ?? error;
    });
  if (!failure) {
    const { warning } = processing;
    new OutcomeTold(environment, wanted, VERBATIM).tell({ warning, post_processed: warning === undefined });
    await print(environment, processing, { output, keepsSound, json });
  } else if (environment.signal.aborted) printError(environment, json ?? false, failure);
  else throw failure;
  // Ctrl-C was the way to say that it is over, and is no failure by itself.
  if (environment.signal.aborted) throw new Ended(failure ? exitCodeOf(failure) : exitCodes.ok);
}

async function writeSound(client: Client, id: string, output: string): Promise<void> {
  const { body } = await client.getRecordingAudio({ params: { id } });
  await writeOutput(output, body ? Readable.from(body) : '');
}

async function print(
  environment: CliEnvironment,
  processing: Processing,
  {
    output,
    keepsSound,
    json,
  }: { output: string | undefined; keepsSound: boolean; json: boolean | undefined },
): Promise<void> {
  const text = processing.text ?? '';
  if (output !== undefined && !keepsSound) {
    await writeOutput(output, `${text}\n`);
    environment.stderr.write(plainText(`Written to ${output}.\n`));
    return;
  }
  printResult(environment, json, { ok: true, processing }, () => text);
}
