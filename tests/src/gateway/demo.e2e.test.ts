import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** As it is built, in the whole check: its thirteen commands start in a third of the time. */
const main =
  process.env.QUOTH_TEST_GATEWAY ??
  join(import.meta.dirname, '..', '..', '..', 'apps', 'gateway', 'src', 'main.ts');

test('the demo lets a real application transcribe by every tier, and shows a vendor that breaks, a repeated request and balanced books', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--liftoff-only',
    main,
    'demo',
  ]);
  for (const tier of ['highest', 'high', 'medium', 'fast'])
    assert.match(
      stdout,
      new RegExp(`^${tier} +\\w+:completed:\\d+ms\\n +charged 0\\.00\\d+ USD: ".*weather`, 'm'),
    );
  assert.match(stdout, /deepgram:unreachable:\d+ms, groq:completed:\d+ms/);
  assert.match(stdout, /kept answer, no vendor asked, not charged again/);
  assert.match(stdout, /6 requests, each charged once/);
  assert.match(stdout, /The books balance\./);
});
