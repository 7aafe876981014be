import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DirectNeural } from './direct-neural.ts';
import { type MeasuredApplication, startApplication } from './measured-process.ts';
import { writeRealSizeModel } from './real-size-model.ts';
import { type BenchOptions, median, type Result } from './result.ts';
import { longSpeech } from './speech-files.ts';

const CORES = 2;
interface Measured {
  readonly application: MeasuredApplication;
  readonly direct: DirectNeural;
  readonly folder: string;
  /** Its name in the API. */
  readonly model: string;
}

/** Files against the engine by itself, load time and memory. `--minutes 60` takes an hour for the long file. */
export function benchRealSizeFiles({ minutes = 10 }: BenchOptions): Promise<Result[]> {
  return withModel(async (measured) => [
    ...(await load(measured)),
    await fileAgainstEngine(measured, 10, 5),
    await fileAgainstEngine(measured, minutes * 60, 1),
  ]);
}

/** The application with the model, which leaves memory after two seconds without work. */
async function withModel(work: (measured: Measured) => Promise<Result[]>): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-bench-real-size-'));
  const model = 'random-110m';
  const file = join(folder, `${model}.gguf`);
  writeRealSizeModel(file);
  const application = await startApplication();
  const direct = await DirectNeural.start(file);
  try {
    const client = await application.controlSocket();
    await client.importModel({ body: { path: file } });
    await client.updateSettings({ body: { engineIdleSeconds: 2 } });
    return await work({ application, direct, folder, model });
  } finally {
    await direct.end();
    await application.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds until the model is in memory, with its file in the system's cache and without; and the memory of one copy and of two in progress. */
async function load(measured: Measured): Promise<Result[]> {
  const { application, folder, model } = measured;
  const short = longSpeech(10, join(folder, 'ten.wav'));
  const times = { cold: [] as number[], warm: [] as number[] };
  let before = 0;
  let one = 0;
  for (const kind of ['warm', 'cold', 'warm', 'cold', 'warm', 'cold'] as const) {
    await until(() => hostsOf(application) === 0);
    before = application.wholeMemoryMb();
    if (kind === 'cold') {
      const stored = join(application.home, 'models', `${model}.gguf`);
      execFileSync('dd', [`if=${stored}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
    }
    times[kind].push((await transcribed(measured, short)).timings.load_ms);
    one = application.wholeMemoryMb();
  }
  const watch = peakOf(application);
  const long = new AbortController();
  const atWork = transcribed(measured, longSpeech(600, join(folder, 'beside.wav')), long.signal).catch(
    () => undefined,
  );
  await until(() => hostsOf(application) > 0);
  await sleep(3_000);
  await transcribed(measured, short);
  const { memoryMb, hosts } = watch();
  long.abort();
  await atWork;
  return [
    {
      what: "110m: until the model is in memory, its file in the system's cache and not, 3 times each",
      measured: `p50 ${seconds(median(times.warm))}, ${seconds(median(times.cold))}`,
      target: 'reported',
      met: true,
    },
    {
      what: '110m: memory of application and hosts: without the model, after 10 s, and with a sentence during a long file',
      measured: `${before.toFixed(0)} MB, ${one.toFixed(0)} MB, ${memoryMb.toFixed(0)} MB with ${hosts} ${hosts === 1 ? 'copy' : 'copies'} (machine of ${(totalmem() / 2 ** 30).toFixed(0)} GiB)`,
      target: 'reported: a copy more than one only where it takes at most a sixteenth of the memory',
      met: true,
    },
  ];
}

async function fileAgainstEngine(measured: Measured, length: number, rounds: number): Promise<Result> {
  const { direct, folder } = measured;
  const wav = longSpeech(length, join(folder, `${length}.wav`));
  const [ours, theirs]: [number[], number[]] = [[], []];
  await transcribed(measured, longSpeech(10, join(folder, 'warm.wav')));
  for (let round = 0; round < rounds; round++) {
    theirs.push((await direct.run(wav, CORES)).totalMs);
    ours.push((await transcribed(measured, wav)).wallMs);
  }
  const ratio = median(ours) / median(theirs);
  return {
    what: `110m: a file of ${length < 60 ? `${length} s` : `${length / 60} min`}, the whole request against the engine by itself`,
    measured: `${ratio.toFixed(3)} times (${seconds(median(ours))}, ${seconds(median(theirs))})`,
    target: 'at most 1.03 times',
    met: ratio <= 1.03,
  };
}

async function transcribed(
  { application, model }: Measured,
  file: string,
  signal?: AbortSignal,
): Promise<{ readonly wallMs: number; readonly timings: { readonly load_ms: number } }> {
  const startedAt = performance.now();
  const response = await fetch(`${application.baseUrl}/transcribe`, {
    method: 'POST',
    headers: { ...application.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ file, model }),
    ...(signal && { signal }),
  });
  const answer = (await response.json()) as { ok: boolean; timings: { load_ms: number } };
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return { wallMs: performance.now() - startedAt, timings: answer.timings };
}

function hostsOf({ pid }: MeasuredApplication): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return children.filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('host-main');
    } catch {
      return false;
    }
  }).length;
}

function peakOf(application: MeasuredApplication): () => { memoryMb: number; hosts: number } {
  const peak = { memoryMb: 0, hosts: 0 };
  const timer = setInterval(() => {
    peak.memoryMb = Math.max(peak.memoryMb, application.wholeMemoryMb());
    peak.hosts = Math.max(peak.hosts, hostsOf(application));
  }, 100);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !condition(); tries++) await sleep(50);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
