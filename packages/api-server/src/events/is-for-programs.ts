import { appEventTypes, type QuothEvent, type Settings } from '@quoth/contract';

/** True for an event that programs on the public port may receive; what somebody says into the microphone is theirs only when the user allows it. */
export function isForPrograms(event: QuothEvent, { liveTextForPrograms }: Settings): boolean {
  if (appEventTypes.includes(event.type)) return false;
  if (event.type !== 'transcript-partial' || event.source !== 'dictation') return true;
  return liveTextForPrograms && event.private !== true;
}
