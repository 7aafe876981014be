import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLogger } from '@quoth/core';
import { WyomingServer } from '@quoth/wyoming';
import type { StartedApi } from '../named-tokens/started-api.ts';
import { freePort } from '../support/free-port.ts';
import { type PeerEvent, WyomingPeer } from '../support/wyoming-peer.ts';
import { heard, pcmOf, spoken, startLiveApi } from './live-api.ts';

let api: StartedApi;
let server: WyomingServer;
before(async () => {
  api = await startLiveApi();
  server = new WyomingServer({ core: api.core, logger: silentLogger });
  await api.core.settings.update({ wyomingPort: await freePort() });
  assert.equal((await server.switch(true)).running, true);
});
after(async () => {
  await server.close();
  await api.close();
});

test('a client of Wyoming has the first words before it has said that the speech has ended', async () => {
  const said = spoken(1);
  const sound = { rate: 16_000, width: 2, channels: 1, bytes: Buffer.from(pcmOf(said.samples)) };
  const peer = await WyomingPeer.to(server.state().port);
  peer.send('transcribe', { language: 'en' });
  peer.sendSound(sound);
  const early: PeerEvent[] = [await peer.next(), await peer.next()];
  assert.deepEqual(
    early.map(({ type }) => type),
    ['transcript-start', 'transcript-chunk'],
  );
  peer.send('audio-stop');
  let text = String(early[1]?.data.text);
  for (let event = await peer.next(); event.type !== 'transcript-stop'; event = await peer.next()) {
    if (event.type === 'transcript-chunk') text += String(event.data.text);
    else assert.deepEqual([event.type, event.data.text], ['transcript', text]);
  }
  assert(heard(text, said) > 0.8, text);
  peer.end();
});

test('a client that closes its sending side after audio-stop gets its text, and then the connection is closed', async () => {
  const said = spoken(7);
  const peer = await WyomingPeer.to(server.state().port);
  const sound = { rate: 16_000, width: 2, channels: 1, bytes: Buffer.from(pcmOf(said.samples)) };
  peer.sendSound(sound);
  peer.send('audio-stop');
  peer.socket.end();
  const text = await peer.text();
  assert(heard(text, said) > 0.5, text);
  assert.deepEqual(await peer.closed(), []);
});
