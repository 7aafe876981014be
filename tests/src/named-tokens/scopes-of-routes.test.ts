import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { missingScope, openAiRoutes, type Route, routes, type Scope, scopes } from '@quoth/contract';
import { theUser } from '@quoth/core';
import { rawRequest, statusOf } from '../support/raw-request.ts';
import { repeated } from '../support/running-application.ts';
import { type Program, StartedApi, speech } from './started-api.ts';

let api: StartedApi;
let foreignId: string;
before(async () => {
  api = await StartedApi.start({ model: 'quoth-test-en' });
  foreignId = await api.recordingOf(api.user);
  const { text } = await api.core.recordings.get(foreignId, theUser);
  assert.match(text, /\w{3}/);
});
after(() => api.close());

type Held = ReadonlySet<Scope>;
const any = () => true;
const one =
  (...some: Scope[]) =>
  (held: Held) =>
    some.some((scope) => held.has(scope));
const both =
  (...all: Scope[]) =>
  (held: Held) =>
    all.every((scope) => held.has(scope));
const seesRecordings = one('history.read', 'transcribe', 'record');

/** Written by hand, so that a scope that is lost in the table of routes is noticed here. */
const allowed: Readonly<Record<string, (held: Held) => boolean>> = {
  getHealth: any,
  getOpenApi: any,
  listModels: any,
  listOpenAiModels: any,
  getOpenAiModel: any,
  listModes: one('modes.read'),
  getMode: one('modes.read'),
  createMode: one('modes.write'),
  updateMode: both('modes.write', 'modes.read'),
  deleteMode: one('modes.write'),
  listVocabulary: one('vocabulary.read'),
  exportVocabulary: one('vocabulary.read'),
  createVocabularyEntry: one('vocabulary.write'),
  updateVocabularyEntry: both('vocabulary.write', 'vocabulary.read'),
  deleteVocabularyEntry: one('vocabulary.write'),
  importVocabulary: one('vocabulary.write'),
  transcribe: one('transcribe'),
  createOpenAiTranscription: one('transcribe'),
  createOpenAiTranslation: one('transcribe'),
  openRealtime: one('transcribe'),
  postProcess: one('rewrite'),
  getDictation: one('record'),
  startDictation: one('record'),
  stopDictation: one('record'),
  cancelDictation: one('record'),
  askQuestion: one('record'),
  getQuestion: one('record'),
  getProcessing: one('record'),
  listRecordings: seesRecordings,
  searchRecordings: seesRecordings,
  getRecording: seesRecordings,
  getRecordingAudio: seesRecordings,
  getTranscript: seesRecordings,
  deleteRecording: one('history.write'),
  restoreRecording: one('history.write'),
  purgeRecordings: one('history.write'),
  retranscribe: one('transcribe'),
  cancelRecording: one('transcribe', 'history.write'),
  streamEvents: one('events'),
};

const publicRoutes = Object.entries<Route>({ ...routes, ...openAiRoutes }).filter(
  ([, { audience }]) => audience === 'api',
);
const setsOfScopes = Array.from({ length: 2 ** scopes.length }, (_, bits) =>
  scopes.filter((_scope, place) => (bits & (1 << place)) !== 0),
);
/**
 * A rule is of one scope or two: what may be asked with any two of them, and with all but one, is asked on the port.
 */
const setsToAsk = setsOfScopes.filter(
  ({ length }) => (length > 0 && length <= 2) || length >= scopes.length - 1,
);
const unknownId = '00000000-0000-4000-8000-000000000000';

/** A call that changes nothing, no matter who may make it: what it names does not exist, and its body is empty. */
function callOf(route: Route, id: string): [path: string, init: RequestInit] {
  const path = route.path.replace('{id}', id).replace('{format}', 'json');
  const hasBody = route.body.kind !== 'none';
  return [
    path,
    {
      method: route.method,
      ...(hasBody && { headers: { 'content-type': 'application/json' }, body: '{"model":"none"}' }),
    },
  ];
}

async function answerTo(program: Pick<Program, 'fetch'>, route: Route, id: string) {
  const leave = new AbortController();
  const [path, init] = callOf(route, id);
  const response = await program.fetch(path, { ...init, signal: leave.signal });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    leave.abort();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: await response.text() };
}

test('the rule of every route, with every set of scopes', () => {
  for (const held of setsOfScopes)
    for (const [name, { scopes: needed, needsToken }] of publicRoutes) {
      const may = !needsToken || (needed !== undefined && missingScope(needed, new Set(held)) === undefined);
      assert.equal(may, allowed[name]?.(new Set(held)), `${name} with ${held.join(' ')}`);
    }
});

test('every route with sets of scopes: refused exactly where a scope is missing; without history.read a foreign recording is as unknown as none', async () => {
  assert.deepEqual(publicRoutes.map(([name]) => name).sort(), Object.keys(allowed).sort());
  const { text } = await api.core.recordings.get(foreignId, theUser);
  let checked = 0;
  for (const held of setsToAsk) {
    const program = await api.program(held);
    const isBlind = !held.includes('history.read');
    const check = async ([name, route]: (typeof publicRoutes)[number]) => {
      const where = `${name} with ${held.join(' ')}`;
      const answer = await answerTo(program, route, unknownId);
      const isRefused = answer.status === 403 && /FORBIDDEN_SCOPE|forbidden_scope/.test(answer.text);
      assert.equal(isRefused, !allowed[name]?.(new Set(held)), where);
      if (isRefused) assert.match(answer.text, /lacks the scope \\"[a-z.]+\\"/, where);
      checked++;
      if (!isBlind) return;
      assert(!answer.text.includes(text) && !answer.text.includes(foreignId), where);
      // What is refused for its scope is refused before anybody looks at the id.
      if (isRefused || !route.path.startsWith('/recordings/{id}')) return;
      assert.deepEqual(await answerTo(program, route, foreignId), answer, where);
    };
    await Promise.all(publicRoutes.map(check));
    await api.core.namedTokens.revoke(program.named.id);
  }
  assert.equal(checked, setsToAsk.length * publicRoutes.length);
  assert.equal((await api.core.recordings.get(foreignId, theUser)).text, text);
});

test('every route with the token of the discovery file: no scope is missing, and every recording is seen', async () => {
  for (const [name, route] of publicRoutes) {
    const { text } = await answerTo(api.user, route, unknownId);
    assert.doesNotMatch(text, /"code":"(FORBIDDEN_SCOPE|forbidden_scope|INTERNAL_ERROR)"/, name);
    if (route.method !== 'GET' || !route.path.startsWith('/recordings/{id}')) continue;
    assert.equal((await answerTo(api.user, route, foreignId)).status, 200, name);
  }
});

test('live audio takes the same scope as a file, by socket and by stream, before anything is upgraded or read', async () => {
  const { port } = api.discovery;
  for (const held of setsToAsk) {
    const program = await api.program(held);
    const where = held.join(' ');
    const may = held.includes('transcribe');
    const upgrade = [
      // Who may is refused this intent, so that nothing stays open.
      'GET /v1/realtime?intent=none HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${program.token}`,
      ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''],
    ];
    const status = statusOf(await rawRequest(port, upgrade.join('\r\n')));
    assert.equal(status === 403, !may, `realtime: ${status} with ${where}`);
    const { status: streamed, body } = await program.json('/transcribe?stream=true', {
      method: 'POST',
      headers: { 'content-type': 'audio/pcm' },
      body: Buffer.alloc(0),
    });
    assert.equal(body.error?.code === 'FORBIDDEN_SCOPE', !may, `stream: ${streamed} with ${where}`);
    await api.core.namedTokens.revoke(program.named.id);
  }
});

test("what is the user's alone is no route for a program, not even with every scope", async () => {
  const program = await api.program([...scopes], { record: 'always' });
  const ours = Object.entries<Route>(routes).filter(([, { audience }]) => audience === 'app');
  for (const name of ['createNamedToken', 'revokeNamedToken', 'createAction', 'listActionRuns'])
    assert(
      ours.some(([known]) => known === name),
      name,
    );
  for (const [name, route] of ours)
    for (const caller of [program, api.user]) {
      const [path, init] = callOf(route, unknownId);
      const response = await caller.fetch(path, init);
      // A path that programs have with another method says so.
      assert.match(await response.text(), /"(NOT_FOUND|METHOD_NOT_ALLOWED)"/, name);
      assert([404, 405].includes(response.status), name);
    }
});

test('a scope is checked after path and method, and before the body', async () => {
  const program = await api.program(['events']);
  assert.equal((await program.json('/no-such-route')).status, 404);
  assert.equal((await program.json('/settings')).status, 404);
  assert.equal((await program.json('/tokens')).status, 404);
  assert.equal((await program.json('/modes', { method: 'PUT' })).status, 405);
  for (const [type, body] of [
    ['text/plain', 'x'],
    ['application/json', '{'],
    ['application/json', 'x'.repeat(2_000_000)],
  ] as const) {
    const { status, body: answer } = await program.json('/transcribe', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    assert.deepEqual([status, answer.error?.code], [403, 'FORBIDDEN_SCOPE']);
    assert.match(answer.error?.message ?? '', /"transcribe"/);
  }
  const foreign = await program.fetch('/modes', { headers: { origin: 'https://evil.example' } });
  assert.match(await foreign.text(), /FORBIDDEN_ORIGIN/);
});

test('a named token counts as a bearer alone, and whole', async () => {
  const { token } = await api.program([...scopes]);
  const { port } = api.discovery;
  const status = async (lines: readonly string[], target = '/modes') =>
    statusOf(
      await rawRequest(
        port,
        [`GET ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...lines, 'Connection: close', '', ''].join(
          '\r\n',
        ),
      ),
    );
  assert.equal(await status([`Authorization: bearer ${token}`]), 200);
  const refused: readonly (readonly string[])[] = [
    [`Authorization: Bearer ${token.slice(0, -1)}`],
    [`Authorization: Bearer ${token}=`],
    [`Authorization: Bearer ${token.slice('quoth_'.length)}`],
    [`Authorization: Basic ${token}`],
    [`Authorization: Bearer ${token}`, `Authorization: Bearer ${token}`],
    [`Cookie: token=${token}`],
    [`X-Api-Key: ${token}`],
    [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Protocol: realtime, bearer.${token}`,
    ],
  ];
  for (const lines of refused)
    for (const target of ['/modes', `/modes?token=${token}&access_token=${token}&api_key=${token}`])
      assert.equal(await status(lines, target), 401, lines.join(' | '));
});

test('the token of the discovery file stays what it was', async () => {
  for (const path of ['/modes', '/models', '/openapi.json', '/recordings/search', `/recordings/${foreignId}`])
    assert.equal((await api.user.json(path)).body.error, undefined, path);
  const { body } = await api.user.send('POST', '/modes', { name: 'From the discovery file' });
  assert.equal(body.ok, true);
});

test('rewriting on the way needs its own scope, whichever way it is asked for', async () => {
  const program = await api.program(['transcribe']);
  const { mode } = (await api.user.send('POST', '/modes', { name: 'Rewrites', postProcessingMode: 2 }))
    .body as unknown as { mode: { id: string } };
  assert(mode.id);
  const form = (fields: Record<string, string>) => {
    const made = new FormData();
    made.append('file', new Blob([speech]), 'a.wav');
    for (const [name, value] of Object.entries(fields)) made.append(name, value);
    return { method: 'POST', body: made };
  };
  const raw = { method: 'POST', headers: { 'content-type': 'audio/wav' }, body: speech };
  const own = await api.recordingOf(program);
  const cases: readonly [string, RequestInit][] = [
    ['/transcribe?post_process=true', raw],
    ['/transcribe', form({ post_process: 'true' })],
    [`/recordings/${own}/retranscribe`, { method: 'POST', body: '{"post_process":true}', headers: json }],
    ['/v1/audio/transcriptions', form({ model: 'mode:Rewrites' })],
    [
      '/transcribe',
      {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ post_process: true, audio_base64: speech.toString('base64') }),
      },
    ],
  ];
  for (const [path, init] of cases) {
    const response = await program.fetch(path, init);
    assert.equal(response.status, 403, path);
    assert.match(await response.text(), /lacks the scope \\"rewrite\\"/, path);
  }
  assert.deepEqual(readdirSync(join(api.core.dataFolder, 'incoming')), [], 'no upload is left behind');
});

const json = { 'content-type': 'application/json' };

test('a token that creates modes cannot read them, not even by changing nothing', async () => {
  const program = await api.program(['modes.write']);
  const made = await program.send('POST', '/modes', { name: 'Made by a program' });
  const { id } = made.body.mode as { id: string };
  assert.equal((await program.json(`/modes/${id}`)).body.error?.code, 'FORBIDDEN_SCOPE');
  const [other] = api.core.modes.list();
  const changed = await program.send('PATCH', `/modes/${other?.id}`, {});
  assert.deepEqual([changed.status, changed.body.error?.code], [403, 'FORBIDDEN_SCOPE']);
  assert.equal((await program.send('DELETE', `/modes/${id}`, undefined)).body.ok, true);
});

test('a token that only creates modes takes over no dictation and sends nothing anywhere', async () => {
  const blind = await api.program(['modes.write']);
  const seeing = await api.program(['modes.write', 'modes.read']);
  const before = api.core.modes.list();
  const fields = [
    { isDefault: true },
    { applications: [{ program: 'code' }] },
    { model: 'cloud' },
    { model: 'Cloud' },
    { model: 'deepgram/nova-3' },
    { model: ' Deep-Gram / nova-3' },
    { cloudProvider: 'deepgram' },
    { cloudTranscriptionModel: 'nova-3' },
    { postProcessingMode: 1 },
    { postProcessingProvider: 'openai' },
    { cloudPostProcessingModel: 'gpt-5' },
    { languageModel: 'openai/gpt-5' },
  ];
  for (const [index, field] of fields.entries()) {
    const body = { name: `Taking over ${index}`, ...field };
    const refused = await blind.send('POST', '/modes', body);
    assert.deepEqual(
      [refused.status, refused.body.error?.code],
      [403, 'FORBIDDEN_SCOPE'],
      JSON.stringify(field),
    );
    assert.match(refused.body.error?.message ?? '', /modes\.read/);
  }
  const old = before.find(({ isDefault }) => isDefault);
  assert.equal((await blind.send('DELETE', `/modes/${old?.id}`, undefined)).status, 403);
  assert.deepEqual(api.core.modes.list(), before);
  for (const [index, field] of fields.entries())
    assert.equal(
      (await seeing.send('POST', '/modes', { name: `Taking over ${index}`, ...field })).body.ok,
      true,
    );
  const changes = await api.core.changes.list(fields.length);
  const first = changes.find(({ title }) => title === 'Taking over 0');
  assert.deepEqual(first?.takes, ['default']);
  await api.core.changes.undo(first?.id ?? '');
  assert.equal(api.core.modes.list().find(({ isDefault }) => isDefault)?.id, old?.id);
});

test("OpenAI's dialect refuses in its own words, and lists modes only to who may see them", async () => {
  const blind = await api.program(['transcribe']);
  const seeing = await api.program(['modes.read']);
  const names = async (program: Program) => JSON.stringify((await program.json('/v1/models')).body);
  assert(!(await names(blind)).includes('mode:'));
  assert((await names(seeing)).includes('mode:Hyper'));
  assert.equal((await blind.fetch('/v1/models/mode:Hyper')).status, 404);
  assert.equal((await seeing.fetch('/v1/models/mode:Hyper')).status, 200);
  const { status, body } = await seeing.json('/v1/audio/transcriptions', { method: 'POST' });
  assert.equal(status, 403);
  assert.deepEqual(
    { ...(body.error as object), message: '' },
    {
      message: '',
      type: 'request_forbidden',
      param: null,
      code: 'forbidden_scope',
    },
  );
});

test('what was called, how it ended and by which program is counted, and nothing else', async () => {
  const program = await api.program(['transcribe']);
  await program.json('/models');
  await program.json('/modes');
  await program.json('/recordings/search?q=secret-words');
  await program.json(`/recordings/${unknownId}`);
  const ended = () => api.core.namedTokens.list().find(({ id }) => id === program.named.id);
  while ((ended()?.calls[0]?.done ?? 0) < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  const known = ended();
  assert.deepEqual(
    known?.calls.map(({ done, failed, refused }) => ({ done, failed, refused })),
    [{ done: 2, failed: 1, refused: 1 }],
  );
  assert(known.last_used_at !== null);
  assert(!JSON.stringify([known, api.server.calls()]).includes('secret-words'));
  const call = api.server.calls().find(({ code }) => code === 'RECORDING_NOT_FOUND');
  assert.equal(call?.program, program.named.name);
});

test('work that fails after its headers have gone counts as failed', async () => {
  const hasty = await StartedApi.start({ earlyHeadersMs: 1 });
  const program = await hasty.program(['transcribe']);
  const answer = await program.fetch('/transcribe?engine=moonshine', {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: repeated(speech, 20).fill(0, 44),
  });
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /^ +\{.*NO_SPEECH/);
  const calls = () => hasty.core.namedTokens.list()[0]?.calls[0];
  while (calls() === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual([calls()?.done, calls()?.failed], [0, 1]);
  assert.equal(hasty.server.calls()[0]?.code, 'NO_SPEECH');
  await hasty.close();
});
