import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MeasuredApplication, startApplication } from './measured-process.ts';
import { median, type Result, seconds } from './result.ts';
import { longSpeech, testModel, testSentences } from './speech-files.ts';

const ROUNDS = 5;
const MAX_ADDED_MS = 1_000;
/** Longer than what is measured beside it; it is stopped then. */
const LONG_SECONDS: Readonly<Record<string, number>> = {
  'moonshine-tiny-included': 3_600,
  'quoth-test-en': 3 * 3_600,
};
/** From here the long recording is decoded, and has chunks in progress. */
const IN_PROGRESS_MS = 12_000;

/** A short recording alone, and then beside a long one with the same model: the whole request of each. */
export async function benchShortBesideLong(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-bench-beside-'));
  const application = await startApplication();
  try {
    const controlSocket = await application.controlSocket();
    await controlSocket.importModel({ body: { path: testModel } });
    return [
      await measure(application, folder, 'Moonshine Tiny', 'moonshine-tiny-included'),
      await measure(application, folder, 'neural model', 'quoth-test-en'),
    ];
  } finally {
    await application.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  application: MeasuredApplication,
  folder: string,
  name: string,
  model: string,
): Promise<Result> {
  const [sentence] = testSentences().files;
  if (!sentence) throw new Error('The test sentences are missing.');
  // Where the API may read.
  const short = join(folder, 'short.wav');
  copyFileSync(sentence.path, short);
  const long = longSpeech(LONG_SECONDS[model] ?? 0, join(folder, `${model}.wav`));
  const rounds = async () => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      times.push(await transcribed(application, model, short));
      await sleep(300);
    }
    return median(times);
  };
  await transcribed(application, model, short);
  const alone = await rounds();
  const stop = new AbortController();
  let isOver = false;
  const background = transcribed(application, model, long, stop.signal)
    .catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    })
    .finally(() => {
      isOver = true;
    });
  await Promise.race([sleep(IN_PROGRESS_MS), background]);
  const beside = await rounds();
  const wasBeside = !isOver;
  stop.abort();
  await background;
  if (!wasBeside) throw new Error(`The long recording was over too soon with ${name}.`);
  const added = beside - alone;
  return {
    what: `${name}: a sentence with a long recording in progress, the whole request, against the same alone`,
    measured: `${seconds(added)} more, ${(beside / alone).toFixed(2)} times (${seconds(beside)}, ${seconds(alone)} alone)`,
    target: 'at most 1 s more',
    met: added <= MAX_ADDED_MS,
  };
}

/** Milliseconds of the whole request. */
async function transcribed(
  { baseUrl, headers }: MeasuredApplication,
  model: string,
  file: string,
  signal?: AbortSignal,
): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}/transcribe`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ file, model }),
    ...(signal && { signal }),
  });
  const answer = (await response.json()) as { ok: boolean };
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return performance.now() - startedAt;
}
