import type { Mode, SentThing, TakenThing } from '@quoth/contract';

/**
 * What a mode now sends to a place that did not get it before. If no provider is named, the place is "any that is set up", so that naming one for
 * the first time counts too. A new mode sent nothing before. Streaming sends what its user gives up, too.
 */
export function newlySent(before: Mode | undefined, after: Mode): SentThing[] {
  const audio = audioPlace(after);
  const text = textPlace(after);
  return [
    ...(audio !== undefined && (audio !== (before && audioPlace(before)) || streamsNow(before, after))
      ? (['audio'] as const)
      : []),
    ...(text !== undefined && text !== (before && textPlace(before)) ? (['text'] as const) : []),
  ];
}

/** Which dictations get another mode than before. Without `after`, the mode was deleted. */
export function newlyTaken(before: Mode | undefined, after: Mode | undefined): TakenThing[] {
  const isDefault = after ? after.isDefault && before?.isDefault !== true : before?.isDefault === true;
  const applications = JSON.stringify(after?.applications ?? []);
  const isForOthers = applications !== '[]' && applications !== JSON.stringify(before?.applications ?? []);
  return [...(isDefault ? (['default'] as const) : []), ...(isForOthers ? (['applications'] as const) : [])];
}

/** True if dictations are now sent while they are made, and were not before. */
function streamsNow(before: Mode | undefined, after: Mode): boolean {
  return after.useStreamingTranscription && before?.useStreamingTranscription === false;
}

/** Who gets the audio; undefined if it stays on this machine. */
function audioPlace({ model, cloudProvider }: Mode): string | undefined {
  return model === 'cloud' ? (cloudProvider ?? 'any') : undefined;
}

/** Who gets the text; undefined if it stays on this machine. */
function textPlace({
  postProcessingMode,
  postProcessingProvider,
  sendProgramName,
}: Mode): string | undefined {
  if (postProcessingMode !== 1) return undefined;
  return `${postProcessingProvider ?? 'any'}${sendProgramName ? ' with the name of the program' : ''}`;
}
