import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { createNamedTokenBody, type Dictation } from '@quoth/contract';
import { ShownIndicator } from '@quoth/desktop/fixtures/shown-indicator.ts';
import type { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import type { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { comparableWords } from '@quoth/text';
import { applicationTests } from '../support/application-tests.ts';
import { CommandLine } from '../support/command-line.ts';
import { McpClient } from '../support/mcp-client.ts';
import { type RunningApplication, until } from '../support/running-application.ts';

const quickBridge = join(import.meta.dirname, '..', 'support', 'quick-bridge.ts');
const sentence = testSentences()[11];
assert(sentence);
const ESCAPE = 0xff1b;

let display: TestDisplay;
let microphone: VirtualMicrophone;
let keyboard: TestKeyboard;
let indicator: ShownIndicator;
let home: string;
let app: RunningApplication;
let client: Client;
let agent: McpClient;
let agentToken: string;
applicationTests(
  { microphone: true, display: true, settings: { indicatorSize: 'small' }, model: 'quoth-test-en-streaming' },
  async (tests) => {
    ({ display, microphone, keyboard, home, application: app, own: client } = tests);
    indicator = await ShownIndicator.at(display);
    const scopes = ['record', 'modes.read'] as const;
    const body = createNamedTokenBody.parse({ name: 'agent', scopes, to_file: true });
    agentToken = (await client.createNamedToken({ body: { ...body, expires_at: undefined } })).named_token.id;
    const node = [process.execPath, '--disable-warning=ExperimentalWarning'] as const;
    agent = await McpClient.connect({ home, command: [...node, quickBridge, home, home, 'agent'] });
  },
);
afterEach(async () => {
  await client.cancelDictation().catch(() => undefined);
});
after(async () => {
  await McpClient.closeAll();
  indicator.close();
});

/** A press has come to the application by then, also on a busy machine. */
const PRESS_MS = 4_000;
const state = async (): Promise<Dictation> => (await client.getDictation({})).dictation;
const isRecording = async () => (await state()).recording?.phase === 'recording';

/**
 * Presses a button of the question until this is so: a press in the first moment is not taken for an answer. The next
 * press waits, because the card of a recording, which comes at the same place, would take it.
 */
async function pressUntil(
  what: string,
  [question, button]: readonly [question: string, button: 'answer' | 'decline'],
  isSo: () => Promise<boolean>,
): Promise<void> {
  let pressedAt = Number.NEGATIVE_INFINITY;
  await until(what, async () => {
    if (performance.now() - pressedAt > PRESS_MS) {
      pressedAt = performance.now();
      await indicator.press(question, button, keyboard);
    }
    return isSo();
  });
}

test('an agent that may not ask learns how its user allows it, and the command line does', async () => {
  const refused = await agent.call('ask_to_speak', { question: 'May I?' });
  assert.deepEqual([refused.isError, refused.error.code], [true, 'RECORDING_NOT_ALLOWED']);
  assert.match(refused.error.hint ?? '', /quoth tokens allow agent --record ask/);
  const quoth = new CommandLine({ QUOTH_HOME: home });
  const allowed = await quoth.run('tokens', 'allow', 'agent', '--record', 'ask');
  assert.match(allowed.out, /agent: may ask to record/, allowed.errors);
  assert.match((await quoth.run('tokens', 'list')).out, /record \(ask\)/);
  const shared = await quoth.run('tokens', 'allow', '--shared-token', '--record', 'always');
  assert.equal(shared.code, 2);
  for (const [name, args] of [
    ['markup', { question: '<b>Now?</b>' }],
    ['an unknown mode', { question: 'Now?', mode: 'no such mode' }],
  ] as const)
    assert.match(
      (await agent.call('ask_to_speak', args)).error.code ?? '',
      /INVALID_REQUEST|MODE_NOT_FOUND/,
      name,
    );
});

test('the question stands on the screen, a press answers it by voice, and the transcript is the result; pending meanwhile', async () => {
  const progress: string[] = [];
  const asked = await agent.call(
    'ask_to_speak',
    { question: 'Which file shall I save?', mode: 'test', max_seconds: 60 },
    { onprogress: ({ message }) => void progress.push(message ?? '') },
  );
  assert.equal(asked.body.status, 'pending', JSON.stringify(asked.error));
  assert(progress.some((message) => message.startsWith('The question is on the screen')));
  const id = asked.body.id as string;
  assert.deepEqual(
    [(await state()).question?.question, (await state()).question?.program.name],
    ['Which file shall I save?', 'agent'],
  );
  await until('the question is on the screen', async () => (await indicator.place()) !== undefined);
  const asking = await indicator.place();
  assert.equal(await isRecording(), false);
  await pressUntil('the answer is recorded', ['Which file shall I save?', 'answer'], isRecording);
  const { recording } = await state();
  assert.equal(recording?.program?.name, 'agent');
  await until('its sign is there, and full although a small one is set', async () => {
    const now = await indicator.place();
    return now !== undefined && now.height !== asking?.height && now.width > 300;
  });
  await microphone.play(sentence.samples);
  await client.stopDictation();
  let answer = await agent.call('get_answer', { id });
  while (answer.body.status === 'pending') answer = await agent.call('get_answer', { id });
  assert.equal(answer.body.status, 'answered', JSON.stringify(answer.error));
  const heard = comparableWords(answer.body.text as string);
  const words = comparableWords(sentence.expected);
  assert(words.filter((word) => heard.includes(word)).length >= words.length / 2, String(answer.body.text));
  const foreign = await McpClient.connect({ home });
  assert.equal((await foreign.call('get_answer', { id })).error.code, 'RECORDING_NOT_ALLOWED');
  await foreign.close();
});

test('Esc ends it, and the agent learns that its user declined; so does the button', async () => {
  const first = (await agent.call('ask_to_speak', { question: 'And now?' })).body.id as string;
  const quoth = new CommandLine({ QUOTH_HOME: home });
  assert.match((await quoth.run('dictate', 'status')).out, /agent asks: And now\?/);
  assert.match((await quoth.run('dictate', 'answer')).out, /Recording for agent/);
  // The key is taken from other programs as soon as something is recorded.
  await until('Esc ends it', async () => {
    await keyboard.press(ESCAPE);
    return (await state()).recording === null;
  });
  assert.equal((await agent.call('get_answer', { id: first })).error.code, 'DECLINED');
  const second = (await agent.call('ask_to_speak', { question: 'Once more?' })).body.id as string;
  await until('the question is on the screen', async () => (await indicator.place()) !== undefined);
  const isGone = async () => (await state()).question === null;
  await pressUntil('it is gone', ['Once more?', 'decline'], isGone);
  const reported = await agent.call('get_answer', { id: second });
  assert.deepEqual([reported.isError, reported.error.code], [true, 'DECLINED']);
  // Three a minute: on a busy machine the first of them are longer ago.
  await until('it may ask no more', async () => {
    const further = await agent.call('ask_to_speak', { question: 'Please?' });
    if (further.isError) return further.error.code === 'RATE_LIMITED';
    await client.declineQuestion({ params: { id: further.body.id as string } });
    return false;
  });
  assert.equal((await agent.call('get_answer', { id: 'none' })).error.code, 'QUESTION_NOT_FOUND');
});

test('a program that always may records with its sign, one key ends even a long one, and its token revoked closes the microphone', async () => {
  await client.allowNamedToken({ params: { id: agentToken }, body: { record: 'always' } });
  const scopes = ['record'] as const;
  const made = await client.createNamedToken({
    body: { name: 'Meeting', scopes: [...scopes], record: 'always' },
  });
  const start = () =>
    app.json('/dictation/start', {
      method: 'POST',
      headers: { authorization: `Bearer ${made.token}` },
    });
  assert.equal((await start()).body.ok, true);
  await until('its sign is there', async () => ((await indicator.place())?.width ?? 0) > 300);
  await until('Esc ends it', async () => {
    await keyboard.press(ESCAPE);
    return (await state()).recording === null;
  });
  assert.equal((await start()).body.ok, true);
  await client.revokeNamedToken({ params: { id: made.named_token.id } });
  assert.equal((await state()).recording, null);
  await until('nothing is shown', async () => (await indicator.place()) === undefined);
});

test('the command line declines; an agent that ends takes its question with it', async () => {
  await client.createNamedToken({
    body: { name: 'short', scopes: ['record'], record: 'ask', to_file: true },
  });
  const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'quoth', 'quoth.js');
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', cli, 'mcp', '--as', 'short'];
  const leaving = await McpClient.connect({ home, command: command as [string, ...string[]] });
  const first = leaving.call('ask_to_speak', { question: 'Shall I?' });
  await until('it is asked', async () => (await state()).question !== null);
  const declined = await new CommandLine({ QUOTH_HOME: home }).run('dictate', 'decline');
  assert.equal(declined.code, 0, declined.errors);
  assert.equal((await first).error.code, 'DECLINED');
  const asked = leaving.call('ask_to_speak', { question: 'Anybody there?' }).catch(() => undefined);
  await until('it is asked', async () => (await state()).question !== null);
  await leaving.close();
  await asked;
  await until('it is gone', async () => (await state()).question === null);
});
