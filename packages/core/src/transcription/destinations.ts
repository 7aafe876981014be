import type { Mode } from '@quoth/contract';
import type { PostProcessingService } from '../rewriting/index.ts';
import type { TranscriptionPlan, WorkOptions } from './plan-transcription.ts';

/** Somebody who may receive something of a recording. */
export interface Destination {
  readonly kind: 'provider' | 'webhook';
  /** Of the provider, or of the action. */
  readonly id: string;
  readonly name: string;
  readonly receives: 'audio' | 'text';
  /** What it receives stays on this computer. */
  readonly isLocal: boolean;
}

/** A webhook that gets the texts of a mode's dictations. */
export interface Webhook extends Pick<Destination, 'id' | 'name' | 'isLocal'> {}

/** Who may be asked, and who is told. All of it is in memory. */
export interface DestinationSources {
  readonly rewriting: Pick<PostProcessingService, 'receivers'>;
  readonly webhooks: (mode: Mode) => readonly Webhook[];
}

/** What of a recording decides where it goes. */
export interface PlannedRecording {
  readonly mode: Mode;
  readonly options: Pick<WorkOptions, 'post_process' | 'preset'>;
  readonly plan: TranscriptionPlan;
}

/**
 * Everybody who may receive something of this recording, decided when it begins: who transcribes it, each language model that may be asked to
 * rewrite it, and the user's webhooks. A recogniser is asked by the plan itself, a language model only if it stands here.
 */
export function destinationsOf(
  { rewriting, webhooks }: DestinationSources,
  { mode, options, plan }: PlannedRecording,
): Destination[] {
  const rewriters = options.post_process === true ? rewriting.receivers(mode, options.preset) : [];
  const speech = plan.kind === 'cloud' ? [plan.provider] : [];
  return [
    ...speech.map((one) => toProvider(one, 'audio')),
    ...rewriters.map((one) => toProvider(one, 'text')),
    ...webhooks(mode).map((one): Destination => ({ ...one, kind: 'webhook', receives: 'text' })),
  ];
}

/** Ids of the language models among them. */
export function receiversOf(destinations: readonly Destination[]): string[] {
  return destinations
    .filter(({ kind, receives }) => kind === 'provider' && receives === 'text')
    .map(({ id }) => id);
}

function toProvider(
  { id, displayName, isLocal = false }: { readonly id: string; readonly displayName: string; readonly isLocal?: boolean },
  receives: Destination['receives'],
): Destination {
  return { kind: 'provider', id, name: displayName, receives, isLocal };
}
