import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { applicationTests } from './support/application-tests.ts';
import { type RunningApplication, sample, until } from './support/running-application.ts';

/**
 * A bug that shows where a request asks for it: an error thrown in a timer of that request, where no one can catch it.
 */
const BUG = `
  import { ServerResponse } from 'node:http';
  const { getHeader } = ServerResponse.prototype;
  ServerResponse.prototype.getHeader = function (name) {
    const value = getHeader.call(this, name);
    if (value === 'throw-in-a-timer' && !this.req.thrown) {
      this.req.thrown = true;
      setTimeout(() => { throw new TypeError('a bug'); }, 1);
    }
    return value;
  };`;

let app: RunningApplication;
applicationTests(
  { env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(BUG)}` } },
  ({ application }) => {
    app = application;
  },
);

test('an error of one requests without a handler fails that request, is logged, and the application starts itself again with everything kept', async () => {
  const wav = readFileSync(sample('go-forward'));
  const kept = await app.json('/transcribe?async=true', {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: wav,
  });
  const id = String(kept.body.recording_id);
  const { token, started_at: before } = app.discovery();
  const failed = await app
    .fetch('/transcribe', {
      method: 'POST',
      headers: { 'content-type': 'audio/wav', 'x-request-id': 'throw-in-a-timer' },
      body: wav,
    })
    .catch(() => undefined);
  assert(failed === undefined || failed.status === 500, `${failed?.status}`);
  await until('it has started again', () => {
    try {
      return app.discovery().started_at !== before;
    } catch {
      return false;
    }
  });
  assert.equal(app.child.exitCode, null);
  assert.equal(app.discovery().pid, app.child.pid);
  assert.equal(app.discovery().token, token);
  await until('the work in hand is finished', async () => {
    const { body } = await app.json(`/recordings/${id}`);
    return (body.recording as { status: string }).status === 'completed';
  });
  const client = await app.controlSocket();
  const { notices } = await client.getApplication();
  assert(notices.some((notice) => notice.id === 'restarted-after-error'));
  const log = readFileSync(join(app.home, 'logs', 'quoth.log'), 'utf8');
  assert.match(log, /"requestId":"throw-in-a-timer".*An uncaught error/);
});
