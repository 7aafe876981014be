import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { applicationTests } from '../support/application-tests.ts';
import { RunningApplication, sample, temporaryHome, until } from '../support/running-application.ts';

let bus: PrivateBus;
let app: RunningApplication;
const home = temporaryHome();
const opened = join(home, 'opened');
applicationTests(
  {
    home,
    flags: [],
    companion: async () => {
      bus = await PrivateBus.start();
      const browser = join(home, 'browser');
      mkdirSync(opened);
      writeFileSync(
        browser,
        `#!/bin/sh\necho "$@" "$XDG_ACTIVATION_TOKEN" "$DESKTOP_STARTUP_ID" >'${opened}'/$$\n`,
        { mode: 0o755 },
      );
      return { env: { ...bus.env, QUOTH_BROWSER: browser }, stop: () => bus.stop() };
    },
  },
  ({ application }) => {
    app = application;
  },
);

function call(member: string, ...args: string[]): string {
  const options = ['--session', '--timeout', '20', '--dest', 'app.quoth.Quoth'];
  const method = `org.freedesktop.Application.${member}`;
  return execFileSync(
    'gdbus',
    ['call', ...options, '--object-path', '/app/quoth/Quoth', '--method', method, ...args],
    { encoding: 'utf8', env: { ...process.env, ...bus.env } },
  );
}

test('a call over the session bus opens the window, and files of it are transcribed', async () => {
  await until('it has its name', async () => {
    const options = ['--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/'];
    const method = ['--method', 'org.freedesktop.DBus.NameHasOwner', 'app.quoth.Quoth'];
    const env = { ...process.env, ...bus.env };
    return execFileSync('gdbus', ['call', ...options, ...method], { encoding: 'utf8', env }).includes('true');
  });
  call('Activate', "{'activation-token': <'token-1'>}");
  await until('a browser was started', async () => readdirSync(opened).length === 1);
  const [first = ''] = readdirSync(opened);
  assert.match(readFileSync(join(opened, first), 'utf8'), /quoth-window\.html.* token-1 token-1\n/);
  call('Open', `['${pathToFileURL(sample('weather')).href}', 'https://example.org/x.wav']`, '{}');
  const client = await app.controlSocket();
  await until('the file is in the history', async () => {
    const { recordings } = await client.searchRecordings({});
    return recordings.some(
      ({ source_name, status }) => source_name === 'weather.wav' && status === 'completed',
    );
  });
});

test('another application leaves the name to the one that has it', async () => {
  const home = temporaryHome();
  const other = await RunningApplication.start(home, [], bus.env);
  await other.end();
  rmSync(home, { recursive: true });
  assert.equal(call('ActivateAction', 'none', '[]', '{}').trim(), '()');
});
