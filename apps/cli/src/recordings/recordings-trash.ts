import { limits, type Recording } from '@quoth/contract';
import { ask, canAsk } from '../ask.ts';
import { counted } from '../counted.ts';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { printNotice, printResult } from '../print.ts';
import { recordingId } from '../recording-id.ts';
import { recordingTable } from '../recording-table.ts';

/** Moves recordings to the trash. */
export async function deleteRecordings(
  environment: CliEnvironment,
  written: readonly string[],
  { json }: { json?: boolean },
): Promise<void> {
  const client = await environment.openOrStart();
  const ids: string[] = [];
  for (const one of written) {
    const id = await recordingId(client, one);
    await client.deleteRecording({ params: { id } });
    ids.push(id);
  }
  printNotice(
    environment,
    json,
    { ok: true, ids },
    () =>
      `Moved to the trash for ${limits.trashDays} days. To get it back: quoth recordings restore ${written.join(' ')}`,
  );
}

/** Takes recordings out of the trash. */
export async function restoreRecordings(
  environment: CliEnvironment,
  written: readonly string[],
  { json }: { json?: boolean },
): Promise<void> {
  const client = await environment.openOrStart();
  const restored: Recording[] = [];
  for (const one of written) {
    const id = await recordingId(client, one, { trash: true });
    restored.push((await client.restoreRecording({ params: { id } })).recording);
  }
  printResult(environment, json, { ok: true, recordings: restored }, () => recordingTable(restored));
}

/** Deletes recordings that are in the trash for good, all of them if none is named. Asks first unless `yes`. */
export async function purgeRecordings(
  environment: CliEnvironment,
  written: readonly string[],
  { yes = false, json }: { yes?: boolean; json?: boolean },
): Promise<void> {
  const client = await environment.openOrStart();
  const ids: string[] = [];
  for (const one of written) ids.push(await recordingId(client, one, { trash: true }));
  const { total } = await client.searchRecordings({ query: { trash: true, limit: '1' } });
  const count = written.length > 0 ? ids.length : total;
  if (count > 0 && !yes) {
    if (!canAsk(environment))
      throw new UsageError(`${counted(count, 'recording')} would be deleted for good. Confirm with --yes.`);
    const answer = await ask(
      environment,
      `Delete ${counted(count, 'recording')} for good, audio and text? [y/N] `,
    );
    if (!/^y/i.test(answer)) throw new UsageError('Nothing was deleted.');
  }
  const body = await client.purgeRecordings({ body: written.length > 0 ? { ids } : {} });
  printResult(environment, json, body, () =>
    body.purged === 0 ? 'The trash is empty.' : `Deleted ${counted(body.purged, 'recording')} for good.`,
  );
}
