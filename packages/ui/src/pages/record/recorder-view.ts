import type { Dictation, ErrorBody, Processing } from '@quoth/contract';

/** What the page shows of the recorder. */
export type RecorderView =
  | { readonly state: 'ready' }
  /** Nothing can be recorded, and why. */
  | { readonly state: 'refused'; readonly refusal: ErrorBody }
  | { readonly state: 'starting'; readonly id: string }
  | { readonly state: 'recording'; readonly id: string }
  | {
      readonly state: 'transcribing' | 'rewriting' | 'delivering';
      readonly id: string;
      /** Why nothing new can be recorded meanwhile. */
      readonly refusal: ErrorBody | null;
    };

const working = ['transcribing', 'rewriting', 'delivering'] as const;

/** A recording takes precedence over work on earlier ones, and work over a refusal: what is in progress is never hidden by a refusal. */
export function recorderView({ recording, processing, refusal }: Dictation): RecorderView {
  if (recording) return { state: recording.phase, id: recording.id };
  const busy = processing.findLast(isWorking);
  const state = working.find((phase) => phase === busy?.phase);
  if (busy && state) return { state, id: busy.id, refusal };
  return refusal ? { state: 'refused', refusal } : { state: 'ready' };
}

/** Why no recording can be started now, whatever else is in progress. */
export function refusalOf(view: RecorderView): ErrorBody | undefined {
  return 'refusal' in view ? (view.refusal ?? undefined) : undefined;
}

/** The last finished dictation, if it is still reported. */
export function lastFinished({ processing }: Dictation): Processing | undefined {
  return processing.findLast((each) => !isWorking(each));
}

function isWorking({ phase }: Processing): boolean {
  return working.some((each) => each === phase);
}

/** Minutes and seconds, and hours if there are any. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
