import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { CommandLine } from './support/command-line.ts';
import { sample, until } from './support/running-application.ts';

let quoth: CommandLine;
before(() => {
  quoth = new CommandLine();
  // Not empty but unset, as on a server or under cron.
  for (const name of [
    'DISPLAY',
    'WAYLAND_DISPLAY',
    'DBUS_SESSION_BUS_ADDRESS',
    'PULSE_SERVER',
    'XDG_RUNTIME_DIR',
  ])
    delete quoth.env[name];
});
after(() => quoth.remove());

test('without screen, bus and sound server the application starts, says what is missing, and does the rest', async () => {
  mkdirSync(join(quoth.home, 'models'), { mode: 0o700 });
  writeFileSync(join(quoth.home, 'models', 'broken.gguf'), 'no model');
  const started = await quoth.run('start', '--headless');
  assert.equal(started.code, 0, started.errors);
  const status = await quoth.run('dictate', 'status');
  assert.equal(status.code, 0, status.errors);
  assert.match(status.out, /^Screen: .+\n {2}.*quoth start --headless$/m);
  assert.match(status.out, /^Session bus: /m);
  assert.doesNotMatch(status.out, /dictate bind/);
  const { findings } = (await quoth.json('doctor')) as {
    findings: readonly { id: string; status: string; fix?: string }[];
  };
  for (const id of ['display', 'session-bus']) {
    const found = findings.find((each) => each.id === id);
    assert(found?.fix, id);
  }
  // What `status` points to, such as the model file that cannot be used, the doctor shows.
  let notices: readonly { message: string; hint?: string }[] = [];
  await until('the model file is looked at', async () => {
    ({ notices } = (await quoth.json('status')) as { notices: typeof notices });
    return notices.length > 0;
  });
  const { findings: now } = (await quoth.json('doctor')) as {
    findings: readonly { detail: string; fix?: string }[];
  };
  for (const { message, hint } of notices)
    assert(
      now.some(({ detail, fix }) => detail === message && fix === hint),
      message,
    );
  const spoken = await quoth.run('transcribe', sample('go-forward'));
  assert.equal(spoken.out.trim(), 'Go forward to the old garden.', spoken.errors);
});
