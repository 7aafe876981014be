import { setTimeout as delay } from 'node:timers/promises';
import { type Client, QuothError } from '@quoth/client';
import { type ModelDownload, plainText, sizeInWords } from '@quoth/contract';
import type { CliEnvironment } from './environment.ts';
import { downloadInWords } from './model-table.ts';
import { printError, printNote } from './print.ts';
import { ProgressBar } from './progress-bar.ts';

const STEP_MS = 300;

/**
 * Shows downloads until each of them is done. Ctrl-C pauses them and says how to go on. What fails does not stop the others; the last
 * failure is thrown.
 */
export async function followDownloads(
  environment: CliEnvironment,
  client: Client,
  ids: readonly string[],
  json: boolean,
): Promise<void> {
  const left = new Set(ids);
  const bars = new Map<string, ProgressBar>();
  let failure: QuothError | undefined;
  while (left.size > 0) {
    if (environment.signal.aborted) return pauseAll(environment, client, left);
    const { downloads } = await client.listDownloads();
    for (const id of [...left]) {
      const download = downloads.find((candidate) => candidate.id === id);
      if (download) show(environment, bars, download, json);
      if (download && !['failed', 'paused'].includes(download.status)) continue;
      left.delete(id);
      bars.get(id)?.clear();
      const next = await endOf(environment, client, id, download, json);
      if (failure && next) printError(environment, json, failure);
      failure = next ?? failure;
    }
    if (left.size > 0) await pause(environment.signal);
  }
  if (failure) throw failure;
}

async function pause(signal: AbortSignal): Promise<void> {
  try {
    await delay(STEP_MS, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function show(
  environment: CliEnvironment,
  bars: Map<string, ProgressBar>,
  download: ModelDownload,
  json: boolean,
): void {
  if (download.status === 'queued' || json) return;
  const { id, displayName, bytes, total } = download;
  let bar = bars.get(id);
  if (!bar) {
    bar = new ProgressBar(environment, displayName);
    bars.set(id, bar);
    if (!bar.visible)
      environment.stderr.write(plainText(`Downloading ${displayName}, ${sizeInWords(total)}…\n`));
  }
  bar.show(downloadInWords(download), bytes / Math.max(1, total));
}

/** Says how a download ended; gives the error of one that did not end well. */
async function endOf(
  environment: CliEnvironment,
  client: Client,
  id: string,
  download: ModelDownload | undefined,
  json: boolean,
): Promise<QuothError | undefined> {
  if (download?.status === 'paused')
    return stopped(`The download of ${download.displayName} was paused.`, id);
  if (download) {
    const { code = 'MODEL_NOT_INSTALLED', message, hint } = download.error ?? {};
    return new QuothError(code, { message: message ?? 'The download failed.', hint });
  }
  const { models } = await client.getModelCatalog();
  const model = models.find((candidate) => candidate.id === id);
  if (!model?.installed) return stopped(`The download of ${model?.displayName ?? id} was given up.`, id);
  if (!json) environment.stdout.write(plainText(`${model.displayName} is installed: ${id}\n`));
  return undefined;
}

function stopped(message: string, id: string): QuothError {
  return new QuothError('CANCELLED', { message, hint: `To continue: quoth models download ${id}` });
}

async function pauseAll(
  environment: CliEnvironment,
  client: Client,
  ids: ReadonlySet<string>,
): Promise<void> {
  const paused: string[] = [];
  // The last first, so that none of them begins when the one before it is paused.
  for (const id of [...ids].reverse()) {
    try {
      await client.pauseDownload({ params: { id } });
      paused.unshift(id);
    } catch (error) {
      // One that ended in this very moment needs no pause.
      if (!(error instanceof QuothError)) throw error;
    }
  }
  if (paused.length > 0)
    printNote(environment, `\nPaused. To continue: quoth models resume ${paused.join(' ')}`);
}
