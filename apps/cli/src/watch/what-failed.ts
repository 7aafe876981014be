import { QuothError } from '@quoth/client';
import { errorTable } from '@quoth/contract';

/** How often a failure that may pass is waited for, where it may as well be the file's own. */
const TRIES = 5;

/** Failures that come of what is in the file, so that only another file changes them. */
const ofTheFile: ReadonlySet<string> = new Set(['NO_SPEECH', 'AUDIO_DECODE_FAILED', 'PAYLOAD_TOO_LARGE']);

/** Failures of everything around it, which end some day: the application starts again, the disk has room again. */
const ofTheSurroundings: ReadonlySet<string> = new Set([
  'NO_CONNECTION',
  'RATE_LIMITED',
  'FILE_ACCESS_DENIED',
]);

/**
 * What a failure means for a file: it may pass (`for now`), it is the file's own (`for good`), something is to be set right first (`until
 * then`), or the file is not there any more (`gone`).
 */
export function whatFailed(error: unknown, tries: number): 'for now' | 'for good' | 'until then' | 'gone' {
  if (!(error instanceof QuothError)) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return 'gone';
    return code !== 'EACCES' && code !== 'EPERM' && tries < TRIES ? 'for now' : 'until then';
  }
  const { code } = error;
  if (ofTheFile.has(code)) return 'for good';
  if (ofTheSurroundings.has(code)) return 'for now';
  if (code === 'BAD_ANSWER' || code === 'NO_CONNECTION') return 'for now';
  return errorTable[code].retryable && tries < TRIES ? 'for now' : 'until then';
}
