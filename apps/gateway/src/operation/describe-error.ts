import { DatabaseError } from '../database/database-error.ts';

/** Name and place of an error, for the log; without its message, which may quote anything, but for a statement's, which is made of names alone. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof DatabaseError) return `${error.name} ${error.message}`;
  const place = error.stack?.split('\n').find((line) => line.includes(' at ')) ?? '';
  return `${error.name}${place.trim() === '' ? '' : ` ${place.trim()}`}`;
}
