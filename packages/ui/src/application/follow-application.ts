import type { Client } from '@quoth/client';
import type { QuothEvent } from '@quoth/contract';

const FIRST_RETRY_MS = 500;

/** Events for as long as the window is open, across restarts of the application. Ends when the access has ended, or by `signal`. */
export async function followApplication(
  client: Pick<Client, 'events'>,
  {
    onEvent,
    isEnded,
    pause,
    signal,
  }: {
    readonly onEvent: (event: QuothEvent) => void;
    readonly isEnded: () => boolean;
    readonly pause: (milliseconds: number) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  let lastEventId: string | undefined;
  while (!signal.aborted && !isEnded()) {
    try {
      for await (const event of client.events({
        signal,
        ...(lastEventId !== undefined && { lastEventId }),
      })) {
        lastEventId = event.id;
        onEvent(event);
      }
    } catch {
      // What it was, the connection has noticed already; here it only matters to come back.
      if (!signal.aborted && !isEnded()) await pause(FIRST_RETRY_MS);
    }
  }
}
