import type { EventBus } from '../base/index.ts';
import type { Microphone } from './microphone.ts';

/** Publishes an event when a microphone is plugged in or removed, until the returned function is called. */
export function followMicrophones(
  microphone: Pick<Microphone, 'onChange' | 'list'>,
  events: EventBus,
): () => void {
  return microphone.onChange(async () => {
    // What cannot be asked now is asked again with the next change.
    const microphones = await microphone.list().catch(() => undefined);
    if (microphones) events.publish({ type: 'microphones-changed', microphones: [...microphones] });
  });
}
