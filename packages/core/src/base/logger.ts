import { writeSync } from 'node:fs';
import { openLog } from '@quoth/processes/open-log';
import pino, { type Logger as PinoLogger } from 'pino';
import { refuseNoFile } from './data-folder.ts';

/** Structured log. Messages and fields never hold a token, a key, audio, a transcript or a prompt. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>;

/** A second line of defence: fields of these names are blanked wherever they turn up. */
const REDACTED = [
  'token',
  'authorization',
  'Authorization',
  'secret',
  'text',
  'prompt',
  'apiKey',
  'transcript',
];

export interface LoggerOptions {
  readonly level: string;
  /** A file to append to, or standard error. */
  readonly destination: { readonly file: string } | 'stderr';
}

/**
 * Opens the log; a file is created with mode 600. A line that cannot be written never throws, and the log says later
 * how many were lost.
 */
export function createLogger(options: LoggerOptions): Logger {
  const { destination } = options;
  const stream =
    destination === 'stderr'
      ? pino.destination({ fd: 2, sync: true }).on('error', () => undefined)
      : new LogFile(destination.file, (lines) => {
          logger.warn({ lines }, 'Lines of this log could not be written and are lost.');
        });
  const logger: Logger = pino(
    {
      level: options.level,
      base: null,
      redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[removed]' },
      serializers: { error: describeError },
    },
    stream,
  );
  return logger;
}

/** A log that says nothing, for tests. */
export const silentLogger: Logger = pino({ level: 'silent' });

/**
 * The parts of an error that are safe to log: its class, its code and where it came from. Messages from other libraries
 * may quote content.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return {
    type: error.name,
    ...(code && { code }),
    ...(stack && { stack }),
    ...(cause !== undefined && { cause }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  };
}

/**
 * A file that lines are appended to. A line that the disk does not take is dropped; what writes a log must never end
 * because of it.
 */
export class LogFile {
  readonly #fd: number;
  readonly #onLost: (lines: number) => void;
  #lost = 0;
  #isCutOff = false;

  /** Creates it with mode 600. `onLost` is called once lines are taken again, with how many were not. */
  constructor(path: string, onLost: (lines: number) => void) {
    try {
      this.#fd = openLog(path, 'end');
    } catch (error) {
      refuseNoFile(path);
      throw error;
    }
    this.#onLost = onLost;
  }

  /** At once: what is written last before a crash matters most. Never throws. */
  write(line: string): void {
    const bytes = Buffer.from(this.#isCutOff ? `\n${line}` : line);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
    } catch {
      this.#lost++;
      this.#isCutOff ||= written > 0;
      return;
    }
    this.#isCutOff = false;
    if (this.#lost === 0) return;
    const lines = this.#lost;
    this.#lost = 0;
    this.#onLost(lines);
  }
}
