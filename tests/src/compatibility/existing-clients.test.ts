import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Program, StartedApi, speech } from '../named-tokens/started-api.ts';
import { rawRequest, statusOf } from '../support/raw-request.ts';
import { sample } from '../support/running-application.ts';
import { libreChat, openWebUi, type RecordedRequest, vibe, wireBytes } from './recorded-requests.ts';

// What docs/api/compatibility.md says of other programs' clients: their requests as they write them, and the fields of
// the answer that they read.
/** By meaning: another engine may set a full stop. */
const assertSpoken = (body: unknown) =>
  assert.match((body as { text?: string }).text ?? JSON.stringify(body), /save the document/i);
const transcriptions = '/v1/audio/transcriptions';

let api: StartedApi;
let program: Program;
before(async () => {
  api = await StartedApi.start({ model: 'quoth-test-en' });
  program = await api.program(['transcribe']);
});
after(() => api.close());

async function post(path: string, request: RecordedRequest): Promise<{ status: number; body: unknown }> {
  const answer = await rawRequest(api.discovery.port, wireBytes(api.discovery.port, path, request));
  const [, text = ''] = answer.split(/\r\n\r\n([\s\S]*)/);
  return { status: statusOf(answer), body: text.startsWith('{') ? JSON.parse(text) : text };
}
const messageOf = (body: unknown) => (body as { error?: { message?: string } }).error?.message ?? '';

test('Open WebUI: fields before a file without a type, and the text of the answer', async () => {
  const { token } = program;
  for (const language of ['en', undefined]) {
    const asked = { model: 'whisper-1', token, ...(language !== undefined && { language }) };
    const { status, body } = await post(transcriptions, openWebUi(speech, asked));
    assert.equal(status, 200);
    assertSpoken(body);
  }
  // A failure is reported by `error.message`: the key that was not entered, and the model of another server.
  const without = await post(transcriptions, openWebUi(speech, { model: 'whisper-1', token: '' }));
  assert.equal(without.status, 401);
  assert.match(messageOf(without.body), /token/i);
  const model = 'Systran/faster-distil-whisper-large-v3';
  const other = await post(transcriptions, openWebUi(speech, { model, token }));
  assert.equal(other.status, 404);
  assert.match(messageOf(other.body), /whisper-1/);
  // The base URL without its last part, or with it twice.
  for (const path of ['/audio/transcriptions', '/v1/v1/audio/transcriptions']) {
    const { status, body } = await post(path, openWebUi(speech, { model: 'whisper-1', token }));
    assert.equal(status, 404);
    assert.match(messageOf(body), /Did you mean \/v1\/audio\/transcriptions\?/);
  }
});

test('LibreChat: a stream in chunks that is called a video, and the text of the answer', async () => {
  const asked = { model: 'whisper-1', language: 'en', token: program.token };
  const { status, body } = await post(transcriptions, libreChat(speech, asked));
  assert.equal(status, 200);
  assertSpoken(body);
});

test("Vibe: OpenAI's form with fields of its own, in each format", async () => {
  const own = {
    language: 'en',
    detect_language: 'false',
    translate: 'false',
    n_threads: '4',
    temperature: '0.4',
    max_text_ctx: '0',
    word_timestamps: 'false',
    sampling_strategy: 'greedy',
    best_of: '5',
    stable_timestamps: 'false',
  };
  const send = (response_format: string) =>
    post(transcriptions, vibe(speech, { ...own, response_format }, program.token));
  assertSpoken((await send('json')).body);
  const verbose = (await send('verbose_json')).body as {
    text: string;
    segments: { start: number; end: number; text: string; no_speech_prob: number }[];
  };
  assertSpoken(verbose);
  for (const { start, end, text, no_speech_prob } of verbose.segments)
    assert(start < end && text.length > 0 && no_speech_prob >= 0);
  const models = (await program.json('/v1/models')).body as unknown as { data: { id: string }[] };
  assert(models.data.every(({ id }) => typeof id === 'string'));
});

test("FluidVoice's scripts get told the path and the field that are called otherwise here", async () => {
  const call = (path: string, body: object) => api.user.send('POST', path, body);
  for (const [theirs, ours] of [
    ['/v1/transcribe', '/transcribe'],
    ['/v1/postprocess', '/post-process'],
  ] as const) {
    const { status, body } = await call(theirs, { path: sample('best-of-times') });
    assert.equal(status, 404, theirs);
    assert.match(JSON.stringify(body), new RegExp(`Did you mean ${ours}\\?`));
  }
  // As docs/api/compatibility.md translates it.
  const { body } = await call('/transcribe', {
    audio_base64: speech.toString('base64'),
    engine: 'moonshine',
  });
  assertSpoken(body);
});
