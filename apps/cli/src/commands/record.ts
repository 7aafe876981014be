import { addAbortListener } from 'node:events';
import { Readable } from 'node:stream';
import { type Client, QuothError } from '@quoth/client';
import { type MicrophoneFacts, type Processing, plainText, type StartDictationBody } from '@quoth/contract';
import type { CliEnvironment, Register } from '../environment.ts';
import { CommandEnded, exitCodeOf, exitCodes, UsageError } from '../exit-codes.ts';
import { ask, canAsk, isTerminal } from '../terminal/ask.ts';
import { mayWrite, writeOutput } from '../terminal/output-files.ts';
import { declined, printError, printNote, printResult, table } from '../terminal/print.ts';
import { RecordingDisplay } from '../terminal/recording-display.ts';
import { RewritingReport, wantedRewriting } from '../transcribing/rewriting.ts';

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
  readonly meeting?: boolean;
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
    .option('--meeting', 'record what this computer plays too: the text says who speaks')
    .option('--list-devices', 'list the microphones of this machine')
    .addHelpText(
      'after',
      '\nEnter or Ctrl-C ends the recording; its text goes to standard output.\n\nExamples:\n  quoth record\n  quoth record --until-silence --mode note >> notes.txt\n  quoth record --seconds 30 --output memo.wav\n  quoth record --meeting --output meeting.md\n  quoth record --list-devices',
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

function deviceLine({ name, is_default, is_monitor }: MicrophoneFacts): string[] {
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
  if (options.meeting) await allowMeetings(environment, client);
  const wanted = await wantedRewriting(client, options);
  const processing = await recordSpeech(environment, client, {
    delivery: 'none',
    ...(options.mode === undefined ? {} : { mode_id: wanted.mode.id }),
    max_seconds: max,
    until_silence: options.untilSilence,
    private: options.private,
    meeting: options.meeting,
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
    // A meeting is kept as it was said.
    if (!options.meeting)
      new RewritingReport(environment, wanted, VERBATIM).tell({
        warning,
        post_processed: warning === undefined,
      });
    await print(environment, processing, { output, keepsSound, json });
  } else if (environment.signal.aborted) printError(environment, json ?? false, failure);
  else throw failure;
  // Ctrl-C was the way to say that it is over, and is no failure by itself.
  if (environment.signal.aborted) throw new CommandEnded(failure ? exitCodeOf(failure) : exitCodes.ok);
}

/** What a person agrees to once; a script changes the setting itself. */
const CONSENT =
  'A meeting is recorded as two tracks: your microphone, and everything that this computer plays, so also what the others say. In many countries they have to agree first.\nRecord meetings from now on? [y/N] ';

/** Asks, unless it was allowed before; core refuses it where no one can be asked. */
async function allowMeetings(environment: CliEnvironment, client: Client): Promise<void> {
  const { settings } = await client.getSettings();
  if (settings.recordMeetings || !canAsk(environment)) return;
  const answer = await ask(environment, CONSENT);
  if (!/^y(es)?$/i.test(answer)) throw declined(environment, 'Nothing was recorded.');
  await client.updateSettings({ body: { recordMeetings: true } });
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

/** How a recording ended, where it was not by its user; said beside its text. */
export const endings: Readonly<Partial<Record<Processing['ended_by'], string>>> = {
  limit: 'The recording has reached six hours and was ended.',
  forgotten: 'Recording stopped: no speech for ten minutes.',
  'screen-locked': 'The screen was locked: the recording was ended.',
  suspended: 'The machine went to sleep: the recording was ended.',
  'microphone-lost': 'The microphone was disconnected: the recording ended with what was said until then.',
  'microphone-failed': 'The microphone stopped working: the recording ended with what was said until then.',
  'disk-failed': 'The disk does not take any more: the recording was ended with what was said.',
  closed: 'Quoth was closed: the text comes with its next start.',
};

/** Why there is no text; undefined where there is one. */
export function failureOf({ text, error }: Processing): QuothError | undefined {
  if (!error || text !== null) return undefined;
  const { code, message, hint } = error;
  return new QuothError(code, { message, hint });
}

/**
 * Records until Enter, Ctrl-C, or what the body says, and gives what became of it, also where that is no text. Level,
 * time and live text are shown on a terminal meanwhile.
 */
async function recordSpeech(
  environment: CliEnvironment,
  client: Client,
  body: StartDictationBody,
): Promise<Processing> {
  const display = new RecordingDisplay(environment, process.stderr.columns);
  const over = new AbortController();
  const { id, dictation } = await client.startDictation({ body });
  environment.endsByItself = true;
  const keys = isTerminal(environment.pipes?.stdin)
    ? 'Press Enter or Ctrl-C to stop.'
    : 'Press Ctrl-C to stop.';
  const { device, meeting } = dictation.recording ?? {};
  const played = meeting ? ', and what this computer plays' : '';
  printNote(environment, `Recording from "${device ?? 'the microphone'}"${played}. ${keys}`);
  const stop = () => void client.stopDictation().catch(() => undefined);
  const endKeys = onEnter(environment, stop);
  using _abort = addAbortListener(environment.signal, stop);
  const watching = watch(client, id, display, over.signal);
  try {
    const { processing } = await client.getProcessing({ params: { id }, query: { wait: true } });
    display.clear();
    const why = endings[processing.ended_by];
    if (why !== undefined) printNote(environment, why);
    return processing;
  } finally {
    display.clear();
    over.abort();
    endKeys();
    await watching;
  }
}

/** Shows what the recorder tells, until it is over. */
async function watch(
  client: Client,
  id: string,
  display: RecordingDisplay,
  signal: AbortSignal,
): Promise<void> {
  const reported = new Set<string>();
  const types = 'dictation-changed,dictation-level,transcript-partial';
  try {
    for await (const event of client.streamEvents({ query: { types }, signal })) {
      if (event.type === 'dictation-level') display.showLevel(event.level, event.elapsedMs);
      else if (event.type === 'transcript-partial') {
        if (event.recordingId === id) display.showText(event.text, event.stableCharacters ?? 0);
      } else if (event.type === 'dictation-changed') {
        for (const warning of event.dictation.recording?.warnings ?? []) {
          if (reported.has(warning.id)) continue;
          reported.add(warning.id);
          display.note(`${warning.message} ${warning.hint ?? ''}`.trim());
        }
      }
    }
  } catch (error) {
    // The display is a help; the recording does not depend on it.
    if (!signal.aborted) display.note(error instanceof Error ? error.message : 'The live display ended.');
  }
}

/** Calls when Enter is pressed. Returns the function that lets go of the keyboard. */
function onEnter(environment: CliEnvironment, listener: () => void): () => void {
  const stdin = environment.pipes?.stdin;
  if (!stdin || !isTerminal(stdin)) return () => undefined;
  const onData = (keys: Buffer | string) => {
    if (/[\r\n]/.test(String(keys))) listener();
  };
  stdin.on('data', onData);
  return () => {
    stdin.off('data', onData);
    stdin.pause();
  };
}
