import assert from 'node:assert/strict';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openAiError, openAiVerboseTranscription, recordingPage } from '@quoth/contract';
import OpenAI from 'openai';
import { applicationTests } from './support/application-tests.ts';
import { rawRequest, statusOf } from './support/raw-request.ts';
import {
  type RunningApplication,
  repeated,
  TINY_TEXT as TEXT,
  tinySpeech,
  until,
} from './support/running-application.ts';

const speech = readFileSync(tinySpeech);
const REPEATS = 30;

let app: RunningApplication;
let openai: OpenAI;
let files: string;
applicationTests({ model: 'quoth-test-en' }, (tests) => {
  ({ application: app, files } = tests);
  openai = clientOf();
});

const clientOf = (options: Partial<ConstructorParameters<typeof OpenAI>[0]> = {}) =>
  new OpenAI({ baseURL: `${app.baseUrl}/v1`, apiKey: app.discovery().token, maxRetries: 0, ...options });
const file = () => createReadStream(tinySpeech);
const count = async () => recordingPage.parse((await app.json('/recordings/search')).body).total;
const isError =
  (status: number, code: string, param: string | null = null) =>
  (error: unknown) => {
    assert(error instanceof OpenAI.APIError, String(error));
    assert.deepEqual([error.status, error.code, error.param], [status, code, param]);
    return true;
  };

test('an untouched client transcribes: only its base URL and key are ours', async () => {
  const { text } = await openai.audio.transcriptions.create({ file: file(), model: 'whisper-1' });
  assert.equal(text, TEXT);
  for (const model of ['gpt-4o-transcribe', 'default', 'quoth-test-en', 'local/quoth-test-en', 'mode:test']) {
    assert.equal((await openai.audio.transcriptions.create({ file: file(), model })).text, TEXT, model);
  }
});

test('every format of the answer', async () => {
  const ask = (response_format: 'text' | 'srt' | 'vtt') =>
    openai.audio.transcriptions.create({ file: file(), model: 'whisper-1', response_format });
  assert.equal(await ask('text'), `${TEXT}\n`);
  assert.match(String(await ask('srt')), /^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\nsave the document/);
  assert.match(String(await ask('vtt')), /^WEBVTT\n\n00:00:0\d\.\d{3} --> /);
  const verbose = openAiVerboseTranscription.parse(
    await openai.audio.transcriptions.create({
      file: file(),
      model: 'whisper-1',
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
      language: 'en',
      temperature: 0.3,
    }),
  );
  assert.deepEqual([verbose.language, verbose.text, verbose.duration], ['english', TEXT, 2.227]);
  assert.equal(verbose.words?.map(({ word }) => word).join(' '), TEXT);
  assert.equal(verbose.segments?.map(({ text }) => text).join(' '), TEXT);
  assert((verbose.segments?.[0]?.avg_logprob ?? 1) <= 0);
  const plain = openAiVerboseTranscription.parse(
    await openai.audio.transcriptions.create({
      file: file(),
      model: 'whisper-1',
      response_format: 'verbose_json',
    }),
  );
  assert.deepEqual([plain.words, plain.segments?.length], [undefined, verbose.segments?.length]);
});

test('prompt and mode have their say; the history is kept as the user has set it', async () => {
  const before = await count();
  const reported = await openai.audio.transcriptions.create({
    file: file(),
    model: 'default',
    prompt: 'DOCUMENT, Please',
  });
  assert.equal(reported.text, TEXT.replace('document', 'DOCUMENT').replace('please', 'Please'));
  await app.send('POST', '/modes', {
    name: 'Shout it',
    model: 'quoth-test-en',
    customVocabulary: ['please => PLEASE'],
  });
  const srt = await openai.audio.transcriptions.create({
    file: file(),
    model: 'mode:Shout it',
    response_format: 'srt',
  });
  assert.match(String(srt), /PLEASE/);
  assert.equal(await count(), before + 2);
  const controlSocket = await app.controlSocket();
  await controlSocket.updateSettings({ body: { saveApiTranscriptions: false } });
  assert.equal((await openai.audio.transcriptions.create({ file: file(), model: 'default' })).text, TEXT);
  assert.equal(await count(), before + 2);
  await controlSocket.updateSettings({ body: { saveApiTranscriptions: true } });
});

test('a stream gives stable text early, and its deltas are the whole text', async () => {
  const long = join(files, 'long.wav');
  writeFileSync(long, repeated(speech, REPEATS));
  const controlSocket = await app.controlSocket();
  for (const save of [true, false]) {
    await controlSocket.updateSettings({ body: { saveApiTranscriptions: save } });
    const stream = await openai.audio.transcriptions.create({
      file: createReadStream(long),
      model: 'whisper-1',
      prompt: 'Document, please save',
      stream: true,
    });
    const deltas: string[] = [];
    let whole: string | undefined;
    let wasRunning = false;
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') {
        wasRunning ||= (await controlSocket.getApplication()).queue.running === 1;
        deltas.push(event.delta);
      } else if (event.type === 'transcript.text.done') whole = event.text;
    }
    assert(wasRunning, 'the first text came while the work went on');
    assert(deltas.length >= 2, JSON.stringify(deltas));
    assert.equal(deltas.join(''), whole);
    // Only the first begins after a pause.
    assert.equal(whole?.toLowerCase(), Array(REPEATS).fill(TEXT).join(' ').toLowerCase());
    assert.match(whole ?? '', /^save the Document please save/);
  }
  await controlSocket.updateSettings({ body: { saveApiTranscriptions: true } });
});

test('who leaves a stream stops the work', async () => {
  const long = join(files, 'long.wav');
  writeFileSync(long, repeated(speech, REPEATS));
  const stream = await openai.audio.transcriptions.create({
    file: createReadStream(long),
    model: 'default',
    stream: true,
  });
  for await (const event of stream) {
    assert.equal(event.type, 'transcript.text.delta');
    break;
  }
  const controlSocket = await app.controlSocket();
  await until('the engine is free', async () => (await controlSocket.getApplication()).queue.running === 0);
  const { body } = await app.json('/recordings/search?limit=1');
  assert.equal(recordingPage.parse(body).recordings[0]?.status, 'cancelled');
});

test('audio without speech is an empty text, streamed too', async () => {
  const silence = join(files, 'silence.wav');
  writeFileSync(silence, Buffer.concat([speech.subarray(0, 44), Buffer.alloc(speech.length - 44)]));
  const ask = { file: createReadStream(silence), model: 'default' };
  const verbose = await openai.audio.transcriptions.create({ ...ask, response_format: 'verbose_json' });
  assert.deepEqual([verbose.text, verbose.duration], ['', 2.227]);
  const events = [];
  const stream = await openai.audio.transcriptions.create({
    ...ask,
    file: createReadStream(silence),
    stream: true,
  });
  for await (const event of stream) events.push(event);
  assert.deepEqual(events, [{ type: 'transcript.text.done', text: '' }]);
});

test('models are listed and looked up', async () => {
  const ids = [];
  for await (const model of openai.models.list()) ids.push(model.id);
  assert.deepEqual(ids.slice(0, 3), ['default', 'whisper-1', 'moonshine-tiny-included']);
  assert(ids.includes('mode:Voice to text'));
  for (const id of [...ids, 'gpt-4o-mini-transcribe', 'local/moonshine-tiny-included', 'mode:hyper']) {
    const found = await openai.models.retrieve(id);
    assert.deepEqual([found.object, found.id.toLowerCase()], ['model', id.toLowerCase()]);
  }
  await assert.rejects(openai.models.retrieve('gpt-5'), isError(404, 'model_not_found', 'model'));
});

test('what cannot be done has the status and shape of OpenAI’s errors', async () => {
  const create = (fields: object) =>
    openai.audio.transcriptions.create({ file: file(), model: 'default', ...fields });
  await assert.rejects(create({ model: 'gpt-4o' }), isError(404, 'model_not_found', 'model'));
  await assert.rejects(create({ model: 'mode:none' }), isError(404, 'model_not_found', 'model'));
  await assert.rejects(create({ language: 'english!' }), isError(400, 'invalid_value', 'language'));
  await assert.rejects(
    create({ model: 'mode:Voice to text', language: 'eo' }),
    isError(404, 'model_not_installed', 'model'),
  );
  await assert.rejects(create({ temperature: 3 }), isError(400, 'invalid_value', 'temperature'));
  await assert.rejects(
    create({ response_format: 'diarized_json' }),
    isError(400, 'invalid_value', 'response_format'),
  );
  await assert.rejects(
    create({ response_format: 'srt', stream: true }),
    isError(400, 'invalid_value', 'stream'),
  );
  await assert.rejects(
    create({ file: new File(['no audio'], 'a.wav') }),
    isError(400, 'audio_decode_failed', 'file'),
  );
  await assert.rejects(
    openai.audio.translations.create({ file: file(), model: 'moonshine-tiny-included' }),
    isError(400, 'invalid_value'),
  );
  await assert.rejects(
    clientOf({ apiKey: 'wrong' }).audio.transcriptions.create({ file: file(), model: 'whisper-1' }),
    isError(401, 'invalid_api_key'),
  );
  await assert.rejects(
    openai.chat.completions.create({ model: 'x', messages: [] }),
    isError(404, 'unknown_url'),
  );
});

test('refusals before any handler have that shape below /v1, and ours elsewhere', async () => {
  const { port, token } = app.discovery();
  const authorization = { authorization: `Bearer ${token}` };
  const json = { 'content-type': 'application/json' };
  const cases: readonly [status: number, code: string, path: string, init: RequestInit][] = [
    [401, 'invalid_api_key', '/v1/models', {}],
    [403, 'forbidden_origin', '/v1/models', { headers: { ...authorization, origin: 'http://evil.example' } }],
    [404, 'unknown_url', '/v1/nothing', { headers: authorization }],
    [405, 'method_not_supported', '/v1/models', { method: 'DELETE', headers: authorization }],
    [
      415,
      'unsupported_media_type',
      '/v1/audio/transcriptions',
      { method: 'POST', headers: { ...authorization, ...json }, body: '{}' },
    ],
  ];
  for (const [status, code, at, init] of cases) {
    const response = await fetch(`${app.baseUrl}${at}`, init);
    const { error } = openAiError.parse(await response.json());
    assert.deepEqual([response.status, error.code], [status, code], at);
    assert(response.headers.has('x-request-id'));
    if (status === 405) assert.equal(response.headers.get('allow'), 'GET, HEAD');
  }
  const huge = await rawRequest(
    port,
    `POST /v1/audio/transcriptions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 3000000000\r\n\r\n`,
  );
  assert.deepEqual([statusOf(huge), /"code":"payload_too_large"/.test(huge)], [413, true]);
  const controlSocket = await app.controlSocket();
  await controlSocket.updateSettings({ body: { queueWaiting: 1 } });
  const long = repeated(speech, REPEATS);
  const ids = [];
  for (let index = 0; index < 2; index++) {
    const { body } = await app.json('/transcribe?async=true', {
      method: 'POST',
      headers: { 'content-type': 'audio/wav' },
      body: long,
    });
    ids.push(body.recording_id);
  }
  const full = await openai.audio.transcriptions
    .create({ file: file(), model: 'default' })
    .catch((error: unknown) => error);
  isError(429, 'rate_limit_exceeded')(full);
  assert.equal((full as InstanceType<typeof OpenAI.APIError>).headers?.get('retry-after'), '2');
  for (const id of ids.reverse()) await app.json(`/recordings/${id}/cancel`, { method: 'POST' });
  await controlSocket.updateSettings({ body: { queueWaiting: 16 } });
  assert.match(await (await fetch(`${app.baseUrl}/modes`)).text(), /^\{"ok":false/);
});
