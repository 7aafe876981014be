import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { concatenated, pause, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { TranscribeModel } from 'transcribe-cpp';
import { WebSocket } from 'ws';
import { ProcessFamily } from './desktop/process-family.ts';
import { type MeasuredApplication, startApplication } from './measured-process.ts';
import { median, quantile, type Result } from './result.ts';

const MODEL = 'quoth-test-en-streaming';
const path = join(import.meta.dirname, `../../packages/core/src/models/fixtures/${MODEL}.gguf`);
const PER_MS = 16;
/** How much sound a client sends at a time, and the engine alone is given at a time. */
const PIECE_MS = 100;
const STREAMS = 20;
const SECONDS = 20;

/**
 * How soon speech that comes over a WebSocket is text, beyond what the engine itself takes, and whether twenty streams
 * at once are followed.
 */
export async function benchRealtime(): Promise<Result[]> {
  const application = await startApplication();
  try {
    const client = await application.controlSocket();
    await client.importModel({ body: { path } });
    await client.createMode({ body: { name: 'Realtime', model: MODEL, isDefault: true } });
    return [...(await firstWords(application)), ...(await manyStreams(application))];
  } finally {
    await application.end();
  }
}

/** Each of the test sentences by itself, on a warm model. */
async function firstWords(application: MeasuredApplication): Promise<Result[]> {
  const own = await EngineAlone.load();
  const beyond: number[] = [];
  const ends: number[] = [];
  for (const [at, { samples }] of [...testSentences(), ...testSentences()].entries()) {
    const said = concatenated([samples, pause(0.5)]);
    const engineMs = await own.firstWordMs(said);
    const { firstMs, endMs } = await spokenOverWire(application, said);
    // The first one loads the model.
    if (at === 0) continue;
    if (firstMs !== undefined && engineMs !== undefined) beyond.push(firstMs - engineMs);
    ends.push(endMs);
  }
  own.dispose();
  const [p50, p95] = [median(beyond), quantile(beyond, 0.95)];
  return [
    {
      what: `realtime: first word on the wire beyond the engine's own delay, ${beyond.length} sentences`,
      measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
      target: 'at most 400 ms',
      met: p95 <= 400,
    },
    {
      what: 'realtime: from the commit to the whole text',
      measured: `p50 ${median(ends).toFixed(0)} ms, p95 ${quantile(ends, 0.95).toFixed(0)} ms`,
      target: 'reported',
      met: true,
    },
  ];
}

async function manyStreams(application: MeasuredApplication): Promise<Result[]> {
  const before = application.wholeMemoryMb();
  const family = new ProcessFamily(application.pid);
  const cpuBefore = family.cpuSeconds();
  const runs = Array.from({ length: STREAMS }, (_, at) => spokenOverWire(application, speechOf(at)));
  await sleep((SECONDS - 2) * 1000);
  const whileRunning = application.wholeMemoryMb();
  const all = await Promise.all(runs);
  const cores = (family.cpuSeconds() - cpuBefore) / SECONDS;
  const ends = all.map(({ endMs }) => endMs);
  const words = all.filter(({ text }) => text.split(' ').length > SECONDS / 2).length;
  const [p50, most] = [median(ends), Math.max(...ends)];
  return [
    {
      what: `realtime: ${STREAMS} streams of ${SECONDS} s at once, each as fast as it is spoken`,
      measured: `whole text p50 ${p50.toFixed(0)} ms, last ${most.toFixed(0)} ms after the commit; ${words} of ${STREAMS} with all they said`,
      target: 'in real time: every one within 2 s of its commit',
      met: most <= 2_000 && words === STREAMS,
    },
    {
      what: 'realtime: processor time of the application and its hosts meanwhile',
      measured: `${cores.toFixed(2)} cores`,
      target: 'less than two',
      met: cores < 2,
    },
    {
      what: `realtime: memory of the application and its hosts while ${STREAMS} streams are followed`,
      measured: `${whileRunning.toFixed(0)} MB, ${(whileRunning - before).toFixed(0)} MB more than with one stream before`,
      target: 'reported',
      met: true,
    },
  ];
}

/** The streaming model without anything of ours around it. */
class EngineAlone {
  readonly #model: TranscribeModel;

  private constructor(model: TranscribeModel) {
    this.#model = model;
  }

  static async load(): Promise<EngineAlone> {
    return new EngineAlone(await TranscribeModel.load(path, { backend: 'cpu' }));
  }

  /** How many milliseconds of sound it takes until there is a word that it will not undo. */
  async firstWordMs(samples: Int16Array): Promise<number | undefined> {
    const session = this.#model.createSession({ nThreads: 1 });
    const stream = await session.stream({});
    try {
      const piece = PIECE_MS * PER_MS;
      for (let at = 0; at < samples.length; at += piece) {
        const part = samples.subarray(at, at + piece);
        await stream.feed(Float32Array.from(part, (sample) => sample / 32_768));
        if (stream.text.committed.trim() !== '') return (at + part.length) / PER_MS;
      }
      return undefined;
    } finally {
      stream.reset();
      session.dispose();
    }
  }

  dispose(): void {
    this.#model.dispose();
  }
}

/**
 * One turn over a WebSocket, as fast as it is spoken. Times are milliseconds: from its first sample to the first delta,
 * and from the commit to the text.
 */
async function spokenOverWire(
  { baseUrl, headers }: MeasuredApplication,
  samples: Int16Array,
): Promise<{ firstMs: number | undefined; endMs: number; text: string }> {
  const address = `${baseUrl.replace('http', 'ws')}/v1/realtime?intent=transcription&save=false`;
  const socket = new WebSocket(address, { headers });
  const updated = Promise.withResolvers<void>();
  const done = Promise.withResolvers<string>();
  let startedAt = 0;
  let firstMs: number | undefined;
  const send = (event: object) => socket.send(JSON.stringify(event));
  socket.on('error', (error) => done.reject(error));
  socket.on('message', (data) => {
    const event = JSON.parse(String(data)) as { type: string; transcript?: string; error?: unknown };
    if (event.type === 'session.updated') updated.resolve();
    else if (event.type.endsWith('.delta')) firstMs ??= performance.now() - startedAt;
    else if (event.type.endsWith('.completed')) done.resolve(event.transcript ?? '');
    else if (event.error !== undefined) done.reject(new Error(JSON.stringify(event.error)));
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const input = { format: { type: 'audio/pcm', rate: 16_000 }, turn_detection: null };
  send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
  await updated.promise;
  const bytes = Buffer.from(samples.slice().buffer);
  startedAt = performance.now();
  const piece = PIECE_MS * PER_MS * 2;
  for (let at = 0; at < bytes.length; at += piece) {
    const part = bytes.subarray(at, at + piece);
    // A piece can be sent once it has been spoken.
    const spokenAt = startedAt + (at + part.length) / 2 / PER_MS;
    await sleep(Math.max(0, spokenAt - performance.now()));
    send({ type: 'input_audio_buffer.append', audio: part.toString('base64') });
  }
  const committedAt = performance.now();
  send({ type: 'input_audio_buffer.commit' });
  const text = await done.promise;
  socket.close();
  return { firstMs, endMs: performance.now() - committedAt, text };
}

/** Sentences with pauses, beginning with another one for each stream. */
function speechOf(first: number): Int16Array {
  const sentences = testSentences();
  const parts: Int16Array[] = [];
  let samples = 0;
  for (let at = first; samples < SECONDS * 1000 * PER_MS; at++) {
    const sentence = sentences[at % sentences.length]?.samples ?? pause(1);
    parts.push(sentence, pause(0.4));
    samples += sentence.length;
  }
  return concatenated(parts).subarray(0, SECONDS * 1000 * PER_MS);
}
