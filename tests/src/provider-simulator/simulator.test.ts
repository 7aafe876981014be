import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { ProviderSimulator } from './simulator.ts';

// The stand-in is only worth something if it refuses what a vendor would refuse.
const wav = readFileSync(
  join(import.meta.dirname, '../../../packages/audio/src/fixtures/sentences/01-hello-world.wav'),
);

let simulator: ProviderSimulator;
before(async () => {
  simulator = await ProviderSimulator.start();
});
after(() => simulator.close());

function form(fields: Readonly<Record<string, string>>, name = 'audio.wav', type = 'audio/wav'): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.append(key, value);
  data.append('file', new Blob([wav], { type }), name);
  return data;
}

const bearer = (id: string) => ({ authorization: `Bearer ${simulator.key(id)}` });

interface Refused {
  readonly name: string;
  readonly path: string;
  readonly headers: () => Record<string, string>;
  readonly body: () => RequestInit['body'];
  readonly status: number;
  readonly says: RegExp;
}

const whisper = { model: 'whisper-1' };
const transcriptions = '/openai/v1/audio/transcriptions';
const json = (id: string) => ({ ...bearer(id), 'content-type': 'application/json' });

const refused: readonly Refused[] = [
  {
    name: 'no key',
    path: transcriptions,
    headers: () => ({}),
    body: () => form(whisper),
    status: 401,
    says: /invalid_api_key/,
  },
  {
    name: 'the key in another header',
    path: transcriptions,
    headers: () => ({ 'x-api-key': simulator.key('openai') }),
    body: () => form(whisper),
    status: 401,
    says: /invalid_api_key/,
  },
  {
    name: 'the key with another word before it',
    path: '/deepgram/v1/listen?model=nova-3',
    headers: () => bearer('deepgram'),
    body: () => wav,
    status: 401,
    says: /INVALID_AUTH/,
  },
  {
    name: 'a field that there is not',
    path: transcriptions,
    headers: () => bearer('openai'),
    body: () => form({ ...whisper, keyterms: 'x' }),
    status: 400,
    says: /unknown field keyterms/,
  },
  {
    name: 'a field of another model',
    path: transcriptions,
    headers: () => bearer('openai'),
    body: () => form({ model: 'gpt-transcribe', language: 'en' }),
    status: 400,
    says: /unknown field language/,
  },
  {
    name: 'times from a model that has none',
    path: transcriptions,
    headers: () => bearer('openai'),
    body: () => form({ model: 'gpt-4o-transcribe', response_format: 'verbose_json' }),
    status: 400,
    says: /not compatible/,
  },
  {
    name: 'a model that there is not',
    path: transcriptions,
    headers: () => bearer('openai'),
    body: () => form({ model: 'whisper-9' }),
    status: 404,
    says: /does not exist/,
  },
  {
    name: 'a file with another extension than its format',
    path: transcriptions,
    headers: () => bearer('openai'),
    body: () => form(whisper, 'audio.mp3'),
    status: 400,
    says: /another format/,
  },
  {
    name: 'a file after which fields come',
    path: '/xai/v1/stt',
    headers: () => bearer('xai'),
    body: () => {
      const data = form({});
      data.append('keyterm', 'x');
      return data;
    },
    status: 400,
    says: /last field/,
  },
  {
    name: 'what is no audio',
    path: '/deepgram/v1/listen?model=nova-3',
    headers: () => ({ authorization: `Token ${simulator.key('deepgram')}`, 'content-type': 'audio/wav' }),
    body: () => Buffer.from('this is no audio, whatever its header says'),
    status: 400,
    says: /no audio/,
  },
  {
    name: 'a parameter that there is not',
    path: '/deepgram/v1/listen?model=nova-3&vocabulary=x',
    headers: () => ({ authorization: `Token ${simulator.key('deepgram')}`, 'content-type': 'audio/wav' }),
    body: () => wav,
    status: 400,
    says: /unknown parameter vocabulary/,
  },
  {
    name: 'language and times together',
    path: '/mistral/v1/audio/transcriptions',
    headers: () => bearer('mistral'),
    body: () => form({ model: 'voxtral-mini-latest', language: 'en', timestamp_granularities: 'word' }),
    status: 422,
    says: /cannot be combined/,
  },
  {
    name: 'a missing field, in the vendor’s own way',
    path: '/elevenlabs/v1/speech-to-text',
    headers: () => ({ 'xi-api-key': simulator.key('elevenlabs') }),
    body: () => form({}),
    status: 422,
    says: /model_id is missing/,
  },
  {
    name: 'a probe without a body, after its key was taken',
    path: '/elevenlabs/v1/speech-to-text',
    headers: () => ({ 'xi-api-key': simulator.key('elevenlabs') }),
    body: () => null,
    status: 422,
    says: /Field required/,
  },
  {
    name: 'audio that was never uploaded',
    path: '/assemblyai/v2/transcript',
    headers: () => ({ authorization: simulator.key('assemblyai'), 'content-type': 'application/json' }),
    body: () => JSON.stringify({ audio_url: 'https://elsewhere.test/a.wav', speech_models: ['universal-2'] }),
    status: 400,
    says: /leads nowhere/,
  },
  {
    name: 'a key of JSON that there is not',
    path: '/soniox/v1/transcriptions',
    headers: () => json('soniox'),
    body: () => JSON.stringify({ model: 'stt-async-v5', file_id: 'x', vocabulary: [] }),
    status: 400,
    says: /unknown field vocabulary/,
  },
  {
    name: 'a bad key that is answered with 400',
    path: '/gemini/v1beta/models/gemini-3.5-transcribe:generateContent',
    headers: () => ({ 'x-goog-api-key': 'wrong', 'content-type': 'application/json' }),
    body: () => '{}',
    status: 400,
    says: /API_KEY_INVALID/,
  },
  {
    name: 'a call that there is not',
    path: '/groq/v1/audio/transcriptions',
    headers: () => bearer('groq'),
    body: () => form({ model: 'whisper-large-v3' }),
    status: 404,
    says: /no such call/,
  },
];

for (const { name, path, headers, body, status, says } of refused) {
  test(`the stand-in refuses ${name}`, async () => {
    const answer = await fetch(`${simulator.origin}${path}`, {
      method: 'POST',
      headers: headers(),
      body: body() ?? null,
    });
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
