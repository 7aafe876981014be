import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { concatenated, pause, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { bestMatch, noise, wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { startApplication, until } from './measured-process.ts';
import { median, quantile, type Result } from './result.ts';

const models = join(import.meta.dirname, '..', '..', 'packages', 'core', 'src', 'models', 'fixtures');
const PER_MS = 16;
const EDGE_ROUNDS = 50;
const TEXT_ROUNDS = 20;

/**
 * Where recordings begin and end, and how soon their text is there, by a virtual microphone and a person who speaks in
 * real time.
 */
export async function benchDictation(): Promise<Result[]> {
  const microphone = await VirtualMicrophone.start();
  const { PULSE_SERVER = '' } = microphone.env;
  const application = await startApplication(undefined, { PULSE_SERVER });
  try {
    const client = await application.controlSocket();
    await client.updateSettings({ body: { soundCues: false } });
    for (const name of ['quoth-test-en', 'quoth-test-en-streaming']) {
      await client.importModel({ body: { path: join(models, `${name}.gguf`) } });
    }
    return [...(await edges(client, microphone)), ...(await texts(client, microphone))];
  } finally {
    await application.end();
    await microphone.stop();
  }
}

async function edges(client: Client, microphone: VirtualMicrophone): Promise<Result[]> {
  const mode = (await client.createMode({ body: { name: 'Edges', model: 'quoth-test-en' } })).mode.id;
  const results: Result[] = [];
  for (const preRoll of [0, 2_000]) {
    await client.updateSettings({ body: { microphonePreRollMs: preRoll } });
    const starts: number[] = [];
    const ends: number[] = [];
    for (let round = 0; round < EDGE_ROUNDS; round++) {
      if (preRoll > 0) await until(async () => (await client.getDictation({})).dictation.pre_roll);
      const { start, end } = await edgesOfOne(client, microphone, mode, round, preRoll);
      starts.push(Math.max(0, start));
      ends.push(Math.max(0, end));
    }
    const most = preRoll === 0 ? 60 : 0;
    const within = starts.filter((missing) => missing <= most).length;
    const what = preRoll === 0 ? 'without a pre-roll' : 'with a pre-roll';
    results.push(
      {
        what: `dictation: sound missing at the start, ${what}, ${EDGE_ROUNDS} times`,
        measured: `p50 ${median(starts).toFixed(0)} ms, most ${Math.max(...starts).toFixed(0)} ms; ${within} of ${EDGE_ROUNDS} within`,
        target: most === 0 ? 'none' : `at most ${most} ms`,
        met: within === EDGE_ROUNDS,
      },
      {
        what: `dictation: sound missing at the end, ${what}`,
        measured: `most ${Math.max(...ends).toFixed(0)} ms`,
        target: 'none',
        met: Math.max(...ends) === 0,
      },
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
  mode: string,
  seed: number,
  preRollMs: number,
): Promise<{ start: number; end: number }> {
  const reference = new Reference(microphone);
  const playing = microphone.play(noise(2.4, seed + 1));
  await reference.hasSound();
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
  readonly #child: ChildProcess;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #cameAt = performance.now();
  #isLoud = false;

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
      this.#isLoud ||= chunk.some((byte) => byte !== 0);
    });
  }

  async hasSound(): Promise<void> {
    await until(() => this.#isLoud);
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
  const streaming = await textTimes(client, microphone, 'quoth-test-en-streaming', 5, TEXT_ROUNDS);
  const long = await textTimes(client, microphone, 'quoth-test-en-streaming', 120, 3);
  const whole = await textTimes(client, microphone, 'quoth-test-en', 5, 5);
  const wholeLong = await textTimes(client, microphone, 'quoth-test-en', 120, 1);
  const [p50, p95] = [median(streaming.text), quantile(streaming.text, 0.95)];
  const more = median(long.text) - p50;
  const words = ({ text, afterwards }: { text: number[]; afterwards: number[] }) =>
    `p50 ${median(text).toFixed(0)} ms; transcribed as a whole afterwards ${median(afterwards).toFixed(0)} ms`;
  return [
    {
      what: `dictation: from the end of 5 s of speech to the text, streaming model, warm, ${TEXT_ROUNDS} times`,
      measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (200 ms of it the tail)`,
      target: 'p50 400 ms, p95 900 ms',
      met: p50 <= 400 && p95 <= 900,
    },
    {
      what: 'dictation: the same after 120 s of speech',
      measured: `${more.toFixed(0)} ms more (${words(long)})`,
      target: 'at most 100 ms more',
      met: more <= 100,
    },
    { what: 'dictation: 5 s, whole-file model', measured: words(whole), target: 'reported', met: true },
    { what: 'dictation: 120 s, whole-file model', measured: words(wholeLong), target: 'reported', met: true },
  ];
}

/** Milliseconds from the end of speech to the text, and what transcribing the same recording as a whole takes. */
async function textTimes(
  client: Client,
  microphone: VirtualMicrophone,
  model: string,
  seconds: number,
  rounds: number,
): Promise<{ text: number[]; afterwards: number[] }> {
  const mode = (await client.createMode({ body: { name: `${model} ${seconds}`, model } })).mode.id;
  const speech = speechOf(seconds);
  const result = { text: [] as number[], afterwards: [] as number[] };
  // The first one warms up and does not count.
  for (let round = seconds > 60 ? 1 : 0; round <= rounds; round++) {
    const { id } = await client.startDictation({ body: { delivery: 'none', mode_id: mode } });
    await microphone.play(speech);
    const endedAt = performance.now();
    await client.stopDictation();
    const { processing } = await client.getProcessing({ params: { id }, query: { wait: true } });
    const text = performance.now() - endedAt;
    if (processing.text === null) throw new Error(`No text: ${processing.error?.message}`);
    const again = performance.now();
    await client.retranscribe({ params: { id }, body: {} });
    if (round === 0) continue;
    result.text.push(text);
    result.afterwards.push(performance.now() - again);
  }
  return result;
}

function speechOf(seconds: number): Int16Array {
  const sentences = testSentences();
  const parts: Int16Array[] = [];
  let samples = 0;
  for (let at = 0; samples < seconds * 1000 * PER_MS; at++) {
    const sentence = sentences[at % sentences.length]?.samples ?? pause(1);
    parts.push(sentence, pause(0.5));
    samples += sentence.length + 8_000;
  }
  return concatenated(parts).subarray(0, seconds * 1000 * PER_MS);
}
