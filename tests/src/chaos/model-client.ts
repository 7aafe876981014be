import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import type { SeededRandom } from './seeded-random.ts';

/** The user's own way in: downloads, pauses, cancels and removes models, and does not care what of it was answered. */
export async function runModelClient(
  door: Client,
  ids: readonly string[],
  random: SeededRandom,
  signal: AbortSignal,
): Promise<void> {
  const actions: readonly ((id: string) => Promise<unknown>)[] = [
    (id) => door.downloadModels({ body: { ids: [id] } }),
    (id) => door.downloadModels({ body: { ids: [id] } }),
    (id) => door.pauseDownload({ params: { id } }),
    (id) => door.resumeDownload({ params: { id } }),
    (id) => door.cancelDownload({ params: { id } }),
    (id) => door.removeModel({ params: { id } }),
  ];
  while (!signal.aborted) {
    const act = random.pick(actions);
    const id = random.pick(ids);
    // Refusals are part of the game: what is not being downloaded can't be paused.
    if (act && id) await act(id).catch(() => undefined);
    await sleep(random.between(20, 200));
  }
}
