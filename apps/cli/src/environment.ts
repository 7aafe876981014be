import type { Readable, Writable } from 'node:stream';
import type { Client } from '@quoth/client';
import type { Command } from 'commander';
import type { CliConfig } from './read-config.ts';

/** Where text goes. */
export interface Output {
  readonly isTTY?: boolean;
  write(text: string | Uint8Array): unknown;
}

/** The streams themselves, for a command that speaks a protocol on them. */
export interface Pipes {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/** Everything the commands need from outside. */
export interface CliEnvironment {
  readonly config: CliConfig;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Undefined where the command line is not a process of its own. */
  readonly pipes?: Pipes;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Set by a command that Ctrl-C does not end at once: a recording is over then, and its text still to come. */
  endsByItself?: boolean;
  /** The running application. Throws NO_CONNECTION when none exists. */
  open(): Promise<Client>;
  /** The running application, started for this one command when none exists. */
  openOrStart(): Promise<Client>;
  /** Starts the application to stay. */
  start(options: { readonly headless: boolean }): Promise<Client>;
}

/** Fills a command that already has its name and summary. */
export type Register = (command: Command, environment: CliEnvironment) => void;
