import type { ProcessingPhase } from '@quoth/contract';

/** How a text reached its user. */
export type DeliveredAs = Extract<ProcessingPhase, 'delivered' | 'copied' | 'shown'>;

const finalPhases: readonly ProcessingPhase[] = ['delivered', 'copied', 'shown', 'failed', 'cancelled'];

/** One recording on its way to its text. */
export interface ProcessingState {
  readonly id: string;
  readonly phase: ProcessingPhase;
  /** Its text is being delivered and can no longer be stopped. */
  readonly isSent: boolean;
}

export type ProcessingEvent =
  | { readonly type: 'recorded'; readonly id: string }
  /** Cancelled by the user right after recording. */
  | { readonly type: 'set-aside'; readonly id: string }
  | { readonly type: 'rewriting'; readonly id: string }
  | { readonly type: 'text-ready'; readonly id: string }
  | { readonly type: 'delivered'; readonly id: string; readonly as: DeliveredAs }
  | { readonly type: 'failed'; readonly id: string }
  | { readonly type: 'cancel'; readonly id: string }
  /** Its user wants a discarded one after all. */
  | { readonly type: 'restored'; readonly id: string }
  /** Its user has had time to see how it ended. */
  | { readonly type: 'forget'; readonly id: string };

export type ProcessingEffect =
  | { readonly type: 'transcribe'; readonly id: string }
  /** The text's turn has come: every recording before it has reached its end. */
  | { readonly type: 'deliver'; readonly id: string }
  | { readonly type: 'stop-work'; readonly id: string }
  /** It has reached its end. */
  | { readonly type: 'finished'; readonly id: string };

export interface ProcessingStep {
  readonly list: readonly ProcessingState[];
  readonly effects: readonly ProcessingEffect[];
}

/** True for a phase in which nothing more happens. */
export function isFinal(phase: ProcessingPhase): boolean {
  return finalPhases.includes(phase);
}

/**
 * One move of the recordings that are being worked on, in the order in which they were recorded: transcribing →
 * rewriting → delivering → delivered | copied | shown | failed | cancelled, each on its own, but a text goes out only
 * after all that were spoken before it. Pure.
 */
export function stepProcessing(list: readonly ProcessingState[], event: ProcessingEvent): ProcessingStep {
  const { id } = event;
  const one = list.find((candidate) => candidate.id === id);
  if (event.type === 'recorded') {
    if (one) return { list, effects: [] };
    return {
      list: [...list, { id, phase: 'transcribing', isSent: false }],
      effects: [{ type: 'transcribe', id }],
    };
  }
  if (event.type === 'set-aside') {
    if (one) return { list, effects: [] };
    return {
      list: [...list, { id, phase: 'cancelled', isSent: false }],
      effects: [{ type: 'finished', id }],
    };
  }
  if (!one) return { list, effects: [] };
  if (event.type === 'forget') {
    return { list: isFinal(one.phase) ? list.filter((other) => other !== one) : list, effects: [] };
  }
  if (event.type === 'restored') {
    if (one.phase !== 'cancelled') return { list, effects: [] };
    const again = { ...one, phase: 'transcribing' } as const;
    return {
      // Texts that were spoken after it do not wait for it again.
      list: [...list.filter((other) => other !== one), again],
      effects: [{ type: 'transcribe', id }],
    };
  }
  const phase = nextPhase(one, event);
  if (phase === undefined) return { list, effects: [] };
  const moved = list.map((other) => (other === one ? { ...one, phase } : other));
  const effects: ProcessingEffect[] = [];
  if (event.type === 'cancel') effects.push({ type: 'stop-work', id });
  if (isFinal(phase)) effects.push({ type: 'finished', id });
  return withNextSent(moved, effects);
}

/** Undefined if the event no longer matters. */
function nextPhase(
  { phase, isSent }: ProcessingState,
  event: Exclude<ProcessingEvent, { type: 'recorded' | 'set-aside' | 'restored' | 'forget' }>,
): ProcessingPhase | undefined {
  if (isFinal(phase)) return undefined;
  switch (event.type) {
    case 'rewriting':
      return phase === 'transcribing' ? 'rewriting' : undefined;
    case 'text-ready':
      return phase === 'delivering' ? undefined : 'delivering';
    case 'delivered':
      return isSent ? event.as : undefined;
    case 'failed':
      return 'failed';
    case 'cancel':
      return isSent ? undefined : 'cancelled';
  }
}

/** Delivers the next text in order. One at a time, since two at once could arrive in the wrong order. */
function withNextSent(
  list: readonly ProcessingState[],
  effects: readonly ProcessingEffect[],
): ProcessingStep {
  const first = list.find(({ phase }) => !isFinal(phase));
  if (first?.phase !== 'delivering' || first.isSent) return { list, effects };
  return {
    list: list.map((other) => (other === first ? { ...first, isSent: true } : other)),
    effects: [...effects, { type: 'deliver', id: first.id }],
  };
}
