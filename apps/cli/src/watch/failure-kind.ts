import { QuothError } from '@quoth/client';
import { errorTable } from '@quoth/contract';

/** How often a retryable failure is tried again, since it may be the file's own after all. */
const TRIES = 5;

/** Failures caused by what is in the file: trying again would fail the same way. */
const ofTheFile: ReadonlySet<string> = new Set(['NO_SPEECH', 'AUDIO_DECODE_FAILED', 'PAYLOAD_TOO_LARGE']);

/** Failures of everything around it, which pass: the application starts again, the disk has room again. */
const ofTheSurroundings: ReadonlySet<string> = new Set([
  'NO_CONNECTION',
  'RATE_LIMITED',
  'FILE_ACCESS_DENIED',
]);

/**
 * What a failure means for a file: `transient` (tried again automatically), `permanent` (the file itself has to change), `blocked` (something
 * has to be fixed first), or `gone` (the file is no longer there).
 */
export type FailureKind = 'transient' | 'permanent' | 'blocked' | 'gone';

/** `tries`: how often this file has failed already. */
export function failureKind(error: unknown, tries: number): FailureKind {
  if (!(error instanceof QuothError)) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return 'gone';
    return code !== 'EACCES' && code !== 'EPERM' && tries < TRIES ? 'transient' : 'blocked';
  }
  const { code } = error;
  if (ofTheFile.has(code)) return 'permanent';
  if (ofTheSurroundings.has(code)) return 'transient';
  // The client's own two codes are in no table.
  if (code === 'BAD_ANSWER' || code === 'NO_CONNECTION') return 'transient';
  return errorTable[code].retryable && tries < TRIES ? 'transient' : 'blocked';
}
