import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { serveBridge } from '@quoth/bridge';
import { silentLogger, theUser } from '@quoth/core';
import { WyomingServer } from '@quoth/wyoming';
import { StartedApi, speech } from '../named-tokens/started-api.ts';
import { freePort } from '../support/free-port.ts';
import { rawRequest, statusOf } from '../support/raw-request.ts';
import { tinySpeech } from '../support/running-application.ts';
import { soundOf, WyomingPeer } from '../support/wyoming-peer.ts';
import { assertFits } from './shapes.ts';

// The recorded traffic of clients that exist, and what they read of the answers. A change that breaks one of them is no
// refactoring.

const folder = mkdtempSync(join(tmpdir(), 'quoth-replay-'));
let api: StartedApi;
let values: Readonly<Record<string, string>>;
before(async () => {
  copyFileSync(tinySpeech, join(folder, 'talk.wav'));
  api = await StartedApi.start({ model: 'quoth-test-en' });
  await api.core.settings.update({ allowedFolders: [folder], saveApiTranscriptions: true });
  const { body } = await api.user.json('/transcribe', {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: speech,
  });
  values = {
    port: String(api.discovery.port),
    token: api.discovery.token,
    folder,
    file: join(folder, 'talk.wav'),
    mode: api.core.modes.list()[0]?.id ?? '',
    recording: String(body.recording_id),
    engine: String(body.engine),
    model: String(body.model),
  };
});
after(() => api.close());

/** The lines of a recording, filled in: what is sent, and what comes. */
function traffic(name: string): { readonly sent: boolean; readonly text: string }[] {
  return readFileSync(join(import.meta.dirname, 'traffic', `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => /^[<>]/.test(line))
    .map((line) => ({
      sent: line.startsWith('>'),
      text: line.slice(2).replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole),
    }));
}

/** A request as its bytes, the sound in its place and its length in the header. */
function bytesOf(lines: readonly string[]): Buffer {
  const [head = '', ...rest] = lines.join('\r\n').split(/(?<=\r\n)\r\n|(?<=^[^\n]*)\r\n\r\n/);
  const parts = rest
    .join('\r\n')
    .split('{audio}')
    .map((part) => Buffer.from(part));
  const body = Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [speech, part])));
  return Buffer.concat([Buffer.from(`${head.replace('{length}', String(body.length))}\r\n`), body]);
}

/** Whether all of an answer on a connection that stays open is here. */
function isWhole(answer: string): boolean {
  const [, head = '', body] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(answer) ?? [];
  if (body === undefined) return false;
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return length === undefined ? body.endsWith('0\r\n\r\n') : Buffer.byteLength(body) >= Number(length);
}

/** The body, out of its chunks where it came in some. */
function bodyOf(answer: string): string {
  const [, head = '', body = ''] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(answer) ?? [];
  return /^transfer-encoding: chunked$/im.test(head) ? body.replace(/(^|\r\n)[0-9a-f]+\r\n/g, '') : body;
}

for (const client of ['openai-node', 'hyperwhisper-bridge']) {
  test(`${client}: each request, and what is read of the answer`, async () => {
    const lines = traffic(client);
    while (lines.length > 0) {
      const end = lines.findIndex(({ sent }) => !sent);
      const request = lines.splice(0, end).map(({ text }) => text);
      const [status, expected] = lines.splice(0, 2).map(({ text }) => text);
      // The tiny model does not translate.
      const model = request[0]?.includes('/translations') ? 'auto' : 'quoth-test-en';
      await api.core.modes.update(values.mode ?? '', { model }, theUser);
      const answer = await rawRequest(api.discovery.port, bytesOf(request), { test: isWhole });
      const body = bodyOf(answer);
      const name = `${request[0]}: ${body.slice(0, 300)}`;
      assert.equal(statusOf(answer), Number(status), name);
      const written: unknown = JSON.parse(expected ?? '');
      assertFits(typeof written === 'string' ? body : JSON.parse(body), written, name);
    }
  });
}

for (const revision of ['2025-11-25', '2026-07-28']) {
  test(`the MCP SDK's client, ${revision}: each message, and what is read of the answers`, async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const ending = new AbortController();
    const dataFolder = dirname(api.server.state().discovery_file);
    const config = { dataFolder, home: folder, cwd: tmpdir(), platform: process.platform };
    const served = serveBridge({ config, stdin, stdout, signal: ending.signal });
    const answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
    for (const { sent, text } of traffic(`mcp-sdk-${revision}`)) {
      if (sent) stdin.write(`${text}\n`);
      else assertFits(JSON.parse(String((await answers.next()).value)), JSON.parse(text), text.slice(0, 60));
    }
    ending.abort();
    await served;
  });
}

test('Home Assistant: each event, and what is read of the answers', async () => {
  const { core } = api;
  await core.settings.update({ wyomingPort: await freePort() });
  const server = new WyomingServer({ core, logger: silentLogger });
  await server.switch(true);
  try {
    const peer = await WyomingPeer.to(server.state().port);
    for (const { sent, text } of traffic('home-assistant')) {
      const [, type = '', data = '{}'] = /^(\S+) ?(.*)$/.exec(text) ?? [];
      const fields = JSON.parse(data || '{}') as Record<string, unknown>;
      if (!sent) {
        let event = await peer.next();
        // It skips what it does not know, such as the parts of a transcript.
        while (event.type.startsWith('transcript-')) event = await peer.next();
        assertFits(event, { type, data: fields }, text);
      } else if (type === 'audio-chunk') peer.sendSound(soundOf(speech));
      else peer.send(type, fields);
    }
    peer.socket.destroy();
  } finally {
    await server.close();
  }
});
