import { QuothError } from '@quoth/client';

/** What the exit codes mean; printed by `--help`. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  notRunning: 3,
  notFound: 4,
  noSpeech: 5,
  interrupted: 130,
} as const;

/** A wrong use of the command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command that has said what there is to say, and ends with something else than success. */
export class CommandEnded extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`exit code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** A failure that stands on standard output as a line of JSON; people are still told on stderr. */
export class ReportedFailure extends Error {
  readonly failure: unknown;

  constructor(failure: unknown) {
    super('told already');
    this.failure = failure;
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (!(error instanceof QuothError)) return exitCodes.failed;
  if (error.code === 'NO_CONNECTION') return exitCodes.notRunning;
  if (error.code === 'NO_SPEECH') return exitCodes.noSpeech;
  if (error.code === 'CANCELLED') return exitCodes.interrupted;
  return error.code.endsWith('NOT_FOUND') ? exitCodes.notFound : exitCodes.failed;
}

/** The table as `--help` prints it. */
export const exitCodeHelp = `
Exit codes:
  0    done
  1    failed
  2    wrong use of the command line
  3    the application is not running, or cannot start
  4    no such file, mode, model, recording or question
  5    no speech in the audio
  130  interrupted`;
