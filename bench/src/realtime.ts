import { setTimeout as sleep } from 'node:timers/promises';
import { concatenated, pause, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { WebSocket } from 'ws';
import { type Application, withApplication } from './application.ts';
import { EngineAlone } from './engine-alone.ts';
import { cpuSeconds, familyMb } from './processes.ts';
import { aim, figure, mb, median, ms, p50p95, quantile, type Result } from './result.ts';
import { asSpoken, sentencesOf, streamingModel } from './speech-files.ts';

/** How much sound a client sends at a time, and the engine alone is given at a time. */
const PIECE_MS = 100;
const STREAMS = 20;
const SECONDS = 20;

/**
 * How soon speech that comes over a WebSocket is text, beyond what the engine itself takes, and whether twenty streams
 * at once are followed.
 */
export function benchRealtime(): Promise<Result[]> {
  return withApplication(async (application) => {
    const { id: model, path } = streamingModel;
    await application.client.importModel({ body: { path } });
    await application.client.createMode({ body: { name: 'Realtime', model, isDefault: true } });
    return [...(await firstWords(application)), ...(await manyStreams(application))];
  });
}

/** Each of the test sentences by itself, on a warm model. */
async function firstWords(application: Application): Promise<Result[]> {
  const alone = await EngineAlone.load(streamingModel.path);
  const beyond: number[] = [];
  const ends: number[] = [];
  for (const [at, { samples }] of [...testSentences(), ...testSentences()].entries()) {
    const said = concatenated([samples, pause(0.5)]);
    const engineMs = await alone.firstWordMs(said, PIECE_MS);
    const { firstMs, endMs } = await spokenOverWire(application, said);
    // The first one loads the model.
    if (at === 0) continue;
    if (firstMs !== undefined && engineMs !== undefined) beyond.push(firstMs - engineMs);
    ends.push(endMs);
  }
  alone.dispose();
  return [
    figure(
      `realtime: first word on the wire beyond the engine's own delay, ${beyond.length} sentences`,
      p50p95(beyond),
      aim('at most 400 ms', quantile(beyond, 0.95) <= 400),
    ),
    figure('realtime: from the commit to the whole text', p50p95(ends)),
  ];
}

async function manyStreams(application: Application): Promise<Result[]> {
  const { pid } = application;
  const [before, cpuBefore] = [familyMb(pid), cpuSeconds(pid)];
  const runs = Array.from({ length: STREAMS }, (_, at) =>
    spokenOverWire(application, sentencesOf(SECONDS, at)),
  );
  await sleep((SECONDS - 2) * 1000);
  const whileRunning = familyMb(pid);
  const all = await Promise.all(runs);
  const cores = (cpuSeconds(pid) - cpuBefore) / SECONDS;
  const ends = all.map(({ endMs }) => endMs);
  const most = Math.max(...ends);
  const whole = all.filter(({ text }) => text.split(' ').length > SECONDS / 2).length;
  return [
    figure(
      `realtime: ${STREAMS} streams of ${SECONDS} s at once, each as fast as it is spoken`,
      `whole text p50 ${ms(median(ends))}, last ${ms(most)} after the commit; ${whole} of ${STREAMS} with all they said`,
      aim('in real time: every one within 2 s of its commit', most <= 2_000 && whole === STREAMS),
    ),
    figure(
      'realtime: processor time of the application and its hosts meanwhile',
      `${cores.toFixed(2)} cores`,
      aim('less than two', cores < 2),
    ),
    figure(
      `realtime: memory of the application and its hosts while ${STREAMS} streams are followed`,
      `${mb(whileRunning)}, ${mb(whileRunning - before)} more than with one stream before`,
    ),
  ];
}

/**
 * One turn over a WebSocket, as fast as it is spoken. Times are milliseconds: from its first sample to the first delta,
 * and from the commit to the text.
 */
async function spokenOverWire(
  { baseUrl, headers }: Application,
  sound: Int16Array,
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
  startedAt = performance.now();
  for await (const piece of asSpoken(sound, PIECE_MS))
    send({ type: 'input_audio_buffer.append', audio: piece.toString('base64') });
  const committedAt = performance.now();
  send({ type: 'input_audio_buffer.commit' });
  const text = await done.promise;
  socket.close();
  return { firstMs, endMs: performance.now() - committedAt, text };
}
