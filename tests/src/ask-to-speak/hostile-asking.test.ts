import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordPermissions, type Scope, scopes } from '@quoth/contract';
import { theUser } from '@quoth/core';
import fc from 'fast-check';
import type { Program } from '../named-tokens/started-api.ts';
import { until } from '../support/running-application.ts';
import { type Asking, ask, askingTests, ended, recording } from './asking.ts';

let { desk, api, core } = {} as Asking;
askingTests((started) => {
  ({ desk, api, core } = started);
});

const codeOf = async (answer: ReturnType<Program['json']>) => (await answer).body.error?.code;
const start = (program: Pick<Program, 'send'>, body: object = {}) =>
  program.send('POST', '/dictation/start', body);

test('whatever a program without scope or permission calls, in whatever order: no microphone is opened and nothing is asked', async () => {
  const calls = [
    ['POST', '/dictation/start', {}],
    ['POST', '/dictation/start', { private: true, delivery: 'none', max_seconds: 5 }],
    ['POST', '/dictation/ask', { question: 'May I?' }],
    ['POST', '/dictation/stop', {}],
    ['POST', '/dictation/cancel', {}],
    ['POST', '/dictation/toggle', {}],
    ['POST', '/dictation/questions/3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b/answer', {}],
    ['GET', '/dictation', undefined],
    ['GET', '/dictation/questions/3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b?wait_seconds=1', undefined],
  ] as const;
  const reported: string[] = [];
  const end = core.events.subscribe(({ type }) => reported.push(type));
  const { opened } = desk;
  const programs = new Map<string, Program>();
  const programWith = async (held: readonly Scope[], permission: (typeof recordPermissions)[number]) => {
    const key = `${permission} ${held.join()}`;
    const made = programs.get(key) ?? (await api.program(held, { record: permission }));
    programs.set(key, made);
    return made;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.subarray([...scopes], { minLength: 1 }),
      fc.constantFrom(...recordPermissions),
      fc.array(fc.constantFrom(...calls), { minLength: 1, maxLength: 5 }),
      async (held, written, list) => {
        // A permission without the scope is worth nothing, and a scope without permission neither.
        const permission = held.includes('record') ? 'never' : written;
        const program = await programWith(held, permission);
        for (const [method, path, body] of list) {
          const init =
            body === undefined ? { method } : { method, body: JSON.stringify(body), headers: json };
          const response = await program.fetch(path, init);
          const { ok, error } = (await response.json()) as { ok: boolean; error?: { code: string } };
          assert.equal(ok, false);
          // Those are routes of the user alone; the first has a neighbour that is read by GET.
          const ours = path.includes('toggle')
            ? 'METHOD_NOT_ALLOWED'
            : path.endsWith('answer') && 'NOT_FOUND';
          const refused = held.includes('record') ? 'RECORDING_NOT_ALLOWED' : 'FORBIDDEN_SCOPE';
          assert.equal(error?.code, ours || refused, `${path} ${permission} ${held.join()}`);
        }
      },
    ),
    { numRuns: 60 },
  );
  end();
  assert.equal(desk.opened, opened);
  assert(!reported.includes('dictation-changed') && !reported.includes('recording-created'));
});

const json = { 'content-type': 'application/json' };

test('a question with escapes, markup or hidden characters is refused before anybody sees it', async () => {
  const agent = await recording(api, 'ask');
  for (const text of [
    '\u001b]0;gone\u0007Which?',
    '<b>Which?</b>',
    'Which &amp; what?',
    'Which \u202e?',
    'Which\u200b?',
    'a'.repeat(201),
    '   ',
  ]) {
    const { body } = await ask(agent, text);
    assert.equal(body.error?.code, 'INVALID_REQUEST', JSON.stringify(text));
    assert.equal(core.dictations.state(theUser).question, null);
  }
  const wrong = await agent.send('POST', '/dictation/ask', { question: 7 });
  assert.equal(wrong.status, 400);
  // None of them was a question.
  for (let asked = 0; asked < 3; asked++) {
    assert.equal((await ask(agent)).body.ok, true);
    await agent.send('POST', '/dictation/cancel', {});
  }
});

test('the fourth question within a minute is 429 with the time to wait, asking to record included', async () => {
  const agent = await recording(api, 'ask');
  const asked = () => core.dictations.state(theUser).question?.id;
  for (let times = 0; times < 2; times++) {
    assert.equal((await ask(agent)).body.ok, true);
    core.questions.decline(asked() ?? '');
  }
  const started = start(agent);
  await until('the user is asked', () => asked() !== undefined);
  core.questions.decline(asked() ?? '');
  await started;
  const fourth = await agent.fetch('/dictation/ask', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ question: 'And now?' }),
  });
  assert.equal(fourth.status, 429);
  const wait = Number(fourth.headers.get('retry-after'));
  assert(wait > 2 && wait <= 60, String(wait));
  assert.equal((await start(agent)).status, 429);
  const other = await recording(api, 'ask');
  assert.equal((await ask(other)).body.ok, true, 'others are not held up');
});

test('while the user dictates, programs are told that the recorder is busy; and one question at a time', async () => {
  const agent = await recording(api, 'always');
  const id = await core.dictations.start({ delivery: 'none' } as never, theUser);
  for (const answer of [start(agent), ask(agent)]) assert.equal(await codeOf(answer), 'RECORDER_BUSY');
  for (const path of ['/dictation/stop', '/dictation/cancel'])
    assert.equal(await codeOf(agent.send('POST', path, {})), 'RECORDER_BUSY');
  const seen = JSON.stringify((await agent.json('/dictation')).body);
  assert(!seen.includes(id) && /"busy":true/.test(seen));
  assert.equal(core.dictations.state(theUser).recording?.id, id, 'it goes on');
  core.dictations.cancel(theUser);
  assert.equal((await ask(agent)).body.ok, true);
  const other = await recording(api, 'always');
  assert.equal(await codeOf(ask(other)), 'RECORDER_BUSY');
  assert.equal(await codeOf(start(other)), 'RECORDER_BUSY');
  // The user may dictate beside an open question, and answers it later.
  const own = await core.dictations.start({ delivery: 'none' } as never, theUser);
  const asked = core.dictations.state(theUser).question?.id ?? '';
  await assert.rejects(core.questions.answer(asked), /already in progress/);
  assert.equal(core.dictations.state(theUser).recording?.id, own);
  assert.equal(core.dictations.state(theUser).question?.id, asked);
});

test('without a sign, or on a locked screen, no one records or asks; the lock ends what goes on', async () => {
  const agent = await recording(api, 'always');
  const { opened } = desk;
  desk.place = 'none';
  for (const answer of [await start(agent), await ask(agent)]) {
    assert.equal(answer.body.error?.code, 'RECORDING_NOT_ALLOWED');
    assert.match(answer.body.error?.message ?? '', /Nothing on this machine could show/);
    assert.match(JSON.stringify(answer.body.error), /quoth start/);
  }
  desk.place = 'screen';
  desk.isLocked = true;
  for (const answer of [await start(agent), await ask(agent)])
    assert.match(answer.body.error?.message ?? '', /screen is locked/);
  assert.equal(desk.opened, opened);
  desk.isLocked = false;

  const { id } = (await start(agent)).body as unknown as { id: string };
  desk.lock(true);
  const { body } = await agent.json(`/dictation/${id}?wait=true`);
  assert.deepEqual((body.processing as { phase: string; text: null }).phase, 'cancelled');
  assert.equal((body.processing as { text: null }).text, null, 'nothing of it goes out');
  desk.lock(false);
  assert.equal((await ask(agent)).body.ok, true);
  desk.lock(true);
  assert.equal(core.dictations.state(theUser).question, null);
});

test('where only our window could show it, each recording is asked for, and it ends with the window', async () => {
  const agent = await recording(api, 'always');
  desk.place = 'window';
  const { opened } = desk;
  const started = start(agent);
  await until('the user is asked', () => core.dictations.state(theUser).question !== null);
  assert.equal(desk.opened, opened);
  await core.questions.answer(core.dictations.state(theUser).question?.id ?? '');
  assert.equal((await started).body.ok, true);
  assert.equal(desk.open, 1);
  desk.signs('none');
  await until('it has ended', () => desk.open === 0);
});

test('revoked while it records, its permission taken, or the local API switched off: the microphone closes at once', async () => {
  const ways: readonly [string, (program: Program) => Promise<unknown>][] = [
    ['revoked', (program) => core.namedTokens.revoke(program.named.id)],
    ['permission taken', (program) => core.namedTokens.allow(program.named.id, 'never')],
    ['API off', () => api.server.switch(false, true)],
  ];
  for (const [what, way] of ways) {
    const agent = await recording(api, 'always');
    const { id } = (await start(agent)).body as unknown as { id: string };
    assert.equal(desk.open, 1, what);
    await way(agent);
    await until(`${what}: the microphone is closed`, () => desk.open === 0);
    await until(`${what}: it is kept as cancelled`, async () => {
      const kept = await core.recordings.get(id, theUser).catch(() => undefined);
      return kept?.status === 'cancelled';
    });
  }
  await api.server.switch(true, true);
});

test('revoked while the microphone is being opened for its answer, nothing of it is recorded', async () => {
  const agent = await recording(api, 'ask');
  const id = ((await ask(agent)).body.question as { id: string }).id;
  desk.onOpen = () => void core.namedTokens.revoke(agent.named.id);
  await core.questions.answer(id).catch(() => undefined);
  desk.onOpen = () => undefined;
  await until('the microphone is closed', () => desk.open === 0);
  assert.equal(core.dictations.state(theUser).recording, null);
  assert.equal(core.dictations.state(theUser).question, null);
});

test('revoked or locked while the microphone is being opened for its own recording, nothing goes on', async () => {
  const ways: readonly [string, (program: Program) => unknown][] = [
    ['revoked', (program) => core.namedTokens.revoke(program.named.id)],
    ['locked', () => desk.lock(true)],
  ];
  for (const [what, way] of ways) {
    const agent = await recording(api, 'always');
    const { opened } = desk;
    desk.onOpen = () => void way(agent);
    // Revoked, its connection is cut.
    await start(agent).catch(() => undefined);
    desk.onOpen = () => undefined;
    await until(`${what}: the microphone is closed`, () => desk.opened > opened && desk.open === 0);
    assert.equal(core.dictations.state(theUser).recording, null, what);
    desk.lock(false);
  }
});

test('a microphone that fails is reported to who asked, not as a refusal of the user', async () => {
  const agent = await recording(api, 'ask');
  const id = ((await ask(agent)).body.question as { id: string }).id;
  desk.onOpen = () => {
    throw new Error('unplugged');
  };
  await core.questions.answer(id).catch(() => undefined);
  desk.onOpen = () => undefined;
  desk.open = 0;
  assert.equal((await ended(agent, id)).phase, 'failed');
});
