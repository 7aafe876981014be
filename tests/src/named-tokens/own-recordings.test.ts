import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { theUser } from '@quoth/core';
import { type Program, StartedApi, speech } from './started-api.ts';

let api: StartedApi;
/** Of the user, who dictated or used the discovery file's token. */
let foreign: string;
let program: Program;
let own: string;
before(async () => {
  api = await StartedApi.start({ model: 'quoth-test-en' });
  await api.core.settings.update({ programsMayPurge: true });
  foreign = await api.recordingOf(api.user);
  program = await api.program(['transcribe']);
  own = await api.recordingOf(program);
});
after(() => api.close());

const found = async (caller: Pick<Program, 'json'>, query = '', path = '/recordings/search') => {
  const { body } = await caller.json(`${path}${query}`);
  const page = body as unknown as { total: number; returned: number; recordings: { id: string }[] };
  assert.equal(page.returned, page.recordings.length);
  return { total: page.total, ids: page.recordings.map(({ id }) => id) };
};
const code = async (answer: ReturnType<Program['json']>) => (await answer).body.error?.code;

test('a program without history.read sees its own recordings, every way, and no others', async () => {
  assert.deepEqual(await found(program), { total: 1, ids: [own] });
  assert.deepEqual(await found(program, '?q=document'), { total: 1, ids: [own] });
  assert.deepEqual(await found(program, `?id=${foreign}`), { total: 0, ids: [] });
  assert.deepEqual(await found(api.user, '?q=document'), { total: 2, ids: [own, foreign] });
  assert.deepEqual(await found(program, '', '/recordings'), { total: 1, ids: [own] });
  assert.deepEqual(await found(program, `?id=${foreign}`, '/recordings'), { total: 0, ids: [] });
  assert.deepEqual(await found(api.user, '', '/recordings'), { total: 2, ids: [own, foreign] });
  assert.deepEqual(await found(api.user, '?limit=1&offset=1', '/recordings'), { total: 2, ids: [foreign] });
  const ways = (id: string) =>
    [`/recordings/${id}`, `/recordings/${id.toUpperCase()}`, `/recordings/${id}/transcript.txt`].concat(
      `/recordings/${id}/transcript.json`,
      `/recordings/${id}/audio`,
    );
  for (const path of ways(own)) assert.equal((await program.fetch(path)).status, 200, path);
  for (const path of ways(foreign)) {
    const response = await program.fetch(path);
    assert.match(await response.text(), /RECORDING_NOT_FOUND/, path);
    assert.equal(response.headers.get('content-disposition'), null);
  }
  const head = await program.fetch(`/recordings/${foreign}/audio`, { method: 'HEAD' });
  assert.equal(head.headers.get('content-range') ?? head.headers.get('accept-ranges'), null);
});

test("another token of the same user's does not see them, nor one of the same name later; its name stays", async () => {
  const other = await api.program(['transcribe', 'history.write'], { name: 'reader' });
  const made = await api.recordingOf(other);
  assert.equal(await code(other.json(`/recordings/${own}`)), 'RECORDING_NOT_FOUND');
  await api.core.namedTokens.revoke(other.named.id);
  const again = await api.program(['transcribe', 'history.write'], { name: 'reader' });
  assert.equal(await code(again.json(`/recordings/${made}`)), 'RECORDING_NOT_FOUND');
  assert.equal((await api.user.json(`/recordings/${made}`)).body.ok, true, 'it stays the user’s');
  const reader = await api.program(['history.read']);
  assert.equal((await reader.json(`/recordings/${made}`)).body.ok, true);
  const programOf = async (id: string) => (await api.core.recordings.get(id, theUser)).program;
  assert.deepEqual([await programOf(made), await programOf(foreign)], ['reader', null]);
});

test('a foreign recording is retranscribed and cancelled only with history.read and history.write', async () => {
  const retranscribe = (caller: Program, id: string) =>
    caller.send('POST', `/recordings/${id}/retranscribe`, { model: 'quoth-test-en' });
  assert.equal((await retranscribe(program, own)).body.ok, true);
  assert.equal(await code(retranscribe(program, foreign)), 'RECORDING_NOT_FOUND');
  const writer = await api.program(['transcribe', 'history.write']);
  assert.equal(await code(retranscribe(writer, foreign)), 'RECORDING_NOT_FOUND');
  assert.equal(
    await code(writer.json(`/recordings/${foreign}`, { method: 'DELETE' })),
    'RECORDING_NOT_FOUND',
  );
  assert.equal(
    await code(writer.json(`/recordings/${foreign}/cancel`, { method: 'POST' })),
    'RECORDING_NOT_FOUND',
  );
  const reader = await api.program(['transcribe', 'history.read']);
  const refused = await retranscribe(reader, foreign);
  assert.deepEqual([refused.status, refused.body.error?.code], [403, 'FORBIDDEN_SCOPE']);
  assert.match(refused.body.error?.message ?? '', /"history\.write"/);
  assert.equal(
    await code(reader.json(`/recordings/${foreign}/cancel`, { method: 'POST' })),
    'FORBIDDEN_SCOPE',
  );
  const keeper = await api.program(['transcribe', 'history.read', 'history.write']);
  assert.equal((await retranscribe(keeper, foreign)).body.ok, true);
  assert.equal((await api.user.json(`/recordings/${foreign}`)).body.ok, true);
});

test("an Idempotency-Key of somebody else's is a key that no one has used", async () => {
  const headers = { 'idempotency-key': 'the-same-key' };
  const first = await api.recordingOf(api.user, headers);
  const second = await api.recordingOf(program, headers);
  assert.notEqual(second, first, 'the work of its own');
  assert.equal(await api.recordingOf(program, headers), second, 'and its own once more');
  assert.equal(await api.recordingOf(api.user, headers), first);
  // With other audio the key's owner learns of a mistake; no one else learns that the key was used.
  const other = await api.program(['transcribe']);
  const answer = await other.json('/transcribe?language=en', {
    method: 'POST',
    headers: { 'content-type': 'audio/wav', ...headers },
    body: speech,
  });
  assert.equal(answer.body.ok, true);
});

test('the trash of others is neither seen, restored nor emptied', async () => {
  const writer = await api.program(['transcribe', 'history.write']);
  const made = await api.recordingOf(writer);
  const others = await api.recordingOf(api.user);
  await api.core.recordings.moveToTrash(others, theUser);
  assert.equal((await writer.json(`/recordings/${made}`, { method: 'DELETE' })).body.ok, true);
  assert.deepEqual(await found(writer, '?trash=true'), { total: 1, ids: [made] });
  assert.equal(
    await code(writer.json(`/recordings/${others}/restore`, { method: 'POST' })),
    'RECORDING_NOT_FOUND',
  );
  assert.equal(
    await code(writer.send('POST', '/recordings/purge', { ids: [made, others] })),
    'RECORDING_NOT_FOUND',
  );
  assert.equal((await writer.json(`/recordings/${made}/restore`, { method: 'POST' })).body.ok, true);
  await writer.json(`/recordings/${made}`, { method: 'DELETE' });
  assert.deepEqual((await writer.json('/recordings/purge', { method: 'POST' })).body, {
    ok: true,
    purged: 1,
  });
  assert.equal((await api.core.recordings.restore(others, theUser)).id, others);
});

test('events about recordings go to who made them, and those about modes to who reads modes', async () => {
  const deaf = await api.program(['events']);
  const maker = await api.program(['events', 'transcribe']);
  const reader = await api.program(['events', 'history.read', 'modes.read']);
  const stop = new AbortController();
  const eventsOf = async (caller: Program, headers: Record<string, string> = {}) => {
    const response = await caller.fetch('/events', { signal: stop.signal, headers });
    assert.equal(response.status, 200);
    let text = '';
    const whole = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        if (text.includes('"model-removed"')) return;
      }
    })();
    return { whole, text: () => text };
  };
  const streams = [await eventsOf(deaf), await eventsOf(maker), await eventsOf(reader)] as const;
  const position = api.core.events.log.position();
  const others = await api.recordingOf(api.user);
  const made = await api.recordingOf(maker);
  await api.user.send('POST', '/modes', { name: 'Seen by those who may' });
  await api.core.settings.update({ historyRetentionDays: 400 });
  // Everybody learns of this one, so that what came before has been sent.
  api.core.events.publish({ type: 'model-removed', id: 'none' });
  await Promise.all(streams.map(({ whole }) => whole));
  const [none, some, all] = streams.map(({ text }) => text());
  assert(!none?.includes(others) && !none?.includes(made) && !none?.includes('mode-created'));
  assert(some?.includes(made) && some.includes('recording-status-changed'));
  assert(!some?.includes(others) && !some?.includes('mode-created'));
  assert(all?.includes(made) && all.includes(others) && all.includes('mode-created'));
  for (const text of [none, some, all]) assert(!text?.includes('settings-changed'));
  // What was missed is reported by the same rule.
  const returned = await eventsOf(maker, { 'last-event-id': position });
  await returned.whole;
  assert(returned.text().includes(made) && !returned.text().includes(others));
  stop.abort();
});

test('whatever the program of an action has transcribed is marked, whichever way and token it comes with', async () => {
  const program = await api.program(['transcribe']);
  const form = () => {
    const made = new FormData();
    made.append('file', new Blob([speech]), 'a.wav');
    return made;
  };
  const ways: readonly [string, Record<string, string>, () => Buffer | FormData][] = [
    ['/transcribe?save=true', { 'content-type': 'audio/wav' }, () => speech],
    ['/transcribe?save=true', {}, form],
    ['/transcribe?save=true', { 'content-type': 'audio/pcm;rate=16000' }, () => speech.subarray(44)],
  ];
  for (const caller of [api.user, program])
    for (const [path, headers, body] of ways)
      for (const action of [{}, { 'x-quoth-action': 'a-run' }]) {
        const where = JSON.stringify([path, headers, action]);
        const sent = { method: 'POST', headers: { ...headers, ...action }, body: body() };
        const { body: answer } = await caller.json(path, sent);
        assert.equal(answer.ok, true, JSON.stringify(answer));
        assert.equal(api.isByAction(String(answer.recording_id)), 'x-quoth-action' in action, where);
      }
});

test('which recordings are whose is known after a restart', async () => {
  api = await api.restarted();
  assert(api.core.recordings.isMadeBy(own, program.named.id));
  assert(!api.core.recordings.isMadeBy(foreign, program.named.id));
  assert.equal((await program.json(`/recordings/${own}`)).body.ok, true);
  assert.equal(await code(program.json(`/recordings/${foreign}`)), 'RECORDING_NOT_FOUND');
});
