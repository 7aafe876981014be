import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Recording, recordingPage } from '@quoth/contract';
import { WebSocket } from 'ws';
import { RunningApplication, temporaryHome, testModels, until } from '../support/running-application.ts';
import { heard, pcmOf, spoken, streamingModel } from './live-api.ts';

const home = temporaryHome();
after(async () => {
  await RunningApplication.endAll();
  rmSync(home, { recursive: true, force: true });
});

test('the application is killed while a session and a body send speech: both are recordings with their texts after the next start', async () => {
  const app = await RunningApplication.start(home);
  const client = await app.controlSocket();
  await client.importModel({ body: { path: join(testModels, `${streamingModel}.gguf`) } });
  await client.createMode({ body: { name: 'Live', model: streamingModel, isDefault: true } });
  const { port, token } = app.discovery();
  const headers = { authorization: `Bearer ${token}` };

  const inSession = spoken(1);
  let deltas = '';
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/realtime?intent=transcription&save=true`, {
    headers,
  });
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    const event = JSON.parse(String(data)) as { type: string; delta?: string };
    deltas += event.delta ?? '';
    if (event.type !== 'session.updated') return;
    const audio = Buffer.from(pcmOf(inSession.samples)).toString('base64');
    socket.send(JSON.stringify({ type: 'input_audio_buffer.append', audio }));
  });
  const input = { format: { type: 'audio/pcm', rate: 16_000 }, turn_detection: null };
  socket.once('open', () =>
    socket.send(
      JSON.stringify({ type: 'session.update', session: { type: 'transcription', audio: { input } } }),
    ),
  );

  const inBody = spoken(6);
  const body = new ReadableStream<Uint8Array>({ start: (open) => open.enqueue(pcmOf(inBody.samples)) });
  const response = await fetch(`http://127.0.0.1:${port}/transcribe?stream=true&save=true`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'audio/pcm;rate=16000' },
    body,
    duplex: 'half',
  } as RequestInit);
  let events = '';
  const read = (async () => {
    for await (const chunk of response.body ?? []) events += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  await until('both are on their way', () => deltas.length > 3 && events.includes('transcript-delta'));
  // The disk has what came within a second.
  await until('what came is in their files', async () => {
    const found = recordingPage.parse((await app.json('/recordings/search')).body).recordings;
    return found.length === 2 && found.every(({ status }) => status === 'recording');
  });
  await app.end('SIGKILL');
  await read;

  const next = await RunningApplication.start(home);
  let recordings: readonly Recording[] = [];
  await until('both have their texts', async () => {
    recordings = recordingPage.parse((await next.json('/recordings/search')).body).recordings;
    return recordings.length === 2 && recordings.every(({ status }) => status === 'completed');
  });
  const texts = recordings.map(({ text }) => text);
  assert(
    texts.some((text) => heard(text, inSession) > 0.5),
    texts.join(' | '),
  );
  assert(
    texts.some((text) => heard(text, inBody) > 0.5),
    texts.join(' | '),
  );
  assert.equal(await next.end(), 0);
});
