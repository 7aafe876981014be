import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { audioFormats, contentTypeOf, recordingPage } from '@quoth/contract';
import { applicationTests } from './support/application-tests.ts';
import { rawRequest, statusOf } from './support/raw-request.ts';
import {
  type Answer,
  type RunningApplication,
  repeated,
  sample,
  tinySpeech,
  until,
} from './support/running-application.ts';

let app: RunningApplication;
let files: string;
applicationTests({ model: 'quoth-test-en' }, (tests) => {
  ({ application: app, files } = tests);
});
afterEach(async () => {
  // Whatever was sent, the server lives on and nothing is left of it.
  assert.equal((await fetch(`${app.baseUrl}/health`)).status, 200);
  await until('nothing is left in incoming', () => readdirSync(join(app.home, 'incoming')).length === 0);
});

const speech = () => readFileSync(tinySpeech);
const code = ({ body }: Answer) => body.error?.code;
const upload = (body: Uint8Array<ArrayBuffer>, query = '', type = 'audio/wav') =>
  app.json(`/transcribe${query}`, { method: 'POST', headers: { 'content-type': type }, body });
const file = (name: string, content: Uint8Array | string) => {
  const path = join(files, name);
  writeFileSync(path, content);
  return path;
};

test('bodies that are no JSON, of wrong types, too deep, too large, of the wrong type', async () => {
  const deep = `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const cases: readonly [method: string, path: string, body: string, status: number, code: string][] = [
    ['POST', '/modes', '', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', 'not json', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": "x"', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', '[]', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', 'null', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', '5', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": 5}', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": "x", "punctuation": "yes"}', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": "x", "preset": 1}', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": "x", "postProcessingMode": "1"}', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": "x", "customVocabulary": ["a", 1]}', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', deep, 400, 'INVALID_REQUEST'],
    ['POST', '/modes', '{}', 200, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": null}', 400, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": "x", "customVocabulary": [null]}', 400, 'INVALID_REQUEST'],
    [
      'POST',
      '/transcribe',
      `{"audio_base64": null, "x": "${'x'.repeat(1_100_000)}"}`,
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['POST', '/modes', '{"name": ""}', 200, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": "a\\u0000b"}', 200, 'INVALID_REQUEST'],
    ['POST', '/modes', `{"name": "${'x'.repeat(10_000)}"}`, 200, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": "x", "preset": "nonsense"}', 200, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": "x", "sortOrder": 1.5}', 200, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": "x", "postProcessingMode": 7}', 200, 'INVALID_REQUEST'],
    ['POST', '/modes', '{"name": "x", "language": "not a language"}', 200, 'INVALID_REQUEST'],
    ['POST', '/modes', `{"name": "x", "x": "${'x'.repeat(1_100_000)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['POST', '/transcribe', `{"x": "${'x'.repeat(1_100_000)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['POST', '/transcribe', '{}', 200, 'INVALID_REQUEST'],
    // What is wrong with the request comes before what the machine lacks.
    ['POST', '/transcribe', '{"model": "no-such-model"}', 200, 'INVALID_REQUEST'],
    ['POST', '/transcribe', '{"engine": "whisper"}', 200, 'INVALID_REQUEST'],
    ['POST', '/transcribe', '{"engine": "canary", "file": "/tmp/x.wav"}', 200, 'MODEL_NOT_INSTALLED'],
    ['POST', '/transcribe', '{"file": 5}', 400, 'INVALID_REQUEST'],
    ['POST', '/transcribe', '{"audio_base64": "%%%%"}', 200, 'INVALID_REQUEST'],
    ['POST', '/transcribe', '{"audio_base64": "AAAAA"}', 200, 'INVALID_REQUEST'],
    ['POST', '/transcribe', '{"audio_base64": ""}', 200, 'AUDIO_DECODE_FAILED'],
    ['POST', '/transcribe', '{"audio_base64": "aGVsbG8gd29ybGQ="}', 200, 'AUDIO_DECODE_FAILED'],
    ['POST', '/transcribe', '{"timestamp_granularities": "word", "file": "/tmp/x"}', 400, 'INVALID_REQUEST'],
    [
      'POST',
      '/transcribe',
      '{"timestamp_granularities": ["nonsense"], "file": "/tmp/x"}',
      200,
      'INVALID_REQUEST',
    ],
  ];
  for (const [method, path, body, status, expected] of cases) {
    const answer = await app.send(method, path, body);
    assert.deepEqual([answer.status, code(answer)], [status, expected], `${path} ${body.slice(0, 60)}`);
    assert(answer.body.error?.message);
    if (status === 400) assert(Array.isArray(answer.body.error?.details), body.slice(0, 60));
  }
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'text/json',
  ]) {
    const answer = await app.json('/modes', {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"name": "x"}',
    });
    assert.deepEqual([answer.status, code(answer)], [415, 'UNSUPPORTED_MEDIA_TYPE'], type);
    assert.match(answer.body.error?.hint ?? '', /application\/json/);
  }
  const plain = await app.json('/transcribe', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  });
  const hint = plain.body.error?.hint ?? '';
  const named: readonly string[] = hint.match(/[a-z]+\/[a-z*-]+/g) ?? [];
  assert.deepEqual(named.slice(0, 2), ['application/json', 'multipart/form-data'], hint);
  // What is named is taken, and every format's own type is named.
  const types = [...audioFormats.map(contentTypeOf), 'application/ogg', 'application/octet-stream'];
  for (const type of types) {
    assert(named.includes(type) || named.includes(type.replace(/\/.*/, '/*')), type);
    const answer = await app.json('/transcribe', {
      method: 'POST',
      headers: { 'content-type': type },
      body: 'x',
    });
    assert.deepEqual([answer.status, code(answer)], [200, 'AUDIO_DECODE_FAILED'], type);
  }
  const { port, token } = app.discovery();
  const declared = await rawRequest(
    port,
    `POST /transcribe HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: audio/wav\r\nContent-Length: 3000000000\r\n\r\n`,
  );
  assert.equal(statusOf(declared), 413);
});

test('both sources, or forms that make no sense', async () => {
  const both = await app.send('POST', '/transcribe', { file: '/tmp/x.wav', audio_base64: 'AAAA' });
  assert.deepEqual([both.status, code(both)], [200, 'INVALID_REQUEST']);
  const post = (form: FormData) => app.json('/transcribe', { method: 'POST', body: form });
  const blob = new Blob([speech()]);
  const form = (...parts: readonly [string, Blob | string][]) => {
    const made = new FormData();
    for (const [name, value] of parts)
      typeof value === 'string' ? made.append(name, value) : made.append(name, value, 'x.wav');
    return made;
  };
  for (const [name, made] of [
    ['no file', form(['language', 'en'])],
    ['two files', form(['file', blob], ['file', blob])],
    ['another name', form(['audio', blob])],
    ['a wrong option', form(['file', blob], ['save', 'perhaps'])],
    ['a wrong option before it', form(['language', '!!'], ['file', blob])],
  ] as const) {
    assert.equal(code(await post(made)), 'INVALID_REQUEST', name);
  }
  const multipart = (body: string, type = 'multipart/form-data; boundary=X') =>
    app.json('/transcribe', { method: 'POST', headers: { 'content-type': type }, body });
  const cutOff = '--X\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF';
  for (const answer of [
    await multipart(cutOff),
    await multipart('nonsense'),
    await multipart('x', 'multipart/form-data'),
  ]) {
    assert.deepEqual([answer.status, code(answer)], [400, 'INVALID_REQUEST']);
    assert.deepEqual(answer.body.error?.details, [
      { path: '', message: 'not multipart/form-data with a boundary' },
    ]);
  }
});

test('an unknown engine, model or mode is said before anything about the audio, on every way in', async () => {
  const wrong = [
    ['engine', 'nonsense', 'INVALID_REQUEST'],
    ['model', 'nonsense', 'MODEL_NOT_FOUND'],
    ['mode_id', 'nonsense', 'MODE_NOT_FOUND'],
  ] as const;
  const noAudio = new Blob(['this is no audio'.repeat(10_000)]);
  for (const [field, value, expected] of wrong) {
    const form = (first: boolean) => {
      const data = new FormData();
      if (first) data.set(field, value);
      data.set('file', first ? noAudio : new Blob(['no audio']), 'talk.wav');
      if (!first) data.set(field, value);
      return data;
    };
    const json = (audio: object) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...audio, [field]: value }),
    });
    const ways: Readonly<Record<string, RequestInit>> = {
      base64: json({ audio_base64: 'AAAA' }),
      path: json({ file: '/nowhere/talk.wav' }),
      'form, field first': { body: form(true) },
      'form, file first': { body: form(false) },
    };
    for (const [way, init] of Object.entries(ways)) {
      assert.equal(
        code(await app.json('/transcribe', { method: 'POST', ...init })),
        expected,
        `${way}, ${field}`,
      );
    }
    const raw = await upload(Buffer.from('no audio'), `?${field}=${value}`);
    assert.equal(code(raw), expected, `raw, ${field}`);
  }
  const dialect = new FormData();
  dialect.set('file', new Blob(['no audio']), 'talk.wav');
  dialect.set('model', 'nonsense');
  const answer = await app.json('/v1/audio/transcriptions', { method: 'POST', body: dialect });
  assert.equal(code(answer), 'model_not_found');
});

test('files that are none, or lie where they may not', async () => {
  mkdirSync(join(files, 'folder.wav'));
  execFileSync('mkfifo', [join(files, 'pipe.wav')]);
  symlinkSync('/etc/passwd', join(files, 'link.wav'));
  const cases: readonly [path: string, expected: string][] = [
    [join(files, 'missing.wav'), 'FILE_NOT_FOUND'],
    [join(files, 'folder.wav'), 'FILE_NOT_ALLOWED'],
    [join(files, 'pipe.wav'), 'FILE_NOT_ALLOWED'],
    [join(files, 'link.wav'), 'FILE_NOT_ALLOWED'],
    ['/dev/zero', 'FILE_NOT_ALLOWED'],
    ['/etc/passwd', 'FILE_NOT_ALLOWED'],
    ['/no/such/folder/x.wav', 'FILE_NOT_ALLOWED'],
    [app.discoveryPath, 'FILE_NOT_ALLOWED'],
    ['relative.wav', 'INVALID_REQUEST'],
    ['/tmp/nul\u0000.wav', 'INVALID_REQUEST'],
    [`/tmp/${'x'.repeat(10_000)}`, 'INVALID_REQUEST'],
    [file('empty.wav', ''), 'AUDIO_DECODE_FAILED'],
    [file('text.wav', 'just a text'), 'AUDIO_DECODE_FAILED'],
    [file('playlist.wav', `#EXTM3U\n${sample('weather')}\n`), 'AUDIO_DECODE_FAILED'],
    [file('script.wav', `ffconcat version 1.0\nfile '${sample('weather')}'\n`), 'AUDIO_DECODE_FAILED'],
    [file('header-only.wav', speech().subarray(0, 44)), 'AUDIO_DECODE_FAILED'],
  ];
  for (const [path, expected] of cases) {
    const answer = await app.send('POST', '/transcribe', { file: path, save: false });
    assert.deepEqual([answer.status, code(answer)], [200, expected], path.slice(0, 80));
  }
});

test('a file that grows or vanishes midway is taken as it was when it was opened', async () => {
  const growing = file('growing.wav', speech());
  const more = setInterval(() => appendFileSync(growing, Buffer.alloc(200_000)), 2);
  const answer = await app.send('POST', '/transcribe', { file: growing, save: false });
  clearInterval(more);
  assert.equal(answer.body.ok, true);
  const vanishing = file('vanishing.wav', speech());
  const pending = app.send('POST', '/transcribe', { file: vanishing, save: false });
  unlinkSync(vanishing);
  const { body } = await pending;
  assert(body.ok || body.error?.code === 'FILE_NOT_FOUND');
});

test('no seconds and seven hours of audio', async () => {
  const silence = Buffer.concat([speech().subarray(0, 44), Buffer.alloc(64_000)]);
  assert.equal(code(await upload(silence, '?save=false')), 'NO_SPEECH');
  const long = file('long.wav', speech().subarray(0, 44));
  const head = readFileSync(long);
  head.writeUInt32LE(7 * 3600 * 32_000, 40);
  writeFileSync(long, head);
  truncateSync(long, 44 + 7 * 3600 * 32_000);
  const answer = await app.send('POST', '/transcribe', { file: long, save: false });
  assert.equal(code(answer), 'INVALID_REQUEST');
  assert.match(answer.body.error?.message ?? '', /longer than 6 hours/);
});

test('damaged audio over HTTP: an answer of the contract each time, and a saved recording shows what became of it', async () => {
  for (const format of ['mp3', 'flac', 'webm']) {
    const good = join(files, `good.${format}`);
    execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-i', tinySpeech, '-strict', '-2', good]);
    const bytes = readFileSync(good);
    const bad = Buffer.from(bytes);
    bad.fill(0x55, Math.floor(bad.length / 3), Math.floor(bad.length / 2));
    for (const body of [bytes, bytes.subarray(0, Math.floor(bytes.length / 2)), bad]) {
      const answer = await upload(body, '', 'application/octet-stream');
      const outcome = answer.body.ok ? 'ok' : code(answer);
      assert(['ok', 'AUDIO_DECODE_FAILED', 'NO_SPEECH'].includes(outcome ?? ''), `${format}: ${outcome}`);
      if (body === bytes) assert.equal(outcome, 'ok', format);
    }
  }
  const { recordings } = recordingPage.parse((await app.json('/recordings/search?limit=500')).body);
  assert(
    recordings.every(
      (found) => found.status === 'completed' || (found.status === 'failed' && found.error !== null),
    ),
  );
});

test('an upload that breaks off leaves nothing; a slow one is waited for', async () => {
  const { port, token } = app.discovery();
  const before = recordingPage.parse((await app.json('/recordings/search')).body).total;
  const head = `POST /transcribe HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: audio/wav\r\nContent-Length: ${speech().length}\r\n\r\n`;
  const broken = connect(port, '127.0.0.1');
  broken.write(head);
  broken.write(speech().subarray(0, 20_000));
  await until('it has begun', () => readdirSync(join(app.home, 'incoming')).length === 1);
  broken.destroy();
  await until('it is gone', () => readdirSync(join(app.home, 'incoming')).length === 0);
  assert.equal(recordingPage.parse((await app.json('/recordings/search')).body).total, before);
  const slow = connect(port, '127.0.0.1');
  slow.write(head);
  const bytes = speech();
  for (let at = 0; at < bytes.length; at += 20_000) {
    slow.write(bytes.subarray(at, at + 20_000));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  let answer = '';
  for await (const chunk of slow) {
    answer += chunk;
    if (answer.includes('"text"')) break;
  }
  assert.match(answer, /save the document/);
});

test('two hundred clients at once: each gets an answer, too many at the engine are 429 with Retry-After', async () => {
  const settings = async (body: object) => (await app.controlSocket()).updateSettings({ body });
  await settings({ queueWaiting: 4 });
  const answers = await Promise.all([
    ...Array.from({ length: 160 }, () => app.json('/modes')),
    ...Array.from({ length: 40 }, () => upload(repeated(speech(), 10), '?save=false')),
  ]);
  const transcribed = answers.slice(160);
  assert(answers.slice(0, 160).every(({ status }) => status === 200));
  const refused = transcribed.filter(({ status }) => status === 429);
  const done = transcribed.filter(({ body }) => body.ok);
  assert.equal(refused.length + done.length, 40);
  // The one at the engine, and those that may wait.
  assert(done.length >= 5, `${done.length} done`);
  assert(refused.length > 0);
  for (const answer of refused) {
    assert.equal(code(answer), 'RATE_LIMITED');
    assert(Number(answer.headers.get('retry-after')) >= 1);
  }
  await settings({ queueWaiting: 16 });
});

test('no log holds a token, audio, a transcript or a name of a file', async () => {
  const marker = 'marker4711';
  await app.send('POST', '/transcribe', { file: file(`${marker}.wav`, marker) });
  await app.send('POST', '/modes', { name: marker, userSystemPrompt: marker, language: marker });
  await upload(speech(), `?vocabulary=document%20%3D%3E%20${marker}`);
  await app.json(`/recordings/search?q=${marker}`);
  await app.json('/modes', { headers: { authorization: `Bearer ${marker}` } });
  const logs = readdirSync(join(app.home, 'logs'))
    .map((name) => readFileSync(join(app.home, 'logs', name), 'utf8'))
    .join('\n');
  assert(logs.length > 0);
  for (const secret of [marker, app.discovery().token, 'save the', 'ten'.concat(' years')])
    assert(!logs.includes(secret), secret);
  assert(!app.stderr.includes(marker));
});
