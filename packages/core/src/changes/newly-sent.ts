import type { Mode, SentThing } from '@quoth/contract';

/**
 * What a mode now sends to a place that did not get it before. If no provider is named, the place is "any that is set up", so that naming one for
 * the first time counts too. A new mode sent nothing before.
 */
export function newlySent(before: Mode | undefined, after: Mode): SentThing[] {
  const audio = audioPlace(after);
  const text = textPlace(after);
  return [
    ...(audio !== undefined && audio !== (before && audioPlace(before)) ? (['audio'] as const) : []),
    ...(text !== undefined && text !== (before && textPlace(before)) ? (['text'] as const) : []),
  ];
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
