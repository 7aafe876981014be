import { type Client, QuothError } from '@quoth/client';
import type { Progress } from './progress.ts';

/** Whose progress it is: a recording's, or that of a request and of the recording that it brings. */
export type Followed = { readonly requestId: string } | { readonly recordingId: string };

/**
 * Shows how far the work is until it is disposed of. Progress is a courtesy: without events the work goes on, and only the time is shown. Where
 * nothing is kept there is no recording, and the events name the request itself.
 */
export function followProgress(
  client: Client,
  followed: Followed,
  progress: Progress,
  signal: AbortSignal,
): AsyncDisposable & { recordingId(): string | undefined } {
  const stop = new AbortController();
  let recordingId = 'recordingId' in followed ? followed.recordingId : undefined;
  const following = follow(client, followed, progress, AbortSignal.any([stop.signal, signal]), (id) => {
    recordingId = id;
  });
  return {
    recordingId: () => recordingId,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await following;
    },
  };
}

async function follow(
  client: Client,
  followed: Followed,
  progress: Progress,
  signal: AbortSignal,
  onRecording: (id: string) => void,
): Promise<void> {
  const requestId = 'requestId' in followed ? followed.requestId : undefined;
  let recordingId = 'recordingId' in followed ? followed.recordingId : undefined;
  try {
    for await (const event of client.streamEvents({ signal })) {
      if (event.type === 'recording-created' && requestId !== undefined && event.requestId === requestId) {
        recordingId = event.recordingId;
        onRecording(recordingId);
      }
      const isOurs =
        (event.type === 'transcription-progressed' && event.recordingId === recordingId) ||
        (event.type === 'request-progressed' && event.requestId === requestId);
      if (isOurs) progress.show('transcribing', event.progress);
    }
  } catch (error) {
    if (!(error instanceof QuothError)) throw error;
  }
}
