import { basename, relative } from 'node:path';
import { plainText, printedJson, type TranscriptFormat } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { inQuotes } from '../in-quotes.ts';
import { errorBodyOf, printError } from '../print.ts';
import type { Unreadable } from './folder-scanner.ts';

export interface WatchMessagesOptions {
  readonly environment: CliEnvironment;
  /** Absolute; files are named by their path below it. */
  readonly folder: string;
  /** True: finished and failed files go to standard output as one JSON object per line. */
  readonly json: boolean;
}

/** What `quoth watch` prints: finished files on standard output, everything else on standard error. */
export class WatchMessages {
  readonly #with: WatchMessagesOptions;

  constructor(options: WatchMessagesOptions) {
    this.#with = options;
  }

  started(formats: readonly TranscriptFormat[]): void {
    this.#say(
      `Watching ${this.#with.folder}: writing transcripts (${formats.join(', ')}) beside new audio files. Ctrl-C stops.`,
    );
  }

  stopped(): void {
    this.#say('Stopped. Files that are added from now on are transcribed at the next start.');
  }

  unreadable(): void {
    this.#say(`${this.#with.folder} cannot be read; waiting until it can.`);
  }

  readable(): void {
    this.#say(`${this.#with.folder} can be read again.`);
  }

  /** With `--once`: a file that is not complete. */
  skipped(path: string): void {
    this.#say(`${this.#nameOf(path)} is empty or still being written; skipped this time.`);
  }

  /** A file, or all that is in a folder. */
  passedOver(path: string, why: Unreadable): void {
    this.#say(`${this.#nameOf(path)}: ${reasons[why]}`);
  }

  /** A file has changed, and so has the transcript that was written for it. */
  editedTranscript(path: string, transcript: string): void {
    this.#say(
      `${this.#nameOf(path)} has changed, but so has ${basename(transcript)}, which stays as it is. To replace it: quoth transcribe ${inQuotes(path)} --output ${inQuotes(transcript)} --force`,
    );
  }

  /** A file of the transcript's name was there before. */
  foreignTranscript(path: string, transcript: string): void {
    this.#say(`${this.#nameOf(path)}: ${basename(transcript)} exists already and stays as it is.`);
  }

  /** `outputs`: names of the transcripts written. */
  done(path: string, outputs: readonly string[]): void {
    this.#with.environment.stdout.write(
      this.#with.json
        ? `${printedJson({ ok: true, file: path, outputs })}\n`
        : `${printable(this.#nameOf(path))} -> ${printable(outputs.join(', '))}\n`,
    );
  }

  /** `next`: a sentence that says when it is tried again. */
  failed(path: string, error: unknown, next: string): void {
    const { environment, json } = this.#with;
    if (json)
      environment.stdout.write(`${printedJson({ ok: false, file: path, error: errorBodyOf(error) })}\n`);
    this.#say(`${this.#nameOf(path)} was not transcribed. ${next}`);
    printError(environment, false, error);
  }

  #nameOf(path: string): string {
    return relative(this.#with.folder, path) || this.#with.folder;
  }

  #say(words: string): void {
    this.#with.environment.stderr.write(`${printable(words)}\n`);
  }
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
