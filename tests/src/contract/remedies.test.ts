import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Advice,
  AppError,
  adviceIn,
  type ErrorCode,
  errorCodes,
  type Reader,
  type Remedy,
  readAdvice,
  reworded,
  say,
  storedAdvice,
  withAdvice,
  withFix,
  wordsFor,
} from '@quoth/contract';

/** One of each kind; a kind that is missing here does not compile. */
const samples: { readonly [Kind in Remedy['kind']]: Extract<Remedy, { kind: Kind }> } = {
  see: { kind: 'see', place: 'models', that: 'lists them.' },
  'list-recordings': { kind: 'list-recordings' },
  'wait-for-queue': { kind: 'wait-for-queue' },
  'ask-for-it-later': { kind: 'ask-for-it-later' },
  'upload-instead': { kind: 'upload-instead', first: 'Try again', bytes: 'the bytes' },
  'allow-folder': { kind: 'allow-folder' },
  'create-token-with-scope': { kind: 'create-token-with-scope' },
  'allow-purging': { kind: 'allow-purging' },
  'install-model': { kind: 'install-model' },
  'set-key': { kind: 'set-key', what: 'the key', provider: 'openai' },
  run: { kind: 'run', command: 'quoth dictate bind' },
  'run-elsewhere': { kind: 'run-elsewhere', command: 'quoth dictate bind' },
  copy: { kind: 'copy', command: 'quoth dictate bind' },
  'check-versions': { kind: 'check-versions' },
  'start-quoth': { kind: 'start-quoth', thenDoctor: true },
  'run-doctor': { kind: 'run-doctor' },
  'wait-or-stop': { kind: 'wait-or-stop' },
  'restart-quoth': { kind: 'restart-quoth' },
  'find-creator': { kind: 'find-creator' },
  'turn-on-api': { kind: 'turn-on-api' },
  'restart-api': { kind: 'restart-api' },
  'create-token-file': { kind: 'create-token-file', token: 'cursor' },
};

const ROUTE = /\b(GET|POST|PUT|PATCH|DELETE) \/|"async"|Retry-After|\bupload/;
const COMMAND = /\bquoth [a-z]/;
/** What the user of the window can only do in a terminal. */
const needsTerminal = ['run', 'copy'];
/** What only the window says. */
const ofWindow = ['copy'];

test('every remedy names commands at the command line, pages in the window, and routes to programs alone', () => {
  for (const remedy of Object.values<Remedy>(samples)) {
    const said = (reader: Reader) => wordsFor(reader, [remedy]) ?? '';
    assert.equal(said('api') === '', ofWindow.includes(remedy.kind), remedy.kind);
    if (!needsTerminal.includes(remedy.kind)) assert.doesNotMatch(said('window'), COMMAND, remedy.kind);
    assert.doesNotMatch(said('window'), ROUTE, remedy.kind);
    assert.doesNotMatch(said('commandLine'), ROUTE, remedy.kind);
    assert.doesNotMatch(said('agent'), ROUTE, remedy.kind);
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
  const error = new AppError('MODEL_NOT_INSTALLED', { message: 'It is gone.', hint: 'Wait.', remedy });
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
  const bind: Advice = [say('inTerminal'), { kind: 'run', command }];
  for (const reader of ['api', 'commandLine', 'agent'] as const)
    assert.deepEqual(sent(reader, bind), { ...finding, fix: command });
  const $messages = { fix: [say('inTerminal')] };
  assert.deepEqual(sent('window', bind), { ...finding, fix: 'In a terminal:', command, $messages });
  assert.deepEqual(sent('window', [{ kind: 'run', command }]), { ...finding, command });
  const fix = 'Choose another one under Settings, General.';
  assert.equal(sent('window', [say('chooseOtherMicrophone')]).fix, fix);
  assert.deepEqual(sent('api', []), finding);
});

test('an advice is stored as text where it is the same for everyone, else as data; older texts are read as they are', () => {
  const advice = ['Wait.', { kind: 'set-key', what: 'one', provider: 'a' }] as const;
  assert.deepEqual(readAdvice(storedAdvice(advice) ?? ''), advice);
  assert.equal(storedAdvice(['Wait.']), 'Wait.');
  assert.equal(storedAdvice([]), null);
  for (const old of ['Download it with: quoth models download a', '[see the page', '["Wait."'])
    assert.deepEqual(readAdvice(old), [old]);
  assert.deepEqual(readAdvice('[{"kind":"of-a-later-version"}]'), []);
  const notice = withAdvice({ id: 'x', hint: '' }, { hint: advice });
  assert.equal(adviceIn({ ...notice }, 'hint'), advice);
});
