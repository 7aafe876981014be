import assert from 'node:assert/strict';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient, QuothError, type Transport } from '@quoth/client';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import type { Bridge } from '../bridge.ts';
import { transcribe } from './transcribe.ts';

const recording_id = '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';
const timings = {
  receive_ms: 0,
  queue_ms: 0,
  audio_ms: 0,
  check_ms: 0,
  load_ms: 0,
  decode_ms: 0,
  rewrite_ms: 0,
  save_ms: 0,
  other_ms: 0,
};
const transcription = {
  ok: true,
  text: 'hello there',
  engine: 'e',
  model: 'm',
  language: null,
  duration_s: 2,
  timings,
  latency_ms: 1,
  recording_id,
  words: [{ word: 'hello', start: 0, end: 1 }],
};

/** The tool in a folder of its own, on a server that answers so; `during` happens while it transcribes. */
async function tool(during: (folder: string) => unknown = () => undefined) {
  const folder = temporaryFolder();
  const asked: string[] = [];
  const transport: Transport = async (_url, { body }) => {
    const { captions } = JSON.parse(String(body)) as { captions?: string };
    asked.push(captions ?? 'text');
    await during(folder);
    return Response.json({ ...transcription, ...(captions && { captions: 'captions\n' }) });
  };
  const discovery = { port: 1, pid: 1, started_at: '', api_version: 1, app_version: '1', token: 't' };
  const baseUrl = 'http://127.0.0.1:1';
  const server = { baseUrl, discovery, client: createClient({ fetch: transport, baseUrl }) };
  const bridge: Bridge = {
    config: {
      dataFolder: join(folder, 'data'),
      home: join(folder, 'home'),
      cwd: folder,
      platform: process.platform,
    },
    transport,
    ask: (work) => work(server),
  };
  const call = { bridge, signal: new AbortController().signal, roots: [], report: undefined };
  const run = (args: Record<string, unknown>) => transcribe.call({ file: 'a.wav', ...args }, call);
  return { folder, asked, run };
}

test('a text that could not be written is not lost: the error names the recording', async () => {
  const { run, folder } = await tool((place) => symlink('/tmp', join(place, 'out')));
  await assert.rejects(run({ output_path: 'out/a.txt' }), (error) => {
    assert(error instanceof QuothError);
    assert.equal(error.code, 'FILE_NOT_ALLOWED');
    assert.match(error.hint ?? '', new RegExp(recording_id));
    assert.doesNotMatch(error.message, /looked for/);
    return true;
  });
  assert.deepEqual(await readdir(folder), ['out']);
});

test('a place that is refused is refused before any work', async () => {
  const { run, asked } = await tool();
  for (const output_path of ['.git/a.txt', '/etc/a.txt', 'a.sh'])
    await assert.rejects(run({ output_path }), { code: 'FILE_NOT_ALLOWED' });
  assert.deepEqual(asked, []);
});

test('captions come from the application, which knows the text rules, and are written as they came', async () => {
  const { run, asked, folder } = await tool();
  const { output } = (await run({ output_path: 'new/a.srt' })) as { output: { format: string } };
  assert.equal(output.format, 'srt');
  assert.equal(await readFile(join(folder, 'new', 'a.srt'), 'utf8'), 'captions\n');
  assert.deepEqual(asked, ['srt']);
});
