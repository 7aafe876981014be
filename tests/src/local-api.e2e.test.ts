import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFfmpeg } from '@quoth/audio';
import { mode, model, openApiDocument, recording, recordingPage, transcription } from '@quoth/contract';
import { applicationTests } from './support/application-tests.ts';
import {
  type Answer,
  RunningApplication,
  repeated,
  sample,
  TINY_TEXT as TEXT,
  temporaryHome,
  tinySpeech,
  until,
} from './support/running-application.ts';

let app: RunningApplication;
let files: string;
applicationTests({ model: 'quoth-test-en' }, (tests) => {
  ({ application: app, files } = tests);
});

const speech = () => readFileSync(tinySpeech);
const raw = (query = '', body: RequestInit['body'] = speech(), type = 'audio/wav') =>
  app.json(`/transcribe${query}`, { method: 'POST', headers: { 'content-type': type }, body });
const ffmpeg = findFfmpeg(process.env.PATH ?? '', process.platform);
const errorOf = ({ body }: Answer) => body.error?.code;

/** An engine has a lower priority than the tests beside this one, which may keep it from working for a minute. */
const BUSY_S = 150;

async function finished(id: unknown): Promise<Record<string, unknown>> {
  let found: Record<string, unknown> = {};
  await until(
    `recording ${id} is final`,
    async () => {
      found = (await app.json(`/recordings/${id}`)).body.recording as Record<string, unknown>;
      return ['completed', 'failed', 'cancelled'].includes(String(found.status));
    },
    BUSY_S,
  );
  return found;
}

test('three forms of audio, one answer with every field', async () => {
  const path = join(files, 'talk.wav');
  writeFileSync(path, speech());
  const form = new FormData();
  form.set('language', 'en');
  form.set('file', new Blob([speech()]), 'talk.wav');
  form.set('vocabulary', 'document => DOCUMENT');
  const bare = new FormData();
  bare.set('file', new Blob([speech()]), 'talk.wav');
  const query = '?language=en&vocabulary=document%20%3D%3E%20DOCUMENT';
  const answers = [
    await raw(query),
    // Options in the query count beside a body, whose own come first.
    await app.json(`/transcribe${query}`, { method: 'POST', body: bare }),
    await app.send('POST', `/transcribe${query.replace('=en', '=de')}`, { file: path, language: 'en' }),
    await app.json('/transcribe', { method: 'POST', body: form }),
    await app.send('POST', '/transcribe', {
      file: path,
      language: 'en',
      vocabulary: ['document => DOCUMENT'],
    }),
    await app.send('POST', '/transcribe', {
      audio_base64: speech().toString('base64'),
      mime_type: 'audio/wav',
      language: 'en',
      vocabulary: ['document => DOCUMENT'],
    }),
  ];
  for (const { status, body } of answers) {
    assert.equal(status, 200);
    const result = transcription.parse(body);
    assert.equal(result.text, TEXT.replace('document', 'DOCUMENT'));
    assert.deepEqual([result.engine, result.model, result.language], ['parakeet', 'quoth-test-en', 'en']);
    assert(Math.abs(result.duration_s - 2.227) < 0.01);
    assert(result.timings.decode_ms > 0 && result.latency_ms >= result.timings.decode_ms);
    assert(Object.values(result.timings).every((value) => Number.isInteger(value) && value >= 0));
    assert.deepEqual([result.words, result.segments, result.raw_text], [undefined, undefined, undefined]);
  }
  assert(existsSync(path), 'the original stays');
});

test('a wav file that was cut short is transcribed, with a warning that says how much is missing', async () => {
  const whole = speech();
  const { body } = await raw('?save=true', whole.subarray(0, whole.length - 32_000));
  const { warning, duration_s, recording_id } = transcription.parse(body);
  assert.equal(warning?.code, 'AUDIO_INCOMPLETE');
  assert.match(warning.message, /^The last 1\.0 s of the audio are missing/);
  assert(Math.abs(duration_s - 1.227) < 0.01);
  const kept = recording.parse((await app.json(`/recordings/${recording_id}`)).body.recording);
  assert.deepEqual([kept.status, kept.error, kept.warning], ['completed', null, warning]);
  assert.equal((await raw()).body.warning, undefined);
});

test('of a film whose main sound track is silent another one is transcribed, and the answer says which', {
  skip: ffmpeg === undefined && 'there is no FFmpeg here',
}, async () => {
  const film = join(files, 'film.mkv');
  const inputs = ['-f', 'lavfi', '-t', '4', '-i', 'anullsrc=r=16000:cl=mono', '-i', tinySpeech];
  const tracks = ['-map', '0', '-map', '1', '-c:a', 'flac', '-disposition:a:0', 'default', film];
  execFileSync(ffmpeg ?? '', ['-v', 'error', ...inputs, ...tracks]);
  const { body } = await raw('?save=true', readFileSync(film), 'video/x-matroska');
  const { text, warning, recording_id } = transcription.parse(body);
  assert.equal(text, TEXT);
  assert.match(warning?.message ?? '', /main sound track of the file has no speech, so track 2 was/);
  const kept = recording.parse((await app.json(`/recordings/${recording_id}`)).body.recording);
  assert.deepEqual(kept.warning, warning);
});

test('segments, words and the engine’s own text come when they are asked for', async () => {
  const words = transcription.parse((await raw('?timestamp_granularities=word')).body);
  assert.equal(words.words?.map((word) => word.word).join(' '), TEXT);
  assert.deepEqual([words.raw_text, words.segments], [TEXT, undefined]);
  const both = transcription.parse((await raw('?timestamp_granularities=word,segment')).body);
  assert.equal(both.segments?.map((segment) => segment.text).join(' '), TEXT);
});

test('captions come with the answer, under the text rules, kept or not; times only where they were asked for', async () => {
  for (const save of [true, false]) {
    const query = `?captions=srt&max_line_length=10&vocabulary=document%20%3D%3E%20DOCUMENT&save=${save}`;
    const { captions, words, segments, raw_text } = transcription.parse((await raw(query)).body);
    assert.match(captions ?? '', /^1\n00:00:0\d,\d{3} --> [\s\S]*DOCUMENT[\s\S]*please\n$/);
    assert.deepEqual([words, segments, raw_text], [undefined, undefined, undefined]);
  }
  const both = transcription.parse((await raw('?captions=vtt&timestamp_granularities=word')).body);
  assert.match(both.captions ?? '', /^WEBVTT\n/);
  assert.deepEqual([both.words?.map(({ word }) => word).join(' '), both.segments], [TEXT, undefined]);
  for (const wrong of ['captions=ass', 'captions=srt&max_lines=0'])
    assert.equal(errorOf(await raw(`?${wrong}`)), 'INVALID_REQUEST');
});

test('explicit choices stand above the mode; names of engines are read generously, unknown ones name the known', async () => {
  const included = readFileSync(sample('best-of-times'));
  const written = 'It was the best of times, and it was the worst of times.';
  assert.equal((await raw('?engine=MoonShine', included)).body.text, written);
  assert.equal((await raw('?engine=whisper-local&model=auto', included)).body.text, written);
  // An engine of earlier versions.
  assert.equal(errorOf(await raw('?engine=pocketsphinx')), 'INVALID_REQUEST');
  const unknown = await raw('?engine=nonsense');
  assert.equal(errorOf(unknown), 'INVALID_REQUEST');
  assert.match(unknown.body.error?.hint ?? '', /whisperLocal.*moonshine/);
  const absent = await raw('?engine=canary');
  assert.equal(errorOf(absent), 'MODEL_NOT_INSTALLED');
  assert.match(absent.body.error?.hint ?? '', /quoth models download canary/);
  assert.equal(errorOf(await raw('?engine=apple')), 'ENGINE_UNAVAILABLE');
  assert.equal(errorOf(await raw('?engine=cloud')), 'MISSING_API_KEY');
  assert.equal(errorOf(await raw('?model=nonsense')), 'MODEL_NOT_FOUND');
  assert.equal(errorOf(await raw('?language=de&model=moonshine-tiny-included')), 'INVALID_REQUEST');
  assert.equal(
    transcription.parse((await raw('?model=auto&language=de')).body).model,
    'whisper-base-included',
  );
  assert.equal(errorOf(await raw('?mode_id=00000000-0000-4000-8000-000000000000')), 'MODE_NOT_FOUND');
  const { body } = await app.send('POST', '/modes', {
    name: 'Shout',
    customVocabulary: ['best => BEST'],
    punctuation: false,
  });
  const id = mode.parse(body.mode).id;
  assert.equal(
    (await raw(`?mode_id=${id}`, included)).body.text,
    'It was the BEST of times and it was the worst of times',
  );
  await app.send('PATCH', `/modes/${id}`, { language: 'de' });
  assert.equal((await raw(`?mode_id=${id}`)).body.model, 'whisper-base-included');
  assert.equal((await raw(`?mode_id=${id}&language=en`)).body.ok, true);
});

test('save decides whether anything stays', async () => {
  const count = async () => recordingPage.parse((await app.json('/recordings/search')).body).total;
  const before = await count();
  const unsaved = await raw('?save=false');
  assert.equal(unsaved.body.recording_id, undefined);
  assert.equal(await count(), before);
  for (const folder of ['incoming', 'spool'])
    assert.deepEqual(readdirSync(join(app.home, folder)), [], folder);
  const saved = await raw('?save=true');
  const found = recording.parse((await app.json(`/recordings/${saved.body.recording_id}`)).body.recording);
  assert.deepEqual(
    [
      found.text,
      found.transcribedText,
      found.status,
      found.mode,
      found.source,
      found.error,
      found.postProcessedText,
    ],
    [TEXT, TEXT, 'completed', 'Test', 'api', null, null],
  );
  assert(existsSync(found.audioFilePath ?? ''));
  assert.equal(await count(), before + 1);
});

test('async answers at once and the recording tells the rest', async () => {
  const { body } = await raw('?async=true');
  assert.deepEqual([body.ok, body.status], [true, 'pending']);
  const done = await finished(body.recording_id);
  assert.deepEqual([done.status, done.text], ['completed', TEXT]);
});

test('rewriting that no one can do is said, and the text comes as it is', async () => {
  const { modes } = await (await app.controlSocket()).listModes();
  const hyper = modes.find(({ name }) => name === 'Hyper');
  const { body } = await raw(`?post_process=true&model=quoth-test-en&mode_id=${hyper?.id}`);
  assert.deepEqual([body.ok, body.post_processed, body.text], [true, false, TEXT]);
  assert.match(JSON.stringify(body.warning), /language model/);
  const kept = recording.parse((await app.json(`/recordings/${body.recording_id}`)).body.recording);
  assert.deepEqual([kept.status, kept.error, kept.warning], ['completed', null, body.warning]);
});

test('a client that hangs up cancels its work; the recording stays with its audio', async () => {
  const long = join(files, 'long.wav');
  writeFileSync(long, repeated(speech(), 60));
  const stop = new AbortController();
  const disconnected = app.fetch('/transcribe', {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: createReadStream(long) as unknown as RequestInit['body'],
    duplex: 'half',
    signal: stop.signal,
  } as RequestInit);
  disconnected.catch(() => undefined);
  const controlSocket = await app.controlSocket();
  await until('it is in progress', async () => (await controlSocket.getApplication()).queue.running === 1);
  stop.abort();
  await assert.rejects(disconnected, { name: 'AbortError' });
  await until('the engine is free', async () => (await controlSocket.getApplication()).queue.running === 0);
  const { body } = await app.json('/recordings/search?status=cancelled');
  const [found] = recordingPage.parse(body).recordings;
  assert.equal(found?.error?.code, 'CANCELLED');
  assert(existsSync(found?.audioFilePath ?? ''));
  const again = await app.json(`/recordings/${found?.id}/retranscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"async": true}',
  });
  assert.equal(again.body.status, 'pending');
  assert.equal(errorOf(await app.json(`/recordings/${found?.id}`, { method: 'DELETE' })), 'BUSY');
  assert.equal((await finished(found?.id)).status, 'completed');
});

test('recordings: search, export, audio with ranges, again, trash', async () => {
  const { body } = await raw('?vocabulary=please%20%3D%3E%20pl%C3%ABase');
  const id = String(body.recording_id);
  const path = `/recordings/${id}`;
  const search = async (query: string) =>
    recordingPage.parse((await app.json(`/recordings/search?${query}`)).body);
  assert((await search('q=DOCUMENT%20PLEASE')).recordings.some((found) => found.id === id));
  assert.equal((await search('limit=0')).returned, 1);
  assert((await search('limit=9999')).returned <= 500);
  assert.equal((await search(`since=${Math.floor(Date.now() / 1000) + 60}`)).total, 0);
  assert.equal((await search(`until=${new Date(0).toISOString()}`)).total, 0);
  for (const query of [
    'status=nonsense',
    'since=yesterday',
    'limit=many',
    'offset=-1',
    `q=${'x'.repeat(1_001)}`,
  ])
    assert.equal(errorOf(await app.json(`/recordings/search?${query}`)), 'INVALID_REQUEST', query);

  const exported = async (format: string) => {
    const response = await app.fetch(`${path}/transcript.${format}`);
    return { type: response.headers.get('content-type') ?? '', text: await response.text() };
  };
  assert.deepEqual(await exported('txt'), { type: 'text/plain; charset=utf-8', text: `${body.text}\n` });
  assert.match((await exported('srt')).text, /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nsave the document/);
  assert.match((await exported('vtt')).text, /^WEBVTT\n\n00:00:00\.\d{3} --> /);
  assert.equal((JSON.parse((await exported('json')).text) as { words: unknown[] }).words.length, 4);
  assert.equal(errorOf(await app.json(`${path}/transcript.doc`)), 'INVALID_REQUEST');
  const narrow = (await exported('srt?max_line_length=16&max_lines=1')).text.split('\n');
  assert(
    narrow.every((line) => line.includes('-->') || line.length <= 16),
    narrow.join('|'),
  );
  assert.equal(errorOf(await app.json(`${path}/transcript.srt?max_lines=0`)), 'INVALID_REQUEST');

  const audio = (range?: string, method = 'GET') =>
    app.fetch(`${path}/audio`, { method, ...(range && { headers: { range } }) });
  const whole = Buffer.from(await (await audio()).arrayBuffer());
  assert(whole.equals(speech()));
  const cases: readonly [range: string, status: number, from: number, to: number][] = [
    ['bytes=0-9', 206, 0, 10],
    ['bytes=100-', 206, 100, whole.length],
    ['bytes=-5', 206, whole.length - 5, whole.length],
    ['bytes=5-1', 200, 0, whole.length],
    ['bytes=0-1,5-6', 200, 0, whole.length],
    ['items=0-1', 200, 0, whole.length],
  ];
  for (const [range, status, from, to] of cases) {
    const part = await audio(range);
    assert.equal(part.status, status, range);
    assert(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(from, to)), range);
  }
  const outside = await audio(`bytes=${whole.length}-`);
  assert.deepEqual([outside.status, outside.headers.get('content-range')], [416, `bytes */${whole.length}`]);
  assert.match(outside.headers.get('content-type') ?? '', /json/);
  assert.equal(((await outside.json()) as { error: { code: string } }).error.code, 'INVALID_REQUEST');
  const head = await audio(undefined, 'HEAD');
  assert.deepEqual([head.headers.get('content-length'), await head.text()], [String(whole.length), '']);

  const again = await app.send('POST', `${path}/retranscribe`, { vocabulary: ['document => Document'] });
  assert.match(String(again.body.text), /Document/);
  assert.equal((await app.json(path)).body.recording && (await finished(id)).text, again.body.text);

  assert.equal((await app.json(path, { method: 'DELETE' })).body.ok, true);
  for (const gone of [path, `${path}/audio`, `${path}/transcript.txt`])
    assert.equal(errorOf(await app.json(gone)), 'RECORDING_NOT_FOUND');
  assert.equal((await (await app.controlSocket()).restoreRecording({ params: { id } })).recording.id, id);
  // Permanently only by the user's leave, and only what is in the trash.
  await app.json(path, { method: 'DELETE' });
  assert.equal(errorOf(await app.send('POST', '/recordings/purge', { ids: [id] })), 'PURGE_NOT_ALLOWED');
  await (await app.controlSocket()).updateSettings({ body: { programsMayPurge: true } });
  assert.equal((await app.send('POST', '/recordings/purge', { ids: [id] })).body.purged, 1);
  assert.equal(errorOf(await app.send('POST', `${path}/restore`, {})), 'RECORDING_NOT_FOUND');
  for (const unknown of ['nonsense', '00000000-0000-4000-8000-000000000000', '%00', '..%2f..'])
    assert.equal(errorOf(await app.json(`/recordings/${unknown}`)), 'RECORDING_NOT_FOUND', unknown);
});

test('modes through the API', async () => {
  const created = await app.send('POST', '/modes', {
    name: 'Mail',
    preset: 'mail',
    language: null,
    unknown: 1,
    id: 'mine',
  });
  const made = mode.parse(created.body.mode);
  assert.deepEqual(
    [made.preset, made.language, made.model, made.punctuation],
    ['email', 'auto', 'auto', true],
  );
  assert.equal(errorOf(await app.send('POST', '/modes', { name: 'MAIL' })), 'MODE_NAME_TAKEN');
  const changed = await app.send('PATCH', `/modes/${made.id}`, {
    ...made,
    preset: 'prompt',
    englishSpelling: 'british',
  });
  assert.deepEqual(mode.parse(changed.body.mode).preset, 'custom');
  assert.deepEqual(mode.parse((await app.json(`/modes/${made.id}`)).body.mode), changed.body.mode);
  assert.equal((await app.json(`/modes/${made.id}`, { method: 'DELETE' })).body.ok, true);
  for (const method of ['GET', 'DELETE'])
    assert.equal(errorOf(await app.json(`/modes/${made.id}`, { method })), 'MODE_NOT_FOUND');
  assert.equal(errorOf(await app.send('PATCH', '/modes/nonsense', {})), 'MODE_NOT_FOUND');
  const list = (await app.json('/modes')).body.modes as unknown[];
  assert(list.every((one) => mode.safeParse(one).success));
});

test('models and the printed API', async () => {
  const models = async (query: string) => (await app.json(`/models${query}`)).body.models as unknown[];
  assert(
    (await models(''))
      .map((one) => model.parse(one))
      .some((one) => one.id === 'moonshine-tiny-included' && one.installed),
  );
  assert.equal((await models('?kind=text')).length, 0);
  assert.deepEqual(await models('?kind=voice'), await models('?kind=all'));
  const installed = (await models('?installed_only=true')).map((one) => model.parse(one));
  assert.deepEqual(
    installed.map(({ id }) => id),
    ['moonshine-tiny-included', 'whisper-base-included', 'quoth-test-en'],
  );
  for (const query of ['?kind=nonsense', '?installed_only=perhaps'])
    assert.equal(errorOf(await app.json(`/models${query}`)), 'INVALID_REQUEST', query);
  const printed = (await app.json('/openapi.json')).body;
  assert.deepEqual(printed, JSON.parse(JSON.stringify(openApiDocument(app.baseUrl))));
  assert.equal(printed.openapi, '3.1.0');
});

test('every answer carries its headers; HEAD is GET without a body; other methods are 405', async () => {
  for (const [path, status] of [
    ['/modes', 200],
    ['/no-such-route', 404],
    ['/%E0%A4%A', 404],
  ] as const) {
    const { status: found, headers } = await app.json(path, { headers: { 'x-request-id': 'my-id.1' } });
    assert.equal(found, status, path);
    assert.equal(headers.get('x-request-id'), 'my-id.1');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
  const insane = await app.json('/modes', { headers: { 'x-request-id': 'not sane; at all' } });
  assert.match(insane.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  const head = await app.fetch('/modes', { method: 'HEAD' });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  for (const [method, path, allow] of [
    ['OPTIONS', '/modes', 'GET, HEAD, POST'],
    ['PUT', '/modes', 'GET, HEAD, POST'],
    ['DELETE', '/health', 'GET, HEAD'],
    ['GET', '/transcribe', 'POST'],
    ['POST', '/recordings/search', 'GET, HEAD'],
  ] as const) {
    const { status, headers, body } = await app.json(path, { method });
    assert.deepEqual(
      [status, headers.get('allow'), body.error?.code],
      [405, allow, 'METHOD_NOT_ALLOWED'],
      `${method} ${path}`,
    );
  }
});

test('folders that the user allows, through the setting', async () => {
  const folder = join(files, 'allowed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'talk.wav'), speech());
  const controlSocket = await app.controlSocket();
  await controlSocket.updateSettings({ body: { allowedFolders: [folder] } });
  assert.equal((await app.send('POST', '/transcribe', { file: join(folder, 'talk.wav') })).body.text, TEXT);
  assert.equal(
    errorOf(await app.send('POST', '/transcribe', { file: '/tmp/other.wav' })),
    'FILE_NOT_ALLOWED',
  );
  await controlSocket.updateSettings({ body: { allowedFolders: null } });
});

test('without FFmpeg the usual formats are transcribed all the same', async () => {
  const empty = join(files, 'bin');
  mkdirSync(empty);
  const bare = await RunningApplication.start(temporaryHome(), ['--api'], { PATH: empty });
  try {
    const fixtures = join(import.meta.dirname, '..', '..', 'packages', 'audio', 'src', 'fixtures');
    const send = (format: string) =>
      bare.json('/transcribe?save=false', {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: readFileSync(join(fixtures, `speech.${format}`)),
      });
    for (const format of ['mp3', 'webm']) {
      const { body } = await send(format);
      assert.match(String(body.text), /forward/, `${format}: ${JSON.stringify(body)}`);
    }
    assert.equal(errorOf(await send('m4a')), 'AUDIO_DECODE_FAILED');
  } finally {
    await bare.remove();
  }
});

test('a large upload is streamed to the disk, never held in memory', async () => {
  const memory = (field: string) =>
    Number(
      new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${app.child.pid}/status`, 'utf8'))?.[1],
    ) / 1024;
  const before = memory('VmHWM');
  const chunks = async function* () {
    for (let megabytes = 0; megabytes < 300; megabytes++) yield Buffer.alloc(1024 * 1024, 1);
  };
  const answer = await app.json('/transcribe', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: ReadableStream.from(chunks()),
    duplex: 'half',
  } as RequestInit);
  assert.equal(errorOf(answer), 'AUDIO_DECODE_FAILED');
  assert(memory('VmHWM') - before < 100, `${memory('VmHWM') - before} MB more`);
});
