import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { simulatorForTests } from './simulator-for-tests.ts';

// The stand-in is only worth something if it refuses what a vendor would refuse.
const wav = readFileSync(
  join(import.meta.dirname, '../../../packages/audio/src/fixtures/sentences/01-hello-world.wav'),
);

const simulator = await simulatorForTests();

function form(fields: Readonly<Record<string, string>>, name = 'audio.wav', type = 'audio/wav'): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.append(key, value);
  data.append('file', new Blob([wav], { type }), name);
  return data;
}

const keyOf = (id: string) => `simulated-${id}-key`;
const bearer = (id: string) => ({ authorization: `Bearer ${keyOf(id)}` });
const json = { 'content-type': 'application/json' };
const listening = { authorization: `Token ${keyOf('deepgram')}`, 'content-type': 'audio/wav' };
const whisper = { model: 'whisper-1' };
const calls = {
  openai: ['/openai/v1/audio/transcriptions', bearer('openai')],
  deepgram: ['/deepgram/v1/listen?model=nova-3', listening],
  elevenlabs: ['/elevenlabs/v1/speech-to-text', { 'xi-api-key': keyOf('elevenlabs') }],
  xai: ['/xai/v1/stt', bearer('xai')],
  mistral: ['/mistral/v1/audio/transcriptions', bearer('mistral')],
  assemblyai: ['/assemblyai/v2/transcript', { ...json, authorization: keyOf('assemblyai') }],
  soniox: ['/soniox/v1/transcriptions', { ...json, ...bearer('soniox') }],
  gemini: [
    '/gemini/v1beta/models/gemini-3.5-transcribe:generateContent',
    { ...json, 'x-goog-api-key': 'wrong' },
  ],
  // The path of most of the others.
  groq: ['/groq/v1/audio/transcriptions', bearer('groq')],
} as const;
const elsewhere = JSON.stringify({
  audio_url: 'https://elsewhere.test/a.wav',
  speech_models: ['universal-2'],
});
const unknownKey = JSON.stringify({ model: 'stt-async-v5', file_id: 'x', vocabulary: [] });
const timed = { model: 'voxtral-mini-latest', language: 'en', timestamp_granularities: 'word' };
const early = form({});
early.append('keyterm', 'x');
const inTimes = form({ model: 'gpt-4o-transcribe', response_format: 'verbose_json' });
const ofAnother = form({ model: 'gpt-transcribe', language: 'en' });

type Body = NonNullable<RequestInit['body']> | null;
const refused: readonly (readonly [
  name: string,
  call: keyof typeof calls,
  body: Body,
  status: number,
  says: RegExp,
  headers?: Record<string, string>,
])[] = [
  ['no key', 'openai', form(whisper), 401, /invalid_api_key/, {}],
  [
    'the key in another header',
    'openai',
    form(whisper),
    401,
    /invalid_api_key/,
    { 'x-api-key': keyOf('openai') },
  ],
  ['the key with another word before it', 'deepgram', wav, 401, /INVALID_AUTH/, bearer('deepgram')],
  ['a field that there is not', 'openai', form({ ...whisper, keyterms: 'x' }), 400, /unknown field keyterms/],
  ['a field of another model', 'openai', ofAnother, 400, /unknown field language/],
  ['times from a model that has none', 'openai', inTimes, 400, /not compatible/],
  ['a model that there is not', 'openai', form({ model: 'whisper-9' }), 404, /does not exist/],
  ['a file with another extension', 'openai', form(whisper, 'audio.mp3'), 400, /another format/],
  ['a file after which fields come', 'xai', early, 400, /last field/],
  [
    'what is no audio',
    'deepgram',
    Buffer.from('this is no audio, whatever its header says'),
    400,
    /no audio/,
  ],
  ['language and times together', 'mistral', form(timed), 422, /cannot be combined/],
  ['a missing field, in the vendor’s own way', 'elevenlabs', form({}), 422, /model_id is missing/],
  ['a probe without a body, after its key was taken', 'elevenlabs', null, 422, /Field required/],
  ['audio that was never uploaded', 'assemblyai', elsewhere, 400, /leads nowhere/],
  ['a key of JSON that there is not', 'soniox', unknownKey, 400, /Unrecognized key.*vocabulary/],
  ['a bad key that is answered with 400', 'gemini', '{}', 400, /API_KEY_INVALID/],
  ['a call that there is not', 'groq', form({ model: 'whisper-large-v3' }), 404, /no such call/],
];

async function answered(path: string, headers: Record<string, string>, body: Body) {
  const answer = await fetch(`${simulator.origin}${path}`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

for (const [name, call, body, status, says, headers] of refused) {
  test(`the stand-in refuses ${name}`, async () => {
    const [path, own] = calls[call];
    const answer = await answered(path, headers ?? own, body);
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.text, says);
  });
}

test('the stand-in refuses a parameter that there is not', async () => {
  const { status, text } = await answered(`${calls.deepgram[0]}&vocabulary=x`, listening, wav);
  assert.equal(status, 400);
  assert.match(text, /unknown parameter vocabulary/);
});

test('as a process it says where it is, and ends with its standard input', async () => {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  try {
    const [line = ''] = await new Promise<string[]>((resolve) =>
      createInterface(child.stdout).once('line', (text) => resolve([text])),
    );
    const { origin, keys } = JSON.parse(line) as { origin: string; keys: Record<string, string> };
    const answer = await fetch(`${origin}/openai/v1/models`, {
      headers: { authorization: `Bearer ${keys.openai}` },
    });
    assert.equal(answer.status, 200);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    assert.equal(await ended, 0);
  } finally {
    child.kill('SIGKILL');
  }
});
