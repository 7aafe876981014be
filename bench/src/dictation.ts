import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import { bestMatch, noise, wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { withApplication } from './application.ts';
import { aim, atMost, figure, median, ms, p50p95, quantile, type Result, timed } from './result.ts';
import { sentencesOf, streamingModel, testModel } from './speech-files.ts';

const PER_MS = 16;
const EDGE_ROUNDS = 50;
const TEXT_ROUNDS = 20;

/**
 * Where recordings begin and end, and how soon their text is there, by a virtual microphone and a person who speaks in
 * real time.
 */
export async function benchDictation(): Promise<Result[]> {
  const microphone = await VirtualMicrophone.start();
  const env = { PULSE_SERVER: microphone.env.PULSE_SERVER ?? '' };
  const measure = async (client: Client) => {
    await client.updateSettings({ body: { soundCues: false } });
    for (const { path } of [testModel, streamingModel]) await client.importModel({ body: { path } });
    return [...(await edges(client, microphone)), ...(await texts(client, microphone))];
  };
  try {
    return await withApplication(({ client }) => measure(client), { env });
  } finally {
    await microphone.stop();
  }
}

async function edges(client: Client, microphone: VirtualMicrophone): Promise<Result[]> {
  const mode = (await client.createMode({ body: { name: 'Edges', model: testModel.id } })).mode.id;
  const results: Result[] = [];
  for (const [preRollMs, most, what] of [
    [0, 60, 'without a pre-roll'],
    [2_000, 0, 'with a pre-roll'],
  ] as const) {
    await client.updateSettings({ body: { microphonePreRollMs: preRollMs } });
    const starts: number[] = [];
    const ends: number[] = [];
    for (let seed = 1; seed <= EDGE_ROUNDS; seed++) {
      if (preRollMs > 0) await until(async () => (await client.getDictation({})).dictation.pre_roll);
      const { start, end } = await edgesOfOne(client, microphone, { mode, seed, preRollMs });
      starts.push(Math.max(0, start));
      ends.push(Math.max(0, end));
    }
    const within = starts.filter((missing) => missing <= most).length;
    const last = Math.max(...ends);
    results.push(
      figure(
        `dictation: sound missing at the start, ${what}, ${EDGE_ROUNDS} times`,
        `p50 ${ms(median(starts))}, most ${ms(Math.max(...starts))}; ${within} of ${EDGE_ROUNDS} within`,
        aim(most === 0 ? 'none' : `at most ${most} ms`, within === EDGE_ROUNDS),
      ),
      figure(`dictation: sound missing at the end, ${what}`, `most ${ms(last)}`, aim('none', last === 0)),
    );
  }
  await client.updateSettings({ body: { microphonePreRollMs: 0 } });
  return results;
}

/**
 * Milliseconds that are missing between the request (with a pre-roll: the sound's own beginning, 300 ms before) and the
 * first sample, and between the last sample and the request; negative where there is more.
 */
async function edgesOfOne(
  client: Client,
  microphone: VirtualMicrophone,
  { mode, seed, preRollMs }: { readonly mode: string; readonly seed: number; readonly preRollMs: number },
): Promise<{ start: number; end: number }> {
  const reference = new Reference(microphone);
  const playing = microphone.play(noise(2.4, seed));
  await until(() => reference.isLoud);
  await sleep(300);
  const started = reference.now();
  const { id } = await client.startDictation({ body: { delivery: 'none', mode_id: mode } });
  await sleep(500);
  const stopped = reference.now();
  await client.stopDictation();
  await client.getProcessing({ params: { id }, query: { wait: true } });
  await playing;
  const captured = reference.end();
  const { recording } = await client.getRecording({ params: { id } });
  const audio = wavSamples(readFileSync(recording.audioFilePath ?? ''));
  // Where the stored sound lies in all that was captured; found by a part near its end, which is certainly not silent.
  const near = audio.length - 3_200;
  const offset = bestMatch(audio.subarray(near, near + 1_600), captured).at - near;
  const onset = captured.findIndex((sample) => sample !== 0);
  const wanted = preRollMs > 0 ? Math.max(onset, started - preRollMs * PER_MS) : started;
  return { start: (offset - wanted) / PER_MS, end: (stopped - offset - audio.length) / PER_MS };
}

/** Everything that the microphone captures, recorded beside the application. */
class Reference {
  isLoud = false;
  readonly #child: ChildProcess;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #cameAt = performance.now();

  constructor(microphone: VirtualMicrophone) {
    const words = ['--raw', '--latency-msec=10', '--format=s16le', '--rate=16000', '--channels=1'];
    this.#child = spawn('parec', [...words, '-d', 'studio.monitor'], {
      env: microphone.env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
      this.#cameAt = performance.now();
      this.isLoud ||= chunk.some((byte) => byte !== 0);
    });
  }

  /**
   * The sample that sounds now, at the latest: what is still on its way here is not counted, so that too much is called
   * missing rather than too little.
   */
  now(): number {
    return Math.floor(this.#bytes / 2 + (performance.now() - this.#cameAt) * PER_MS);
  }

  end(): Int16Array {
    this.#child.kill('SIGKILL');
    const all = Buffer.concat(this.#chunks);
    return new Int16Array(all.buffer.slice(all.byteOffset, all.byteOffset + (all.length & ~1)));
  }
}

async function texts(client: Client, microphone: VirtualMicrophone): Promise<Result[]> {
  const times = (model: string, seconds: number, rounds: number) =>
    textTimes(client, microphone, { model, seconds, rounds });
  const streaming = await times(streamingModel.id, 5, TEXT_ROUNDS);
  const long = await times(streamingModel.id, 120, 3);
  const whole = await times(testModel.id, 5, 5);
  const wholeLong = await times(testModel.id, 120, 1);
  const [p50, p95] = [median(streaming.text), quantile(streaming.text, 0.95)];
  const more = median(long.text) - p50;
  const both = ({ text, afterwards }: TextTimes) =>
    `p50 ${ms(median(text))}; transcribed as a whole afterwards ${ms(median(afterwards))}`;
  return [
    figure(
      `dictation: from the end of 5 s of speech to the text, streaming model, warm, ${TEXT_ROUNDS} times`,
      `${p50p95(streaming.text)} (200 ms of it the tail)`,
      aim('p50 400 ms, p95 900 ms', p50 <= 400 && p95 <= 900),
    ),
    figure(
      'dictation: the same after 120 s of speech',
      `${ms(more)} more (${both(long)})`,
      atMost(more, 100, 'ms more'),
    ),
    figure('dictation: 5 s, whole-file model', both(whole)),
    figure('dictation: 120 s, whole-file model', both(wholeLong)),
  ];
}

/** Milliseconds from the end of speech to the text, and what transcribing the same recording as a whole takes. */
interface TextTimes {
  readonly text: number[];
  readonly afterwards: number[];
}

async function textTimes(
  client: Client,
  microphone: VirtualMicrophone,
  { model, seconds, rounds }: { readonly model: string; readonly seconds: number; readonly rounds: number },
): Promise<TextTimes> {
  const mode = (await client.createMode({ body: { name: `${model} ${seconds}`, model } })).mode.id;
  const speech = sentencesOf(seconds);
  const result: TextTimes = { text: [], afterwards: [] };
  // The first one warms up and does not count.
  for (let round = seconds > 60 ? 1 : 0; round <= rounds; round++) {
    const { id } = await client.startDictation({ body: { delivery: 'none', mode_id: mode } });
    await microphone.play(speech);
    const text = await timed(async () => {
      await client.stopDictation();
      const { processing } = await client.getProcessing({ params: { id }, query: { wait: true } });
      if (processing.text === null) throw new Error(`No text: ${processing.error?.message}`);
    });
    const afterwards = await timed(() => client.retranscribe({ params: { id }, body: {} }));
    if (round === 0) continue;
    result.text.push(text);
    result.afterwards.push(afterwards);
  }
  return result;
}
