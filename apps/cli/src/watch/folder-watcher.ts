import { basename, relative } from 'node:path';
import { pause, QuothError } from '@quoth/client';
import { errorTable, plainText, printedJson, type TranscriptFormat } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { CommandEnded, exitCodes } from '../exit-codes.ts';
import { errorBodyOf, printError } from '../terminal/print.ts';
import { inQuotes } from '../terminal/wording.ts';
import type { SpeechFlags } from '../transcribing/transcribe-files.ts';
import { outputsOf, type WantedOutput, type WatchJournal, type WrittenOutput } from './transcripts.ts';
import {
  type FolderScanner,
  retryLater,
  type ScanResult,
  type SeenFile,
  takeScan,
  triesOf,
  type Unreadable,
  type WatchedFiles,
} from './watched-files.ts';

/** The options of `quoth watch`. */
export interface WatchFlags extends SpeechFlags {
  readonly to: readonly TranscriptFormat[];
  readonly recursive?: boolean;
  /** Also what was there before. */
  readonly existing?: boolean;
  /** Ends when nothing is left to do. */
  readonly once?: boolean;
  /** Seconds without a change after which a file is complete. */
  readonly settle: number;
  readonly json?: boolean;
}

interface FolderWatcherOptions {
  /** Absolute, without links. */
  readonly folder: string;
  readonly flags: WatchFlags;
  readonly signal: AbortSignal;
  readonly scanner: FolderScanner;
  readonly journal: WatchJournal;
  /** Has a file transcribed, writes what is wanted, and gives what was written. */
  readonly write: (file: SeenFile, wanted: readonly WantedOutput[]) => Promise<WrittenOutput[]>;
  readonly messages: WatchMessages;
}

/** Between two scans: while a file settles, and otherwise, if the system reports no change. */
const SCAN_MS = 500;
const IDLE_SCAN_MS = 5_000;

/** One running `quoth watch`: scans its folder, and has each complete file transcribed, one after the other. */
export class FolderWatcher {
  readonly #options: FolderWatcherOptions;
  /** Failures that have to be fixed first: tried again when the file changes, or at the next start. */
  readonly #abandoned = new Map<string, SeenFile>();
  #files: WatchedFiles = new Map();
  #isUnreadable = false;
  #failures = 0;

  constructor(options: FolderWatcherOptions) {
    this.#options = options;
  }

  /**
   * Runs until the signal is aborted or, with `once`, until nothing is left. Throws Ended with the command's exit code.
   */
  async run(): Promise<void> {
    const { signal, scanner, journal, messages, folder } = this.#options;
    const { once = false, existing = false, recursive = false, to } = this.#options.flags;
    const before = await scanner.scan();
    if (!before)
      throw new QuothError('FILE_ACCESS_DENIED', {
        message: `${inQuotes(folder)} cannot be read.`,
        hint: 'Check its permissions.',
      });
    if (!once && !existing && !journal.hasBaseline(recursive)) journal.setBaseline(recursive, before);
    if (!once) messages.started(to);
    try {
      while (!signal.aborted) {
        const begun = performance.now();
        const seen = await scanner.scan();
        // A large folder is not scanned all the time.
        const restMs = 10 * (performance.now() - begun);
        const result = await this.#takeScan(seen);
        if (once && result.fresh === 0) return this.#endOnce(result.growing);
        if (result.settling > 0) await pause(Math.max(SCAN_MS, restMs), signal);
        else await scanner.change(Math.max(IDLE_SCAN_MS, restMs), signal);
        await pause(Math.min(restMs, SCAN_MS), signal);
      }
    } finally {
      scanner.close();
    }
    messages.stopped();
    // Ctrl-C is how this command ends.
    throw new CommandEnded(exitCodes.ok);
  }

  /** Takes in one scan, and transcribes what is ready. */
  async #takeScan(seen: readonly SeenFile[] | undefined): Promise<ScanResult> {
    this.#reportUnreadable(seen === undefined);
    // The files of a network drive that is away are as they were when it is back.
    if (!seen) return { files: this.#files, ready: [], settling: 0, fresh: 0, growing: [] };
    const open = seen.filter((file) => !this.#isFinished(file));
    const { signal, flags } = this.#options;
    const result = takeScan(this.#files, open, { now: performance.now(), settleMs: flags.settle * 1_000 });
    this.#files = result.files;
    for (const file of result.ready) {
      if (signal.aborted) break;
      await this.#work(file, seen);
    }
    return result;
  }

  #isFinished(file: SeenFile): boolean {
    const abandoned = this.#abandoned.get(file.path);
    if (abandoned?.size === file.size && abandoned.mtimeMs === file.mtimeMs) return true;
    const entry = this.#options.journal.currentEntryOf(file);
    if (!entry) return false;
    const { existing = false, once = false, to } = this.#options.flags;
    if (!existing && !once) return true;
    if (entry.state === 'before') return false;
    return entry.state === 'failed' || to.every((format) => entry.formats?.includes(format));
  }

  async #work(file: SeenFile, seen: readonly SeenFile[]): Promise<void> {
    const { signal, journal, write, messages } = this.#options;
    const { to, once = false, existing = false } = this.#options.flags;
    const entry = journal.entryOf(file);
    try {
      const written = journal.currentEntryOf(file)?.formats ?? [];
      const missing = to.filter((format) => !written.includes(format));
      const { wanted, edited, foreign } = await outputsOf(file, missing, seen, entry);
      for (const path of edited) messages.editedTranscript(file.path, path);
      // With these options, most files are expected to have a transcript already, so it is not said.
      if (!once && !existing) for (const path of foreign) messages.foreignTranscript(file.path, path);
      const outputs = wanted.length === 0 ? [] : await write(file, wanted);
      const kept = (entry?.outputs ?? []).filter(({ name }) =>
        outputs.every((output) => output.name !== name),
      );
      journal.add({
        ...idOf(file),
        state: 'done',
        formats: [...new Set([...written, ...to])],
        outputs: [...kept, ...outputs],
      });
      if (outputs.length > 0)
        messages.done(
          file.path,
          outputs.map(({ name }) => name),
        );
    } catch (error) {
      if (signal.aborted) return;
      this.#failed(file, error);
    }
    if (this.#isFinished(file))
      this.#files = new Map([...this.#files].filter(([path]) => path !== file.path));
  }

  #failed(file: SeenFile, error: unknown): void {
    const { journal, messages, flags } = this.#options;
    const tries = triesOf(this.#files, file.path);
    const kind = failureKind(error, tries);
    if (kind === 'gone') return;
    if (kind === 'transient' && flags.once !== true) {
      this.#files = retryLater(this.#files, file.path, performance.now());
      // Further tries would print the same line.
      if (tries === 0) messages.failed(file.path, error, 'It will be tried again automatically.');
      return;
    }
    this.#failures++;
    if (kind === 'permanent') journal.add({ ...idOf(file), state: 'failed' });
    else this.#abandoned.set(file.path, file);
    const next = kind === 'permanent' ? 'when it changes' : 'when it changes, or at the next start';
    messages.failed(file.path, error, `It will be tried again ${next}.`);
  }

  #endOnce(growing: readonly string[]): void {
    for (const path of growing) this.#options.messages.skipped(path);
    if (this.#failures > 0) throw new CommandEnded(exitCodes.failed);
  }

  #reportUnreadable(isUnreadable: boolean): void {
    if (isUnreadable === this.#isUnreadable) return;
    this.#isUnreadable = isUnreadable;
    if (isUnreadable) this.#options.messages.unreadable();
    else this.#options.messages.readable();
  }
}

function idOf({ path, size, mtimeMs }: SeenFile): SeenFile {
  return { path, size, mtimeMs };
}

/** How often a retryable failure is tried again, since it may be the file's own after all. */
const TRIES = 5;

/** Failures caused by what is in the file: trying again would fail the same way. */
const fileErrors: ReadonlySet<string> = new Set(['NO_SPEECH', 'AUDIO_DECODE_FAILED', 'PAYLOAD_TOO_LARGE']);

/** Failures of everything around it, which pass: the application starts again, the disk has room again. */
const environmentErrors: ReadonlySet<string> = new Set([
  'NO_CONNECTION',
  'RATE_LIMITED',
  'FILE_ACCESS_DENIED',
]);

/**
 * What a failure means for a file: `transient` (tried again automatically), `permanent` (the file itself has to
 * change), `blocked` (something has to be fixed first), or `gone` (the file is no longer there).
 */
type FailureKind = 'transient' | 'permanent' | 'blocked' | 'gone';

/** `tries`: how often this file has failed already. */
export function failureKind(error: unknown, tries: number): FailureKind {
  if (!(error instanceof QuothError)) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return 'gone';
    return code !== 'EACCES' && code !== 'EPERM' && tries < TRIES ? 'transient' : 'blocked';
  }
  const { code } = error;
  if (fileErrors.has(code)) return 'permanent';
  if (environmentErrors.has(code)) return 'transient';
  // The client's own two codes are in no table.
  if (code === 'BAD_ANSWER' || code === 'NO_CONNECTION') return 'transient';
  return errorTable[code].retryable && tries < TRIES ? 'transient' : 'blocked';
}

interface WatchMessagesOptions {
  readonly environment: CliEnvironment;
  /** Absolute; files are named by their path below it. */
  readonly folder: string;
  /** True: finished and failed files go to standard output as one JSON object per line. */
  readonly json: boolean;
}

type WatchMessages = ReturnType<typeof watchMessages>;

/** What `quoth watch` prints: finished files on standard output, everything else on standard error. */
export function watchMessages({ environment, folder, json }: WatchMessagesOptions) {
  const { stdout, stderr } = environment;
  const say = (words: string) => void stderr.write(`${printable(words)}\n`);
  const nameOf = (path: string) => relative(folder, path) || folder;
  return {
    started: (formats: readonly TranscriptFormat[]) =>
      say(
        `Watching ${folder}: writing transcripts (${formats.join(', ')}) beside new audio files. Ctrl-C stops.`,
      ),
    stopped: () => say('Stopped. Files that are added from now on are transcribed at the next start.'),
    unreadable: () => say(`${folder} cannot be read; waiting until it can.`),
    readable: () => say(`${folder} can be read again.`),
    /** With `--once`: a file that is not complete. */
    skipped: (path: string) => say(`${nameOf(path)} is empty or still being written; skipped this time.`),
    /** A file, or all that is in a folder. */
    passedOver: (path: string, why: Unreadable) => say(`${nameOf(path)}: ${reasons[why]}`),
    /** A file has changed, and so has the transcript that was written for it. */
    editedTranscript: (path: string, transcript: string) =>
      say(
        `${nameOf(path)} has changed, but so has ${basename(transcript)}, which stays as it is. To replace it: quoth transcribe ${inQuotes(path)} --output ${inQuotes(transcript)} --force`,
      ),
    /** A file of the transcript's name was there before. */
    foreignTranscript: (path: string, transcript: string) =>
      say(`${nameOf(path)}: ${basename(transcript)} exists already and stays as it is.`),
    /** `outputs`: names of the transcripts written. */
    done(path: string, outputs: readonly string[]) {
      stdout.write(
        json
          ? `${printedJson({ ok: true, file: path, outputs })}\n`
          : `${printable(nameOf(path))} -> ${printable(outputs.join(', '))}\n`,
      );
    },
    /** `next`: a sentence that says when it is tried again. */
    failed(path: string, error: unknown, next: string) {
      if (json) stdout.write(`${printedJson({ ok: false, file: path, error: errorBodyOf(error) })}\n`);
      say(`${nameOf(path)} was not transcribed. ${next}`);
      printError(environment, false, error);
    },
  };
}

const reasons: Readonly<Record<Unreadable, string>> = {
  'file-name': 'the name of this file is not UTF-8. Rename it to have it transcribed.',
  'folder-name': 'the name of this folder is not UTF-8. Rename it to have its files transcribed.',
  folder: 'this folder cannot be read. Check its permissions to have its files transcribed.',
};

/** A file's name may contain control characters that a terminal obeys. */
function printable(text: string): string {
  return plainText(text.replace(/\p{Cc}+/gu, ' '));
}
