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

type Refused = readonly [
  name: string,
  path: string,
  headers: Record<string, string>,
  body: NonNullable<RequestInit['body']> | null,
  status: number,
  says: RegExp,
];

const keyOf = (id: string) => `simulated-${id}-key`;
const bearer = (id: string) => ({ authorization: `Bearer ${keyOf(id)}` });
const json = { 'content-type': 'application/json' };
const listening = { authorization: `Token ${keyOf('deepgram')}`, 'content-type': 'audio/wav' };
const whisper = { model: 'whisper-1' };
const transcriptions = '/openai/v1/audio/transcriptions';
const listen = '/deepgram/v1/listen?model=nova-3';
const speech = '/elevenlabs/v1/speech-to-text';
const eleven = { 'xi-api-key': keyOf('elevenlabs') };
const openai = bearer('openai');
const times = { model: 'gpt-4o-transcribe', response_format: 'verbose_json' };
const timed = { model: 'voxtral-mini-latest', language: 'en', timestamp_granularities: 'word' };
const early = form({});
early.append('keyterm', 'x');
const noAudio = Buffer.from('this is no audio, whatever its header says');
const elsewhere = { audio_url: 'https://elsewhere.test/a.wav', speech_models: ['universal-2'] };
const unknownKey = { model: 'stt-async-v5', file_id: 'x', vocabulary: [] };

const refused: readonly Refused[] = [
  ['no key', transcriptions, {}, form(whisper), 401, /invalid_api_key/],
  [
    'the key in another header',
    transcriptions,
    { 'x-api-key': keyOf('openai') },
    form(whisper),
    401,
    /invalid_api_key/,
  ],
  ['the key with another word before it', listen, bearer('deepgram'), wav, 401, /INVALID_AUTH/],
  [
    'a field that there is not',
    transcriptions,
    openai,
    form({ ...whisper, keyterms: 'x' }),
    400,
    /unknown field keyterms/,
  ],
  [
    'a field of another model',
    transcriptions,
    openai,
    form({ model: 'gpt-transcribe', language: 'en' }),
    400,
    /unknown field language/,
  ],
  ['times from a model that has none', transcriptions, openai, form(times), 400, /not compatible/],
  ['a model that there is not', transcriptions, openai, form({ model: 'whisper-9' }), 404, /does not exist/],
  [
    'a file with another extension than its format',
    transcriptions,
    openai,
    form(whisper, 'audio.mp3'),
    400,
    /another format/,
  ],
  ['a file after which fields come', '/xai/v1/stt', bearer('xai'), early, 400, /last field/],
  ['what is no audio', listen, listening, noAudio, 400, /no audio/],
  [
    'a parameter that there is not',
    `${listen}&vocabulary=x`,
    listening,
    wav,
    400,
    /unknown parameter vocabulary/,
  ],
  [
    'language and times together',
    '/mistral/v1/audio/transcriptions',
    bearer('mistral'),
    form(timed),
    422,
    /cannot be combined/,
  ],
  ['a missing field, in the vendor’s own way', speech, eleven, form({}), 422, /model_id is missing/],
  ['a probe without a body, after its key was taken', speech, eleven, null, 422, /Field required/],
  [
    'audio that was never uploaded',
    '/assemblyai/v2/transcript',
    { ...json, authorization: keyOf('assemblyai') },
    JSON.stringify(elsewhere),
    400,
    /leads nowhere/,
  ],
  [
    'a key of JSON that there is not',
    '/soniox/v1/transcriptions',
    { ...json, ...bearer('soniox') },
    JSON.stringify(unknownKey),
    400,
    /unknown field vocabulary/,
  ],
  [
    'a bad key that is answered with 400',
    '/gemini/v1beta/models/gemini-3.5-transcribe:generateContent',
    { ...json, 'x-goog-api-key': 'wrong' },
    '{}',
    400,
    /API_KEY_INVALID/,
  ],
  [
    'a call that there is not',
    '/groq/v1/audio/transcriptions',
    bearer('groq'),
    form({ model: 'whisper-large-v3' }),
    404,
    /no such call/,
  ],
];

for (const [name, path, headers, body, status, says] of refused) {
  test(`the stand-in refuses ${name}`, async () => {
    const answer = await fetch(`${simulator.origin}${path}`, { method: 'POST', headers, body });
    const text = await answer.text();
    assert.equal(answer.status, status, text);
    assert.match(text, says);
  });
}

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
