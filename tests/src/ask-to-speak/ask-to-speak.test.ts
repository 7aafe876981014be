import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dictation, Processing, Question, QuothEvent } from '@quoth/contract';
import { theUser } from '@quoth/core';
import { comparableWords } from '@quoth/text';
import { until } from '../support/running-application.ts';
import { type Asking, ask, askingTests, ended, questionOf, recording } from './asking.ts';
import { SPOKEN } from './test-desk.ts';

let { desk, api, core } = {} as Asking;
askingTests((started) => {
  ({ desk, api, core } = started);
});

const assertHeard = (text: string | null | undefined) =>
  assert.deepEqual(comparableWords(text ?? ''), comparableWords(SPOKEN));
const dictationOf = (body: object) => (body as { dictation: Dictation }).dictation;
const idOf = (body: object) => (body as { question: Question }).question.id;

test('always: it records at once, its text goes to it alone, and others only learn that the recorder is busy', async () => {
  const notes = await recording(api, 'always');
  const other = await recording(api, 'always', ['transcribe']);
  const started = await notes.send('POST', '/dictation/start', {});
  assert.equal(started.body.ok, true, JSON.stringify(started.body));
  const id = started.body.id as string;
  const own = dictationOf(started.body).recording;
  assert.deepEqual(
    [own?.id, own?.delivery, own?.program?.name, own?.device],
    [id, 'none', notes.named.name, null],
  );
  assert.equal(
    core.dictations.state(theUser).recording?.program?.id,
    notes.named.id,
    'the user sees whose it is',
  );
  const seen = dictationOf((await other.json('/dictation')).body);
  assert.deepEqual([seen.recording, seen.processing, seen.busy], [null, [], true]);
  assert(!JSON.stringify(seen).includes(id) && !JSON.stringify(seen).includes(notes.named.name));
  for (const [method, path] of [
    ['POST', '/dictation/stop'],
    ['POST', '/dictation/cancel'],
    ['POST', '/dictation/start'],
  ] as const)
    assert.equal((await other.send(method, path, {})).body.error?.code, 'RECORDER_BUSY', path);
  assert.equal((await ask(other)).body.error?.code, 'RECORDER_BUSY');
  assert.equal((await other.json(`/dictation/${id}`)).body.error?.code, 'RECORDING_NOT_FOUND');
  assert.equal((await notes.send('POST', '/dictation/stop', {})).body.id, id);
  const { body } = await notes.json(`/dictation/${id}?wait=true`);
  const { phase, text } = body.processing as Processing;
  assert.equal(phase, 'delivered');
  assertHeard(text);
  assert.deepEqual(desk.delivered, [], 'neither at the cursor nor on the clipboard');
  assert.deepEqual(await core.recordings.newestTexts(5), [], 'nor pasted as the last dictation');
  // It is its own recording as any other that it makes, and no one else's.
  assert.equal((await notes.json(`/recordings/${id}`)).body.ok, true);
  assert.equal((await other.json(`/recordings/${id}`)).body.error?.code, 'RECORDING_NOT_FOUND');
  assert.equal((await other.json(`/dictation/${id}?wait=true`)).body.error?.code, 'RECORDING_NOT_FOUND');
  assert.equal(dictationOf((await other.json('/dictation')).body).busy, false);
});

test('what the program of an action records is marked, and so is the answer to its question', async () => {
  const notes = await recording(api, 'always');
  for (const headers of [{}, { 'x-quoth-action': 'a-run' }]) {
    const isMarked = 'x-quoth-action' in headers;
    const id = String((await notes.send('POST', '/dictation/start', {}, headers)).body.id);
    await notes.send('POST', '/dictation/stop', {});
    await notes.json(`/dictation/${id}?wait=true`);
    assert.equal(api.isByAction(id), isMarked);
    const asked = await notes.send('POST', '/dictation/ask', { question: 'Which branch?' }, headers);
    await core.questions.answer(idOf(asked.body));
    core.dictations.stop(theUser);
    const { recording_id } = await ended(notes, idOf(asked.body));
    assert.equal(api.isByAction(recording_id ?? ''), isMarked);
  }
});

test('a program sets neither where its text goes nor which device is opened', async () => {
  const notes = await recording(api, 'always');
  const { opened } = desk;
  for (const body of [
    { delivery: 'paste' },
    { meeting: true },
    { delivery: 'copy' },
    { edit: true },
    { device: 'Monitor of the speakers' },
    { trial: { name: 'x' } },
    { max_seconds: 20_000 },
  ]) {
    const { body: answer } = await notes.send('POST', '/dictation/start', body);
    assert.equal(answer.error?.code, 'INVALID_REQUEST', JSON.stringify(body));
  }
  assert.equal(desk.opened, opened);
});

test('a program that has gone leaves no open microphone behind: its recording ends after the seconds that it asked for', async () => {
  const notes = await recording(api, 'always');
  const { body } = await notes.send('POST', '/dictation/start', { max_seconds: 3 });
  await until('the microphone is closed', () => desk.open === 0);
  const { body: kept } = await notes.json(`/dictation/${body.id}?wait=true`);
  const { ended_by, text } = kept.processing as Processing;
  assert.equal(ended_by, 'max-seconds');
  assertHeard(text);
});

test('a private recording keeps nothing, and its text still goes to its program', async () => {
  const notes = await recording(api, 'always');
  const { id } = (await notes.send('POST', '/dictation/start', { private: true })).body as unknown as {
    id: string;
  };
  await notes.send('POST', '/dictation/stop', {});
  assertHeard(((await notes.json(`/dictation/${id}?wait=true`)).body.processing as Processing).text);
  assert.equal((await notes.json(`/recordings/${id}`)).body.error?.code, 'RECORDING_NOT_FOUND');
});

test('a mode that rewrites does so only for a program with the scope rewrite', async () => {
  const usual = core.modes.list().find(({ isDefault }) => isDefault);
  assert(usual);
  // A language model that does not answer: a warning says that it was asked.
  await core.providers.addEndpoint({ id: 'mine', baseUrl: 'http://127.0.0.1:9/v1' });
  await core.modes.update(usual.id, { postProcessingMode: 2 }, theUser);
  for (const [scopes, isTried] of [
    [[], false],
    [['rewrite'], true],
  ] as const) {
    const program = await recording(api, 'always', scopes);
    const { id } = (await program.send('POST', '/dictation/start', {})).body as unknown as { id: string };
    await program.send('POST', '/dictation/stop', {});
    const { processing } = (await program.json(`/dictation/${id}?wait=true`)).body as unknown as {
      processing: Processing;
    };
    assertHeard(processing.text);
    assert.equal(processing.warning !== undefined, isTried, scopes.join());
  }
  await core.modes.update(usual.id, { postProcessingMode: 0 }, theUser);
  await core.providers.removeEndpoint('mine');
});

test('ask: a recording begins when the user has pressed, and not when they decline, or anyone who asked hangs up', async () => {
  const notes = await recording(api, 'ask');
  const asked = () => core.dictations.state(theUser).question;
  const { opened } = desk;
  const first = notes.send('POST', '/dictation/start', {});
  await until('the user is asked', () => asked() !== null);
  assert.deepEqual([asked()?.question, asked()?.program.name], [null, notes.named.name]);
  assert.equal(desk.opened, opened);
  core.questions.decline(asked()?.id ?? '');
  assert.equal((await first).body.error?.code, 'DECLINED');

  const gone = new AbortController();
  const second = notes
    .fetch('/dictation/start', { method: 'POST', signal: gone.signal })
    .catch(() => undefined);
  await until('the user is asked', () => asked() !== null);
  gone.abort();
  await second;
  await until('it is withdrawn', () => asked() === null);
  assert.equal(desk.opened, opened, 'no microphone was opened');

  const third = notes.send('POST', '/dictation/start', {});
  await until('the user is asked', () => asked() !== null);
  await core.questions.answer(asked()?.id ?? '');
  const { body } = await third;
  assert.equal(body.ok, true, JSON.stringify(body));
  assert.equal(core.dictations.state(theUser).recording?.id, body.id);
  assert.equal((await notes.send('POST', '/dictation/cancel', {})).body.id, body.id);
});

test('a question is answered by voice, and the answer goes to who asked alone', async () => {
  const agent = await recording(api, 'ask');
  const other = await recording(api, 'ask');
  const { body } = await ask(agent, 'Which  branch,\nplease?');
  const id = idOf(body);
  assert.equal((body.question as Question).question, 'Which branch, please?');
  assert.equal(core.dictations.state(theUser).question?.question, 'Which branch, please?');
  const seen = dictationOf((await other.json('/dictation')).body);
  assert.deepEqual([seen.question, seen.busy], [null, true]);
  assert.equal((await other.json(`/dictation/questions/${id}`)).body.error?.code, 'QUESTION_NOT_FOUND');
  assert.equal((await api.user.json(`/dictation/questions/${id}/answer`, { method: 'POST' })).status, 404);
  const answering = await core.questions.answer(id);
  assert.equal(answering.phase, 'answering');
  assert.equal((await questionOf(agent, id)).phase, 'answering');
  core.dictations.stop(theUser);
  const outcome = await ended(agent, id);
  assert.equal(outcome.phase, 'answered');
  assertHeard(outcome.text);
  assert.equal((await agent.json(`/recordings/${outcome.recording_id}`)).body.ok, true);
  assert.equal((await other.json(`/recordings/${outcome.recording_id}`)).body.ok, false);
  const kept = await core.recordings.get(outcome.recording_id ?? '', theUser);
  assert.deepEqual([kept.program, kept.question], [agent.named.name, 'Which branch, please?']);
  assert.deepEqual(desk.delivered, []);
  assert.equal((await questionOf(agent, id)).text, outcome.text, 'and can be fetched again');
  assert.equal((await other.json(`/dictation/questions/${id}`)).body.error?.code, 'QUESTION_NOT_FOUND');
});

test('who gives up while speaking has declined, and who declines is shown so', async () => {
  const agent = await recording(api, 'ask');
  const first = idOf((await ask(agent)).body);
  await core.questions.answer(first);
  core.dictations.cancel(theUser);
  const given = await ended(agent, first);
  assert.deepEqual([given.phase, given.error?.code, given.text], ['declined', 'DECLINED', null]);
  const second = idOf((await ask(agent)).body);
  core.questions.decline(second);
  assert.equal((await ended(agent, second)).error?.code, 'DECLINED');
});

test('a question disappears with who asked it: hung up, cancelled, or revoked', async () => {
  const agent = await recording(api, 'ask');
  const asked = () => core.dictations.state(theUser).question;
  const first = idOf((await ask(agent)).body);
  // Only a call that has arrived can hang up: it is tried until one has.
  await until('it is withdrawn', async () => {
    const gone = new AbortController();
    const waiting = agent.fetch(`/dictation/questions/${first}?wait_seconds=30`, { signal: gone.signal });
    await questionOf(agent, first);
    gone.abort();
    await waiting.then((response) => response.text()).catch(() => undefined);
    return asked() === null;
  });
  assert.equal((await questionOf(agent, first)).phase, 'cancelled');

  const second = idOf((await ask(agent)).body);
  assert.equal((await agent.send('POST', '/dictation/cancel', {})).body.id, second);
  assert.equal(asked(), null);

  await ask(agent);
  await core.namedTokens.revoke(agent.named.id);
  assert.equal(asked(), null);
});

test('of the recorder a program hears only what is its own', async () => {
  const agent = await recording(api, 'always', ['events']);
  const other = await recording(api, 'always', ['events']);
  const never = await recording(api, 'never', ['events']);
  const stop = new AbortController();
  const heard = async (caller: typeof agent) => {
    const response = await caller.fetch('/events', { signal: stop.signal });
    const events: QuothEvent[] = [];
    const whole = (async () => {
      const decoder = new TextDecoder();
      let text = '';
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        if (text.includes('"model-removed"')) break;
      }
      for (const [, data] of text.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data ?? ''));
    })();
    return { whole, events };
  };
  const readers = [await heard(agent), await heard(other), await heard(never)] as const;
  const { id } = (await agent.send('POST', '/dictation/start', {})).body as unknown as { id: string };
  await agent.send('POST', '/dictation/stop', {});
  await agent.json(`/dictation/${id}?wait=true`);
  core.events.publish({ type: 'model-removed', id: 'none' });
  await Promise.all(readers.map(({ whole }) => whole));
  stop.abort();
  const [own, others, nothing] = readers.map(({ events }) => events);
  const types = new Set(own?.map(({ type }) => type));
  for (const type of ['dictation-changed', 'dictation-level', 'recording-created'] as const)
    assert(types.has(type), type);
  assertHeard(
    own
      ?.findLast((event) => event.type === 'dictation-changed')
      ?.dictation.processing.find((one) => one.id === id)?.text,
  );
  const reported = JSON.stringify(others);
  assert(!reported.includes(id) && !reported.includes(SPOKEN.slice(0, 8)));
  assert.deepEqual(
    others?.flatMap((event) => (event.type === 'dictation-changed' ? [event.dictation.busy] : [])),
    [true, false],
    'once when it is taken, once when it is free',
  );
  assert.deepEqual([...new Set(nothing?.map(({ type }) => type))], ['model-removed']);
});

test("the discovery file's token may ask when the user lets it, and never more", async () => {
  assert.equal((await api.user.json('/dictation')).body.error?.code, 'RECORDING_NOT_ALLOWED');
  const refused = await ask(api.user);
  assert.equal(refused.body.error?.code, 'RECORDING_NOT_ALLOWED');
  await core.settings.update({ sharedTokenRecord: 'ask' });
  const started = api.user.send('POST', '/dictation/start', {});
  const asked = () => core.dictations.state(theUser).question;
  await until('the user is asked', () => asked() !== null);
  assert.equal(asked()?.program.id, null);
  await core.questions.answer(asked()?.id ?? '');
  assert.equal((await started).body.ok, true);
  await core.settings.update({ sharedTokenRecord: 'never' });
  assert.equal(core.dictations.state(theUser).recording, null, 'what is taken back ends at once');
});
