import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WindowSessions } from './window-sessions.ts';

function world() {
  let time = 1_000_000;
  let revoked = 0;
  const sessions = new WindowSessions(
    () => revoked++,
    () => undefined,
    () => time,
  );
  return { sessions, revoked: () => revoked, passes: (ms: number) => (time += ms) };
}

test('a code yields a token once; a second use revokes both and raises a notice', () => {
  const { sessions, revoked } = world();
  const code = sessions.newCode();
  const first = sessions.redeem(code);
  assert.equal(first.state, 'open');
  assert.ok(first.token && sessions.holds(first.token));
  const other = sessions.redeem(sessions.newCode());
  assert.deepEqual(sessions.redeem(code), { state: 'revoked', token: null });
  assert.equal(revoked(), 1);
  assert.equal(sessions.holds(first.token ?? ''), false);
  assert.equal(sessions.holds(other.token ?? ''), true, 'another window goes on');
  assert.deepEqual(sessions.redeem(code), { state: 'unknown', token: null });
});

test('a code that is too old gives nothing, and does not count as misuse', () => {
  const { sessions, revoked, passes } = world();
  const code = sessions.newCode();
  assert.equal(sessions.isExpecting(), true);
  passes(60_001);
  assert.equal(sessions.isExpecting(), false);
  assert.equal(sessions.redeem(code).state, 'unknown');
  assert.equal(sessions.redeem('').state, 'unknown');
  assert.equal(revoked(), 0);
});

test('a clock that is set ends no window’s minute, and prolongs none', (context) => {
  const opened = new WindowSessions(() => undefined);
  const code = opened.newCode();
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
  assert.equal(opened.isExpecting(), true);
  assert.equal(opened.redeem(code).state, 'open');
});

test('an address of audio is good for its recording, its window and a quarter of an hour', () => {
  const { sessions, passes } = world();
  const code = sessions.newCode();
  const { token } = sessions.redeem(code);
  const query = new URLSearchParams(sessions.signAudio(token ?? '', 'one').query);
  const isSigned = (id: string, changes: Record<string, string> = {}) =>
    sessions.isSignedAudio(id, new URLSearchParams({ ...Object.fromEntries(query), ...changes }));
  assert.equal(isSigned('one'), true);
  assert.equal(isSigned('two'), false);
  assert.equal(isSigned('one', { expires: '9999999999999' }), false);
  assert.equal(isSigned('one', { signature: '' }), false);
  passes(15 * 60_000 + 1);
  assert.equal(isSigned('one'), false);
  const fresh = new URLSearchParams(sessions.signAudio(token ?? '', 'one').query);
  assert.equal(sessions.isSignedAudio('one', fresh), true);
  sessions.redeem(code);
  assert.equal(sessions.isSignedAudio('one', fresh), false, 'it ends with its window');
  const unknown = new URLSearchParams(sessions.signAudio('none', 'one').query);
  assert.equal(sessions.isSignedAudio('one', unknown), false);
});

test('windows are known again after a restart for a day, and prove it without telling their tokens', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { sessions } = world();
  const { token } = sessions.redeem(sessions.newCode());
  sessions.newCode();
  const kept = sessions.open();
  assert.equal(kept.length, 1, 'an address that no one has used is not kept');
  const next = world();
  next.sessions.restore(kept);
  assert.ok(token && next.sessions.holds(token));
  const [proof] = next.sessions.proofs('challenge-challenge-challenge');
  assert.deepEqual(sessions.proofs('challenge-challenge-challenge'), [proof]);
  assert.notEqual(proof, token);
  // The steady clock stands still while the machine sleeps.
  context.mock.timers.setTime(Date.now() + 24 * 3_600_000);
  const afterSleep = sessions.redeem(sessions.newCode()).token;
  next.sessions.restore(sessions.open());
  assert.ok(
    afterSleep && next.sessions.holds(afterSleep),
    'the age is that of the window, not of the process',
  );
  assert.equal(next.sessions.holds(token), false);
});
