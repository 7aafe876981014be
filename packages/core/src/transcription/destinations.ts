import type { Destination, Mode, TranscribeOptions } from '@quoth/contract';
import type { PostProcessingService } from '../rewriting/index.ts';
import type { CloudPlan } from './plan-cloud.ts';
import type { LocalPlan } from './plan-local.ts';

/** What of a recording decides where it goes. */
export interface PlannedRecording {
  readonly mode: Mode;
  readonly options: Pick<TranscribeOptions, 'post_process' | 'preset'>;
  readonly plan: LocalPlan | CloudPlan;
}

/**
 * Every provider that may receive something of this recording, decided when it begins: who transcribes it, and each
 * language model that may be asked to rewrite it. A recognizer is asked by the plan itself, a language model only if it
 * stands here.
 */
export function destinationsOf(
  rewriting: Pick<PostProcessingService, 'receivers'>,
  { mode, options, plan }: PlannedRecording,
): Destination[] {
  const speech = plan.kind === 'cloud' ? [plan.provider] : [];
  const rewriters = options.post_process === true ? rewriting.receivers(mode, options.preset) : [];
  return [
    ...speech.map((one) => toDestination(one, 'audio')),
    ...rewriters.map((one) => toDestination(one, 'text')),
  ];
}

/** Ids of the language models among them. */
export function receiversOf(destinations: readonly Destination[]): string[] {
  return destinations.filter(({ receives }) => receives === 'text').map(({ id }) => id);
}

interface Receiver {
  readonly id: string;
  readonly displayName: string;
  readonly isLocal: boolean;
}

function toDestination(
  { id, displayName, isLocal }: Receiver,
  receives: Destination['receives'],
): Destination {
  return { kind: 'provider', id, name: displayName, receives, on_this_computer: isLocal };
}
