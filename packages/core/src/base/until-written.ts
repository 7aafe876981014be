import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 2_000;
/** For an hour; after that the next start puts right what is left. */
const ATTEMPTS = 1_800;

/** Writes what must not be left unwritten: at once, and where that fails (the disk is full) again and again without being waited for. Never throws. */
export async function untilWritten(write: () => Promise<unknown>): Promise<void> {
  if (await succeeds(write)) return;
  void (async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await sleep(RETRY_MS, undefined, { ref: false });
      if (await succeeds(write)) return;
    }
  })();
}

function succeeds(write: () => Promise<unknown>): Promise<boolean> {
  return write().then(
    () => true,
    () => false,
  );
}
