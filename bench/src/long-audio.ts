import { join } from 'node:path';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { type Application, type Heard, transcribe, withApplication } from './application.ts';
import { EngineAlone } from './engine-alone.ts';
import { familyMb, peakOf } from './processes.ts';
import { atLeast, atMost, figure, inTurns, mb, median, ms, type Result, seconds, under } from './result.ts';
import { longSpeech, testModel } from './speech-files.ts';

const CORES = 2;
const HOUR = 3_600;

/**
 * Short and long audio with a neural model through the API, against the engine called by itself on the same file, and
 * what memory it takes.
 */
export function benchLongAudio(): Promise<Result[]> {
  return withApplication(async (application) => {
    const { client, folder, pid } = application;
    const before = familyMb(pid);
    await client.importModel({ body: { path: testModel.path } });
    await client.updateSettings({ body: { engineIdleSeconds: 3 } });
    const alone = await EngineAlone.load(testModel.path);
    const file = (length: number) => longSpeech(length, join(folder, `${length}.wav`));
    const [short, minutes, hour, six] = [10, 600, HOUR, 6 * HOUR].map(file) as [
      string,
      string,
      string,
      string,
    ];
    return [
      ...(await besideEngine(application, alone, short, minutes)),
      ...(await memoryOfModels(application, minutes, before)),
      ...(await hourOf(application, alone, { hour, short }, before)),
      await sixHours(application, six),
    ];
  });
}

async function besideEngine(
  application: Application,
  alone: EngineAlone,
  short: string,
  minutes: string,
): Promise<Result[]> {
  const ways = (wav: string) =>
    [async () => (await alone.run(wav, CORES)).ms, async () => (await heard(application, wav)).ms] as const;
  const [engine, whole] = await inTurns(15, ways(short));
  const added = median(whole.map((one, round) => one - (engine[round] ?? 0)));
  const [theirs, ours] = await inTurns(3, ways(minutes), 0);
  const ratio = median(ours) / median(theirs);
  return [
    figure(
      'neural model, 10 s: time of the whole request beyond that of the engine by itself',
      ms(added, 1),
      atMost(added, 25, 'ms'),
    ),
    figure(
      'neural model, 10 min: the whole request against the engine by itself, one stream on both cores',
      `${ratio.toFixed(2)} times (${seconds(median(ours), 1)}, ${seconds(median(theirs), 1)})`,
      atMost(ratio, 1.03, 'times'),
    ),
  ];
}

/**
 * What somebody's machine needs for a talk: the application, its hosts and what decodes, by each of the included
 * models.
 */
async function memoryOfModels(application: Application, wav: string, before: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const model of ['moonshine-tiny-included', 'whisper-base-included']) {
    await takesLessThan(application, before + 20);
    const peak = peakOf(application.pid);
    const answer = await heard(application, wav, model);
    const most = peak();
    results.push(
      figure(
        `${model}, 10 min: the highest memory of all processes together`,
        `${mb(most)} (${seconds(answer.ms, 1)})`,
        atMost(most, 500, 'MB'),
      ),
    );
  }
  return results;
}

async function hourOf(
  application: Application,
  alone: EngineAlone,
  { hour, short }: { readonly hour: string; readonly short: string },
  before: number,
): Promise<Result[]> {
  await takesLessThan(application, before + 20);
  await heard(application, short);
  const loaded = familyMb(application.pid);
  const highest = peakOf(application.pid);
  const answer = await heard(application, hour);
  const peak = highest();
  const oneStream = (await alone.run(hour, 1)).ms;
  await takesLessThan(application, loaded - 30);
  const after = familyMb(application.pid);
  const factor = oneStream / answer.ms;
  return [
    figure(
      'neural model, an hour: how much faster than one stream on one core',
      `${factor.toFixed(2)} times (${seconds(answer.ms, 1)}, ${seconds(oneStream, 1)}; ${words(answer)})`,
      atLeast(factor, 1.6, 'times'),
    ),
    figure(
      'memory of application and hosts during that hour (one host waits for short recordings), beyond what they take with the model loaded',
      `${mb(peak - loaded)} (${before.toFixed(0)} before, ${loaded.toFixed(0)} loaded, ${peak.toFixed(0)} at the peak, ${after.toFixed(0)} after it was unloaded)`,
      under(peak - loaded, 300, 'MB'),
    ),
  ];
}

async function sixHours(application: Application, wav: string): Promise<Result> {
  const peak = peakOf(application.pid);
  const answer = await heard(application, wav);
  const measured = `${seconds(answer.ms, 1)}, ${words(answer)}, ${mb(peak())} at the peak`;
  return figure('neural model, six hours', measured);
}

function words({ text }: Heard): string {
  return `${text.split(' ').length} words`;
}

function heard(application: Application, file: string, model = testModel.id): Promise<Heard> {
  return transcribe(application, { file, model });
}

/** The model before it is unloaded; if it is not, what is measured next shows it. */
async function takesLessThan({ pid }: Application, megabytes: number): Promise<void> {
  await until(() => familyMb(pid) < megabytes, 30_000).catch(() => undefined);
}
