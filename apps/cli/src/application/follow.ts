import { type Client, pause, QuothError } from '@quoth/client';
import { type Dictation, observerHeader, printedJson, type QuothEvent, wordsFor } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';

/** What a bar or a widget shows. `off`: the application does not run. */
type StatusState = 'off' | 'idle' | 'recording' | 'transcribing' | 'error';

/**
 * One line of `quoth status --follow`. `text`, `alt`, `class`, `tooltip` and `percentage` are what Waybar reads, the
 * rest is the same for other programs. Never a transcript: a bar is seen by others.
 */
export interface StatusLine {
  readonly state: StatusState;
  readonly text: string;
  readonly tooltip: string;
  readonly alt: StatusState;
  readonly class: StatusState;
  /** How loud the microphone is while recording, in steps of 10 from 0 to 100; otherwise 0. */
  readonly percentage: number;
  /** Seconds recorded so far; otherwise 0. */
  readonly seconds: number;
  /** The mode of the recording; otherwise null. */
  readonly mode: string | null;
  /** Dictations and files that are being transcribed. */
  readonly transcribing: number;
}

/** What is known of the running application. */
export interface KnownState {
  readonly dictation: Dictation;
  /** Ids of recordings that are being transcribed, dictations included. */
  readonly work: ReadonlySet<string>;
  readonly percentage: number;
  readonly elapsedMs: number;
  /** `elapsedMs` of the last level that was taken over. */
  readonly levelAtMs: number;
}

/** A bar is drawn again at most so often for the level alone. */
const LEVEL_EVERY_MS = 200;
const IN_PROGRESS = ['pending', 'transcribing', 'post_processing'];
const TRANSCRIBING = ['transcribing', 'rewriting', 'delivering'];

export function knownAtFirst(dictation: Dictation, work: Iterable<string>): KnownState {
  return { dictation, work: new Set(work), percentage: 0, elapsedMs: 0, levelAtMs: Number.NEGATIVE_INFINITY };
}

/** What is known after an event; the same object if it changes nothing that is shown. */
export function knownAfter(known: KnownState, event: QuothEvent): KnownState {
  switch (event.type) {
    case 'dictation-changed': {
      const isSame = event.dictation.recording?.id === known.dictation.recording?.id;
      return { ...known, dictation: event.dictation, ...(!isSame && noLevel) };
    }
    case 'dictation-level': {
      const { level, elapsedMs } = event;
      if (elapsedMs < known.levelAtMs + LEVEL_EVERY_MS && elapsedMs >= known.levelAtMs) return known;
      return { ...known, percentage: Math.round(level * 10) * 10, elapsedMs, levelAtMs: elapsedMs };
    }
    case 'recording-status-changed':
      return { ...known, work: changed(known.work, event.recordingId, IN_PROGRESS.includes(event.status)) };
    case 'recording-deleted':
      return { ...known, work: changed(known.work, event.recordingId, false) };
    default:
      return known;
  }
}

const noLevel = { percentage: 0, elapsedMs: 0, levelAtMs: Number.NEGATIVE_INFINITY };

function changed(work: ReadonlySet<string>, id: string, isInProgress: boolean): ReadonlySet<string> {
  if (work.has(id) === isInProgress) return work;
  return isInProgress ? new Set([...work, id]) : new Set([...work].filter((other) => other !== id));
}

/**
 * The line for what is known: recording before transcribing, and an error until something newer or a minute has passed.
 */
export function statusLine({ dictation, work, percentage, elapsedMs }: KnownState): StatusLine {
  const { recording, processing, refusal } = dictation;
  const dictated = processing.filter(({ phase }) => TRANSCRIBING.includes(phase)).map(({ id }) => id);
  const transcribing = new Set([...work, ...dictated]).size;
  if (recording) {
    const { mode, device, program, warnings } = recording;
    const [warning] = warnings;
    const who = program ? `Recording for ${program.name}` : `Recording in mode ${mode.name}`;
    return {
      ...line('recording', 'Recording', warning?.message ?? `${who}${device === null ? '' : `, ${device}`}`),
      percentage,
      seconds: Math.floor(elapsedMs / 1000),
      mode: mode.name,
      transcribing,
    };
  }
  if (transcribing > 0) {
    const what = transcribing === 1 ? 'Transcribing' : `Transcribing ${transcribing} recordings`;
    return { ...line('transcribing', 'Transcribing', what), transcribing };
  }
  const failed = processing.at(-1)?.phase === 'failed' ? processing.at(-1)?.error : null;
  if (failed) return line('error', 'Failed', inOneLine(failed.message, failed.hint));
  if (refusal) return line('error', 'Not ready', inOneLine(refusal.message, refusal.hint));
  return line('idle', 'Ready', 'Ready to dictate');
}

function inOneLine(message: string, hint: string | undefined): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

const offLine: StatusLine = line('off', 'Off', 'Quoth is not running.');

function line(state: StatusState, text: string, tooltip: string): StatusLine {
  return {
    state,
    text,
    tooltip,
    alt: state,
    class: state,
    percentage: 0,
    seconds: 0,
    mode: null,
    transcribing: 0,
  };
}

/** Events after which a recording may be possible that was not before, or the other way round. */
const ASK_AGAIN = ['settings-changed', 'mode-updated', 'model-installed', 'model-removed'];
const EVENTS = [
  'dictation-changed',
  'dictation-level',
  'recording-status-changed',
  'recording-deleted',
  ...ASK_AGAIN,
].join();
/** How soon an application that was started is noticed. */
const LOOK_MS = 1_000;

/** Prints a line for each change until the signal is aborted, over restarts of the application. */
export async function followStatus(environment: CliEnvironment): Promise<void> {
  const { signal, stdout } = environment;
  let printed = '';
  const show = (next: StatusLine) => {
    const text = printedJson(next);
    if (text === printed) return;
    printed = text;
    stdout.write(`${printedJson(next)}\n`);
  };
  while (!signal.aborted) {
    try {
      await followRun(await environment.open(), show, signal);
      if (!signal.aborted) show(offLine);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof QuothError)) throw error;
      show(
        error.code === 'NO_CONNECTION'
          ? offLine
          : line('error', 'No answer', inOneLine(error.message, wordsFor('commandLine', error.advice))),
      );
    }
    await pause(LOOK_MS, signal);
  }
}

/** Follows one run of the application to its end. */
async function followRun(
  client: Client,
  show: (line: StatusLine) => void,
  signal: AbortSignal,
): Promise<void> {
  let known: KnownState | undefined;
  // An id of no run: the stream begins with `events-missed`, after which nothing is missed, and then the state is read.
  const headers = { [observerHeader]: '1', 'last-event-id': 'none' };
  for await (const event of client.streamEvents({ query: { types: EVENTS }, headers, signal })) {
    const isToRead = event.type === 'events-missed' || ASK_AGAIN.includes(event.type);
    known = isToRead ? await readState(client, signal) : known && knownAfter(known, event);
    if (known) show(statusLine(known));
  }
}

async function readState(client: Client, signal: AbortSignal): Promise<KnownState> {
  const [{ dictation }, { work }] = await Promise.all([
    client.getDictation({ signal }),
    client.getApplication({ signal }),
  ]);
  const inProgress = work.filter(({ status }) => IN_PROGRESS.includes(status));
  return knownAtFirst(
    dictation,
    inProgress.map(({ recording_id: id }) => id),
  );
}
