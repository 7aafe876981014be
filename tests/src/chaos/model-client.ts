import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, QuothError } from '@quoth/client';
import type { SeededRandom } from './seeded-random.ts';

/** Refusals are part of the game: what is not being downloaded can't be paused. A bug of ours is not. */
function refused(error: unknown): void {
  if (!(error instanceof QuothError) || error.code === 'INTERNAL_ERROR') throw error;
}

/** The user's own way in: downloads, pauses, cancels and removes models, and does not care what of it was answered. */
export async function runModelClient(
  controlSocket: Client,
  ids: readonly string[],
  random: SeededRandom,
  signal: AbortSignal,
): Promise<void> {
  const actions: readonly ((id: string) => Promise<unknown>)[] = [
    (id) => controlSocket.downloadModels({ body: { ids: [id] } }),
    (id) => controlSocket.downloadModels({ body: { ids: [id] } }),
    (id) => controlSocket.pauseDownload({ params: { id } }),
    (id) => controlSocket.resumeDownload({ params: { id } }),
    (id) => controlSocket.cancelDownload({ params: { id } }),
    (id) => controlSocket.removeModel({ params: { id } }),
  ];
  while (!signal.aborted) {
    const act = random.pick(actions);
    const id = random.pick(ids);
    if (act && id) await act(id).catch(refused);
    await sleep(random.between(20, 200));
  }
}
