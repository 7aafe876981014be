import { isSpokenHere, say, withAdvice } from '@quoth/contract';
import type { Core } from '@quoth/core';

/**
 * Says what became of dictations that were cut off when Quoth ended: the cursor that their texts were for is gone, so
 * their user learns where they are. To be called before anything new can be dictated. Returns what ends it.
 */
export async function followInterrupted({
  events,
  recordings,
}: Pick<Core, 'events' | 'recordings'>): Promise<() => void> {
  const waiting = new Set<string>();
  const end = events.on({
    'recording-status-changed': ({ recordingId, status }) => {
      if ((status !== 'completed' && status !== 'failed') || !waiting.delete(recordingId)) return;
      if (status === 'completed') {
        const message = [say('interruptedTranscribed')];
        events.publish(withAdvice({ type: 'remark-made', kind: 'done' }, { message }));
        return;
      }
      events.publish(
        withAdvice(
          { type: 'remark-made', kind: 'problem' },
          { message: [say('interruptedNotTranscribed')], hint: [say('transcribeFromHistory')] },
        ),
      );
    },
  });
  for (const { id, source, program } of await recordings.unfinished())
    if (isSpokenHere(source) && program === null) waiting.add(id);
  if (waiting.size === 0) end();
  return end;
}
