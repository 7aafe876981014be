import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectNeural } from './direct-neural.ts';
import { type MeasuredApplication, startApplication, until } from './measured-process.ts';
import { median, type Result } from './result.ts';
import { longSpeech, testModel } from './speech-files.ts';

const MODEL = 'quoth-test-en';
const CORES = 2;
const TEN_SECONDS = 10;
const TEN_MINUTES = 600;
const HOUR = 3_600;

/**
 * Short and long audio with a neural model through the API, against the engine called by itself on the same file, and
 * what memory it takes.
 */
export async function benchLongAudio(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-bench-long-'));
  const application = await startApplication();
  const direct = await DirectNeural.start(testModel);
  try {
    const controlSocket = await application.controlSocket();
    const before = application.wholeMemoryMb();
    await controlSocket.importModel({ body: { path: testModel } });
    await controlSocket.updateSettings({ body: { engineIdleSeconds: 3 } });
    return [
      await shortAudio(application, direct, longSpeech(TEN_SECONDS, join(folder, 'short.wav'))),
      await minutes(application, direct, longSpeech(TEN_MINUTES, join(folder, 'minutes.wav'))),
      ...(await tenMinutesOfModels(application, join(folder, 'minutes.wav'), before)),
      ...(await hour(application, direct, longSpeech(HOUR, join(folder, 'hour.wav')), before)),
      await sixHours(application, longSpeech(6 * HOUR, join(folder, 'six.wav'))),
    ];
  } finally {
    await direct.end();
    await application.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function shortAudio(
  application: MeasuredApplication,
  direct: DirectNeural,
  wav: string,
): Promise<Result> {
  await transcribed(application, wav);
  await direct.run(wav, CORES);
  const added: number[] = [];
  for (let round = 0; round < 15; round++) {
    const alone = (await direct.run(wav, CORES)).totalMs;
    added.push((await transcribed(application, wav)).wallMs - alone);
  }
  return {
    what: 'neural model, 10 s: time of the whole request beyond that of the engine by itself',
    measured: `${median(added).toFixed(1)} ms`,
    target: 'at most 25 ms',
    met: median(added) <= 25,
  };
}

async function minutes(application: MeasuredApplication, direct: DirectNeural, wav: string): Promise<Result> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    theirs.push((await direct.run(wav, CORES)).totalMs);
    ours.push((await transcribed(application, wav)).wallMs);
  }
  const ratio = median(ours) / median(theirs);
  return {
    what: 'neural model, 10 min: the whole request against the engine by itself, one stream on both cores',
    measured: `${ratio.toFixed(2)} times (${seconds(median(ours))}, ${seconds(median(theirs))})`,
    target: 'at most 1.03 times',
    met: ratio <= 1.03,
  };
}

/**
 * What somebody's machine needs for a talk: the application, its hosts and what decodes, by each of the included
 * models.
 */
async function tenMinutesOfModels(
  application: MeasuredApplication,
  wav: string,
  before: number,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const model of ['moonshine-tiny-included', 'whisper-base-included']) {
    // The model before it is unloaded.
    await until(() => application.wholeMemoryMb() < before + 20);
    const watch = watchMemory(application);
    const { wallMs } = await transcribed(application, wav, model);
    const peak = watch.peak();
    results.push({
      what: `${model}, 10 min: the highest memory of all processes together`,
      measured: `${peak.toFixed(0)} MB (${seconds(wallMs)})`,
      target: 'at most 500 MB',
      met: peak <= 500,
    });
  }
  return results;
}

async function hour(
  application: MeasuredApplication,
  direct: DirectNeural,
  wav: string,
  before: number,
): Promise<Result[]> {
  await until(() => application.wholeMemoryMb() < before + 20);
  await transcribed(application, join(wav, '..', 'short.wav'));
  const loaded = application.wholeMemoryMb();
  const watch = watchMemory(application);
  const { wallMs, text } = await transcribed(application, wav);
  const peak = watch.peak();
  const oneStream = (await direct.run(wav, 1)).totalMs;
  await until(() => application.wholeMemoryMb() < loaded - 30);
  const after = application.wholeMemoryMb();
  const factor = oneStream / wallMs;
  return [
    {
      what: 'neural model, an hour: how much faster than one stream on one core',
      measured: `${factor.toFixed(2)} times (${seconds(wallMs)}, ${seconds(oneStream)}; ${text.split(' ').length} words)`,
      target: 'at least 1.6 times',
      met: factor >= 1.6,
    },
    {
      what: 'memory of application and hosts during that hour (one host waits for short recordings), beyond what they take with the model loaded',
      measured: `${(peak - loaded).toFixed(0)} MB (${before.toFixed(0)} before, ${loaded.toFixed(0)} loaded, ${peak.toFixed(0)} at the peak, ${after.toFixed(0)} after it was unloaded)`,
      target: 'under 300 MB',
      met: peak - loaded < 300,
    },
  ];
}

async function sixHours(application: MeasuredApplication, wav: string): Promise<Result> {
  const watch = watchMemory(application);
  const { wallMs, text } = await transcribed(application, wav);
  return {
    what: 'neural model, six hours',
    measured: `${seconds(wallMs)}, ${text.split(' ').length} words, ${watch.peak().toFixed(0)} MB at the peak`,
    target: 'reported',
    met: true,
  };
}

async function transcribed(
  { baseUrl, headers }: MeasuredApplication,
  file: string,
  model = MODEL,
): Promise<{ wallMs: number; text: string }> {
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}/transcribe`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ file, model }),
  });
  const answer = (await response.json()) as { ok: boolean; text: string };
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return { wallMs: performance.now() - startedAt, text: answer.text };
}

function watchMemory(application: MeasuredApplication): { peak(): number } {
  let highest = 0;
  const timer = setInterval(() => {
    highest = Math.max(highest, application.wholeMemoryMb());
  }, 100);
  return {
    peak: () => {
      clearInterval(timer);
      return highest;
    },
  };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
