import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Client } from '@quoth/client';
import { WebSocket } from 'ws';
import { collectingGarbage, collectionsOf } from '../support/collecting-garbage.ts';
import { freePort } from '../support/free-port.ts';
import { isRoot, needsRoot, unmount } from '../support/needs-root.ts';
import { RunningApplication, temporaryHome, testModels, until } from '../support/running-application.ts';
import { WyomingPeer } from '../support/wyoming-peer.ts';
import { pcmOf, spoken, streamingModel } from './live-api.ts';

/** Nothing but zeros would be a hole, for which there is always room. */
const speech = Buffer.from(pcmOf(spoken(0, 1, 2).samples.map((sample) => sample || 1)));

let home: string;
let ballast: string;
let app: RunningApplication;
let client: Client;
let wyomingPort: number;

before(async () => {
  if (!isRoot) return;
  home = temporaryHome();
  ballast = join(home, 'ballast');
  mount('size=300m,mode=700');
  app = await RunningApplication.start(home, ['--api'], collectingGarbage);
  client = await app.controlSocket();
  await client.importModel({ body: { path: join(testModels, `${streamingModel}.gguf`) } });
  await client.createMode({ body: { name: 'Live', model: streamingModel, isDefault: true } });
  wyomingPort = await freePort();
  await client.updateSettings({ body: { wyomingPort, saveWyomingTranscriptions: true } });
  await client.switchWyoming({ body: { enabled: true } });
  // Everything is loaded, and the database as large as it needs to be.
  for (const send of Object.values(ways)) assert.doesNotMatch(await send(), /disk is full/);
  await until('nothing is left over', isQuiet, PATIENCE_S);
  const { bsize, blocks, bfree } = statfsSync(home);
  mount(`remount,size=${(blocks - bfree) * bsize + 4 * 1_048_576},mode=700`);
});
after(async () => {
  if (!isRoot) return;
  await RunningApplication.endAll();
  await unmount(home);
  rmSync(home, { recursive: true, force: true });
});

/** An engine has a lower priority than the tests beside this one, which may keep it from working for a minute. */
const PATIENCE_S = 150;

async function isQuiet(): Promise<boolean> {
  const { queue } = await client.getApplication();
  return queue.running + queue.waiting + readdirSync(join(home, 'spool')).length === 0;
}

const ways: Readonly<Record<string, () => Promise<string>>> = {
  'a body': () => body('/transcribe?stream=true'),
  'a body of which nothing is kept': () => body('/transcribe?stream=true&save=false'),
  'a realtime session': () => realtime(),
  'a Wyoming request': async () => {
    const peer = await WyomingPeer.to(wyomingPort);
    const format = { rate: 16_000, width: 2, channels: 1 };
    peer.send('audio-start', format);
    peer.sendSound({ ...format, bytes: speech });
    peer.send('audio-stop');
    const answer = await peer.text().catch((error: unknown) => String(error));
    peer.end();
    return answer;
  },
};
for (const [name, send] of Object.entries(ways)) {
  test(
    `a disk that fills up while ${name} comes: its sender learns it, what was written is there, and nothing is left open`,
    needsRoot,
    async () => {
      const newest = async () => (await client.searchRecordings({ query: { limit: 1 } })).recordings[0];
      for (const left of [160_000, 0]) {
        const before = await newest();
        writeFileSync(ballast, Buffer.alloc(statfsSync(home).bfree * statfsSync(home).bsize - left));
        const answer = await send();
        assert.match(answer, /disk is full/);
        // A row may find room in the database's own files where the disk has none: then the recording is there, without
        // sound.
        const isKept = /everything recorded until then is there/.test(answer);
        const keepsNothing = name.includes('nothing is kept');
        if (left > 0 || keepsNothing) assert.equal(isKept, !keepsNothing, answer);
        if (!isKept) assert.match(answer, /Nothing of it could be kept/);
        rmSync(ballast);
        await until('nothing is left over', isQuiet, PATIENCE_S);
        if (isKept) await until('what came is kept', async () => (await newest())?.id !== before?.id);
      }
      // Once more, and once again after that: a handle that no one closed ends the application then.
      const enough = collectionsOf(app) + 4;
      await until('garbage is collected', () => collectionsOf(app) >= enough);
      assert.doesNotMatch(readFileSync(join(home, 'logs', 'quoth.log'), 'utf8'), /uncaught/);
      assert.equal(app.child.exitCode, null);
    },
  );
}

async function body(path: string): Promise<string> {
  const headers = { 'content-type': 'audio/pcm;rate=16000' };
  const response = await app.fetch(path, { method: 'POST', headers, body: speech });
  return response.text();
}

/** Sends all of it as one turn; the messages that came. */
async function realtime(): Promise<string> {
  const { port, token } = app.discovery();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/realtime?intent=transcription`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let answers = '';
  const settled = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      answers += String(data);
      if (/\.completed"|_commit_empty|Nothing of it/.test(String(data))) resolve();
    });
    socket.once('close', () => resolve());
  });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve));
  const input = { format: { type: 'audio/pcm', rate: 16_000 }, turn_detection: null };
  const send = (event: object) => socket.send(JSON.stringify(event));
  send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
  for (let at = 0; at < speech.length; at += 16_000)
    send({ type: 'input_audio_buffer.append', audio: speech.subarray(at, at + 16_000).toString('base64') });
  send({ type: 'input_audio_buffer.commit' });
  await settled;
  socket.terminate();
  return answers;
}

function mount(options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', home]);
}
