import { eventAudiences, type QuothEvent } from '@quoth/contract';
import type { ProgramIdentity, Recordings } from '@quoth/core';

/** True for an event that a program with this named token may receive: what it tells of is in its scopes, or its own recording. */
export function isForProgram(
  event: QuothEvent,
  { tokenId, scopes }: ProgramIdentity,
  recordings: Pick<Recordings, 'isMadeBy'>,
): boolean {
  const audience = eventAudiences[event.type];
  if (audience === 'none' || audience === 'any') return audience === 'any';
  // What is of the recorder is judged by whose it is, in `eventsForProgram`.
  if (audience === 'dictation') return false;
  if (audience !== 'recording') return scopes.has(audience);
  return (
    scopes.has('history.read') || ('recordingId' in event && recordings.isMadeBy(event.recordingId, tokenId))
  );
}
