import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Advice,
  AppError,
  adviceIn,
  type ErrorCode,
  errorCodes,
  type Reader,
  readAdvice,
  reworded,
  say,
  storedAdvice,
  withAdvice,
  withFix,
} from '@quoth/contract';
import { en } from '@quoth/words/en.ts';

const asWritten = (text: string) => say('asWritten', { text });

const ROUTE = /\b(GET|POST|PUT|PATCH|DELETE) \/|"async"|Retry-After|\bupload/;
const COMMAND = /\bquoth [a-z]/;
/** What the user of the window can only do in a terminal, and says so. */
const IN_TERMINAL = /“quoth [^”]*”( in a terminal)?|^Run “|^Set a shortcut of your desktop/;

test('every text names commands at the command line, pages in the window, and routes to programs alone', () => {
  const byReader = Object.entries<string | Readonly<Record<Reader, string>>>(en).flatMap(([reason, text]) =>
    typeof text === 'string' ? [] : [[reason, text] as const],
  );
  assert(byReader.length > 100);
  for (const [reason, text] of byReader) {
    if (!IN_TERMINAL.test(text.window)) assert.doesNotMatch(text.window, COMMAND, reason);
    assert.doesNotMatch(text.window, ROUTE, reason);
    // Only a client of OpenAI's dialect asks for its models.
    if (reason === 'listsDialectModels') continue;
    for (const reader of ['commandLine', 'agent'] as const)
      assert.doesNotMatch(text[reader], ROUTE, `${reason}: ${reader}`);
  }
});

test('what an error code usually advises suits every reader', () => {
  // What only a program at the API can meet.
  const protocol: ErrorCode[] = ['UNAUTHORIZED', 'FORBIDDEN_ORIGIN', 'METHOD_NOT_ALLOWED'];
  const codes = errorCodes.filter((one) => !protocol.includes(one));
  assert(codes.length > 20);
  for (const code of codes) {
    const body = new AppError(code).toBody();
    for (const reader of ['commandLine', 'agent', 'window'] as const)
      assert.doesNotMatch(reworded(reader, body).hint ?? '', ROUTE, code);
    assert.doesNotMatch(reworded('window', body).hint ?? '', COMMAND, code);
  }
});

test('an advice stays data until its reader is known, wherever it stands, and is never sent', () => {
  const remedy = say('downloadModel', { model: 'parakeet-110m' });
  const error = new AppError('MODEL_NOT_INSTALLED', {
    message: say('asWritten', { text: 'It is gone.' }),
    hint: say('asWritten', { text: 'Wait.' }),
    remedy,
  });
  assert.equal(error.hint, 'Wait. Download it with: quoth models download parakeet-110m');
  const answer = { ok: true, list: [{ id: 1 }, { id: 2, error: { ...error.toBody() } }] };
  assert.equal(reworded('api', answer), answer);
  const inWindow = reworded('window', answer);
  assert.equal(inWindow.list[1]?.error?.hint, 'Wait. Download it under Models.');
  assert.equal(inWindow.list[0], answer.list[0]);
  assert.deepEqual(Object.keys(JSON.parse(JSON.stringify(answer)).list[1].error), [
    'code',
    'message',
    'hint',
  ]);
  const none = new AppError('NOT_FOUND').toBody();
  assert.equal('hint' in reworded('window', none), false);
  const plain = { ok: true, list: [{ hint: 'as it is' }] };
  assert.equal(reworded('window', plain), plain);
});

test('the command of a fix is in its words for everyone but the window, which has it in a field of its own', () => {
  const finding = { id: 'x', title: 'X', status: 'missing', detail: 'None.' } as const;
  const command = 'quoth dictate bind';
  const sent = (reader: Reader, fix: Advice) =>
    JSON.parse(JSON.stringify(reworded(reader, [withFix(finding, fix)])))[0];
  const bind: Advice = [say('inTerminal'), say('run', { command })];
  for (const reader of ['api', 'commandLine', 'agent'] as const)
    assert.deepEqual(sent(reader, bind), { ...finding, fix: command });
  const $messages = { fix: [say('inTerminal')], command: [say('copyCommand', { command })] };
  assert.deepEqual(sent('window', bind), { ...finding, fix: 'In a terminal:', command, $messages });
  const { command: shown, fix: none } = sent('window', [say('run', { command })]);
  assert.deepEqual([shown, none], [command, undefined]);
  const fix = 'Choose another one under Settings, Dictation.';
  assert.equal(sent('window', [say('chooseOtherMicrophone')]).fix, fix);
  assert.deepEqual(sent('api', []), finding);
});

test('an advice is stored as data, and what an older version stored as text is read as it is', () => {
  const advice = [asWritten('Wait.'), say('setOneKey', { provider: 'a' })];
  assert.deepEqual(readAdvice(storedAdvice(advice) ?? ''), advice);
  assert.equal(storedAdvice([]), null);
  for (const old of ['Download it with: quoth models download a', '[see the page', '["Wait."'])
    assert.deepEqual(readAdvice(old), [asWritten(old)]);
  assert.deepEqual(readAdvice('["Wait."]'), [asWritten('Wait.')]);
  assert.deepEqual(readAdvice('[{"kind":"of-another-version"}]'), []);
  for (const unknown of [
    { reason: 'ofAnotherVersion' },
    { reason: 'fieldProblem', args: { problem: { reason: 'x' } } },
  ])
    assert.deepEqual(readAdvice(JSON.stringify([unknown, ...advice])), advice);
  const notice = withAdvice({ id: 'x', hint: '' }, { hint: advice });
  assert.equal(adviceIn({ ...notice }, 'hint'), advice);
});
