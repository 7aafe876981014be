import type { EventBus } from '../../base/index.ts';
import type { TranscriptionContext } from '../../declarations/index.ts';
import { StablePartial } from '../partials/stable-partial.ts';
import { TextThrottle } from '../partials/text-throttle.ts';
import type { JobProgress } from './job-progress.ts';

export interface JobHooksOptions {
  readonly id: string;
  /** Events are published only for recordings that are kept. */
  readonly saved: boolean;
  readonly caller: Pick<TranscriptionContext, 'onStablePartial'>;
  readonly rewrite: (text: string) => string;
  readonly vocabulary: readonly string[];
  readonly events: EventBus;
  readonly progress: JobProgress;
}

/** Reports on a job while the engine is working: by events to everybody, and to its caller. */
export function jobHooks({ id, saved, caller, rewrite, vocabulary, events, progress }: JobHooksOptions): {
  readonly onPartial: (text: string, stableCharacters?: number) => void;
  readonly onProgress: (share: number) => void;
} {
  const { onStablePartial } = caller;
  const longestPhrase = Math.max(0, ...vocabulary.map((entry) => entry.length));
  const stablePartial = onStablePartial && new StablePartial({ rewrite, longestPhrase });
  const growth = new TextThrottle();
  return {
    onPartial: (text, stableCharacters) => {
      if (saved && growth.isWorthIt(text.length))
        events.publish({ type: 'transcript-partial', recordingId: id, text });
      const sure = stablePartial?.push(text, stableCharacters);
      if (sure !== undefined) onStablePartial?.(sure);
    },
    onProgress: (share) => progress.report(id, share),
  };
}
