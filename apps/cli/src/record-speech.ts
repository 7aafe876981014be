import { addAbortListener } from 'node:events';
import { type Client, QuothError } from '@quoth/client';
import type { Processing, StartDictationBody } from '@quoth/contract';
import type { CliEnvironment } from './environment.ts';
import { printNote } from './print.ts';
import { RecordingDisplay } from './recording-display.ts';

/** How a recording ended, where it was not by its user; said beside its text. */
export const endings: Readonly<Partial<Record<Processing['ended_by'], string>>> = {
  limit: 'The recording has reached six hours and was ended.',
  forgotten: 'Nobody spoke for ten minutes: the recording was ended.',
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
 * Records until Enter, Ctrl-C, or what the body says, and gives what became of it, also where that is no text. Level, time and live text are shown on a terminal
 * meanwhile.
 */
export async function recordSpeech(
  environment: CliEnvironment,
  client: Client,
  body: StartDictationBody,
): Promise<Processing> {
  const display = new RecordingDisplay(environment, process.stderr.columns);
  const over = new AbortController();
  const { id, dictation } = await client.startDictation({ body });
  const keys = isTerminal(environment) ? 'Press Enter or Ctrl-C to stop.' : 'Press Ctrl-C to stop.';
  printNote(environment, `Recording from "${dictation.recording?.device ?? 'the microphone'}". ${keys}`);
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
  const told = new Set<string>();
  const types = 'dictation-changed,dictation-level,transcript-partial';
  try {
    for await (const event of client.streamEvents({ query: { types }, signal })) {
      if (event.type === 'dictation-level') display.showLevel(event.level, event.elapsedMs);
      else if (event.type === 'transcript-partial') {
        if (event.recordingId === id) display.showText(event.text, event.stableCharacters ?? 0);
      } else if (event.type === 'dictation-changed') {
        for (const warning of event.dictation.recording?.warnings ?? []) {
          if (told.has(warning.id)) continue;
          told.add(warning.id);
          display.note(`${warning.message} ${warning.hint ?? ''}`.trim());
        }
      }
    }
  } catch (error) {
    // The display is a help; the recording does not depend on it.
    if (!signal.aborted) display.note(error instanceof Error ? error.message : 'The live display ended.');
  }
}

function isTerminal({ pipes }: CliEnvironment): boolean {
  return pipes !== undefined && 'isTTY' in pipes.stdin && pipes.stdin.isTTY === true;
}

/** Calls when Enter is pressed. Returns the function that lets go of the keyboard. */
function onEnter(environment: CliEnvironment, listener: () => void): () => void {
  const stdin = environment.pipes?.stdin;
  if (!stdin || !isTerminal(environment)) return () => undefined;
  const onData = (keys: Buffer | string) => {
    if (/[\r\n]/.test(String(keys))) listener();
  };
  stdin.on('data', onData);
  return () => {
    stdin.off('data', onData);
    stdin.pause();
  };
}
