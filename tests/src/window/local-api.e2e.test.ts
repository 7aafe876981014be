import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { RunningApplication, sample, temporaryHome, until } from '../support/running-application.ts';
import { axeFindings } from './axe.ts';
import { windowTests } from './window-tests.ts';

const run = promisify(execFile);
const home = temporaryHome();
const work = join(home, 'work');
let application: RunningApplication;
let page: Page;
windowTests(
  {
    home,
    flags: [],
    env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), DISPLAY: '', WAYLAND_DISPLAY: '' },
    prepare: () => {
      mkdirSync(work, { recursive: true });
      copyFileSync(sample('go-forward'), join(work, 'memo.wav'));
    },
    path: '/settings/local-api',
  },
  (tests) => {
    ({ application, page } = tests);
  },
);

const apiSwitch = () => page.getByRole('switch', { name: 'API Server' });
// A string: the tests know nothing of a browser's types.
const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
const copy = async (name: string): Promise<string> => {
  // "Copied" may be that of the button before.
  await page.evaluate("navigator.clipboard.writeText('')");
  await page.getByRole('button', { name, exact: true }).click();
  await until(`${name} has copied`, async () => (await copied()) !== '');
  return copied();
};
/** The lines of every cURL snippet, copied by their buttons. */
async function copiedSnippets(): Promise<Map<string, string>> {
  await page.getByRole('tab', { name: 'cURL' }).click();
  const found = new Map<string, string>();
  for (const name of ['Check that it is running', 'Installed models', 'Transcribe a file', 'Rewrite a text'])
    found.set(name, await copy(`Copy the lines: ${name}`));
  return found;
}
async function runs(snippets: ReadonlyMap<string, string>): Promise<void> {
  const said = new Map<string, Record<string, unknown>>();
  for (const [name, lines] of snippets) {
    // Through a proxy nothing would come back: none exists at this address.
    const env = { ...process.env, http_proxy: 'http://127.0.0.1:9' };
    const { stdout } = await run('sh', ['-c', lines], { cwd: work, env });
    said.set(name, JSON.parse(stdout) as Record<string, unknown>);
  }
  assert.equal(said.get('Check that it is running')?.app, 'quoth');
  assert.ok(Array.isArray(said.get('Installed models')?.models));
  assert.match(String(said.get('Transcribe a file')?.text), /forward/i);
  assert.equal(said.get('Rewrite a text')?.text, 'um hello there');
}

test('the API is off, is switched on, and says where it is; the switch and programs agree', async () => {
  await page.getByText('Off: no program can use Quoth').waitFor();
  assert.equal(await apiSwitch().isChecked(), false);
  await page.getByRole('heading', { level: 2, name: 'API Server' }).waitFor();
  // The first three as the specification names them.
  const tabs = page.getByRole('tab');
  assert.deepEqual(await tabs.allTextContents(), ['Connection', 'MCP setup', 'cURL', 'Your own program']);
  assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'Connection');
  assert.deepEqual(await axeFindings(page), [], 'off');
  assert.equal(await page.getByRole('button', { name: 'Copy the port' }).count(), 0, 'none exists yet');
  await apiSwitch().click();
  await page.getByText(/^On at http:\/\/127\.0\.0\.1:\d+$/).waitFor();
  const { port, token } = application.discovery();
  assert.equal(await page.locator('[data-field="port"]').textContent(), String(port));
  assert.equal((await application.fetch('/models')).status, 200);
  assert.equal((await page.content()).includes(token), false, 'hidden until it is revealed');
  await page.getByRole('button', { name: 'Show the token' }).click();
  await page.getByText(token).waitFor();
  await page.getByRole('button', { name: 'Hide the token' }).click();
  assert.equal(await copy('Copy the token'), token);
  assert.equal(await copy('Copy the port'), String(port));
  assert.equal(await copy('Copy the path of the discovery file'), application.discoveryPath);
  await page.getByText('kept in a file that only you can read').waitFor();
});

test('Show tells where the discovery file is when there is no file manager', async () => {
  await page.getByRole('button', { name: 'Show the discovery file in the file manager' }).click();
  await page.getByText(`This could not be opened. It is at ${application.discoveryPath}`).first().waitFor();
});

test('Regenerate asks once, and the old token stops working', async () => {
  const before = application.discovery().token;
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await page.getByText('stop working immediately').waitFor();
  await page.keyboard.press('Escape');
  // While the dialog fades out its own button of that name is still on the page.
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  assert.equal(application.discovery().token, before);
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate' }).click();
  await page.getByText('New token created.').waitFor();
  await until('the file has it', () => application.discovery().token !== before);
  const old = await application.fetch('/models', { headers: { authorization: `Bearer ${before}` } });
  assert.equal(old.status, 401);
});

test('each snippet runs as it is copied, with live port and token', async () => {
  const snippets = await copiedSnippets();
  const { port, token } = application.discovery();
  for (const lines of snippets.values()) assert.ok(lines.includes(String(port)));
  assert.ok(snippets.get('Transcribe a file')?.includes(token));
  assert.equal((await page.content()).includes(token), false, 'copied, and not shown');
  await runs(snippets);
});

test('who called is listed by route and program, live', async () => {
  await page.getByRole('cell', { name: 'POST /transcribe' }).first().waitFor();
  await page
    .getByRole('cell', { name: /^curl \d/ })
    .first()
    .waitFor();
  await application.fetch('/recordings/search?q=my%20secret');
  await page.getByRole('cell', { name: 'GET /recordings/search' }).first().waitFor();
  assert.equal((await page.content()).includes('my%20secret'), false);
});

test('an agent is added with a token of its own and chosen scopes, gets others, and is removed with its token', async () => {
  await page.getByRole('tab', { name: 'MCP setup' }).click();
  // The first one shown is one that Quoth can add itself.
  await page.getByRole('button', { name: /^Add to / }).waitFor();
  await page.getByRole('combobox', { name: 'Program', exact: true }).click();
  await page.getByRole('option', { name: 'Cursor' }).click();
  const { port, token } = application.discovery();
  assert.match(await copy('Copy the lines: Cursor'), /"mcpServers"/);
  const file = join(home, '.cursor', 'mcp.json');
  const tokenFile = join(application.home, 'program-tokens', 'cursor');
  assert.equal(existsSync(file), false);
  // Not a notice, which may lie over any page.
  const sheet = page.getByRole('dialog', { name: /^(Add Quoth to|Permissions of) / });
  await page.getByRole('button', { name: 'Add to Cursor' }).click();
  await sheet.getByRole('heading', { name: 'Add Quoth to Cursor' }).waitFor();
  assert.deepEqual(await axeFindings(page), [], 'the sheet');
  await sheet.getByRole('switch', { name: 'rewrite' }).click();
  await sheet.getByRole('switch', { name: 'record' }).click();
  await sheet.getByRole('combobox', { name: 'Recording' }).waitFor();
  await sheet.getByRole('button', { name: 'Add', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByText('Quoth was added to Cursor.').waitFor();
  await page
    .getByRole('tabpanel')
    .getByRole('list', { name: 'Permissions' })
    .getByText('Read modes')
    .waitFor();
  await until('the new lines are copied', async () =>
    (await copy('Copy the lines: Cursor')).includes('--as'),
  );
  const lines = await copied();
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), JSON.parse(lines));
  const first = readFileSync(tokenFile, 'utf8').trim();
  assert.equal(statSync(tokenFile).mode & 0o777, 0o600);
  for (const secret of [token, String(port), first]) assert.equal(lines.includes(secret), false);
  assert.deepEqual(JSON.parse(lines).mcpServers.quoth.args.slice(-2), ['--as', 'cursor']);
  const client = await application.controlSocket();
  const named = async () =>
    (await client.listNamedTokens()).named_tokens.find(({ name }) => name === 'Cursor');
  const made = await named();
  assert.deepEqual([made?.scopes, made?.record], [['transcribe', 'modes.read', 'record', 'events'], 'ask']);
  assert.deepEqual(await axeFindings(page), [], 'added');

  await page.getByRole('button', { name: 'Change permissions' }).click();
  await sheet.getByRole('switch', { name: 'record' }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The permissions of Cursor have been changed.').waitFor();
  assert.deepEqual((await named())?.scopes, ['transcribe', 'modes.read', 'events']);
  const second = readFileSync(tokenFile, 'utf8').trim();
  const status = async (bearer: string) =>
    (await application.fetch('/modes', { headers: { authorization: `Bearer ${bearer}` } })).status;
  assert.deepEqual([await status(first), await status(second)], [401, 200]);

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Cursor can no longer use Quoth.').waitFor();
  await page.getByRole('button', { name: 'Add to Cursor' }).waitFor();
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { mcpServers: {} });
  assert.equal(existsSync(tokenFile), false);
  assert.equal(await status(second), 401);
});

test('where Quoth does not write the configuration, it says so, and what the user does by hand', async () => {
  // Not a notice, which may lie over any page.
  const sheet = page.getByRole('dialog', { name: /^(Add Quoth to|Permissions of) / });
  const question = page.getByRole('alertdialog');
  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: 'Program', exact: true }).click();
    await page.getByRole('option', { name }).click();
  };
  await page.getByRole('tab', { name: 'MCP setup' }).click();
  await choose('Codex');
  const file = join(home, '.codex', 'config.toml');
  await page.getByText(file).waitFor();
  await page.getByText('Added by hand, these lines use the shared token, which allows everything.').waitFor();
  await until('the lines are copied', async () =>
    /^\[mcp_servers\.quoth\]/m.test(await copy('Copy the lines: Codex')),
  );
  await page.getByRole('button', { name: 'Choose permissions' }).click();
  await sheet.getByRole('heading', { name: 'Permissions of Codex' }).waitFor();
  await sheet.getByText('Codex gets its own token').waitFor();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.waitFor({ state: 'detached' });
  const added = page.getByText(
    'Its token has been created. Add the lines below to the configuration of Codex.',
  );
  await added.waitFor();
  await until('the lines name it', async () => (await copy('Copy the lines: Codex')).includes('"codex"'));
  const lines = await copied();
  const token = readFileSync(join(application.home, 'program-tokens', 'codex'), 'utf8').trim();
  assert.equal(lines.includes(token), false);
  assert.deepEqual(await axeFindings(page), [], 'by hand');

  await page.getByRole('button', { name: 'Change permissions' }).click();
  await sheet.getByText('It gets a new token, and the old one stops working immediately.').waitFor();
  await sheet.getByRole('switch', { name: 'rewrite' }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The permissions of Codex have been changed.').waitFor();
  assert.equal(await added.count(), 0, 'its lines are there already');

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await question.getByText('You remove the lines from its configuration yourself.').waitFor();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await page
    .getByText('Its token no longer works. Remove the lines from the configuration of Codex by hand.')
    .waitFor();
  await page.getByRole('button', { name: 'Choose permissions' }).waitFor();
  assert.equal(existsSync(file), false);

  await choose('Claude Desktop');
  await page.getByText(join(home, '.config', 'Claude', 'claude_desktop_config.json')).waitFor();

  // A file that is not what it should be is somebody's work.
  const broken = join(home, '.cursor', 'mcp.json');
  writeFileSync(broken, '{ "mcpServers": [oops');
  await choose('Cursor');
  await page.getByRole('button', { name: 'Add to Cursor' }).click();
  await sheet.getByRole('button', { name: 'Add', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByText('The file is unchanged: add the lines below by hand.').waitFor();
  assert.equal(readFileSync(broken, 'utf8'), '{ "mcpServers": [oops');
});

test('switched off, the snippets read the discovery file, and work once it is on again', async () => {
  await apiSwitch().click();
  await page.getByText('Off: no program can use Quoth').waitFor();
  const snippets = await copiedSnippets();
  for (const lines of snippets.values()) assert.ok(lines.includes(application.discoveryPath));
  await apiSwitch().click();
  await page.getByText(/^On at /).waitFor();
  // The window may be told a moment before the file is written.
  await until('the discovery file is there', () => existsSync(application.discoveryPath));
  await runs(snippets);
});

test('PowerShell lines are offered too, and their quotes are closed', async () => {
  await page.getByRole('tab', { name: 'cURL' }).click();
  await page.getByRole('combobox', { name: 'Shell' }).click();
  await page.getByRole('option', { name: 'PowerShell' }).click();
  const lines = await copy('Copy the lines: Transcribe a file');
  assert.match(lines, /Invoke-RestMethod @direct/);
  for (const line of lines.split('\n')) {
    assert.equal((line.match(/'/g) ?? []).length % 2, 0, line);
    assert.equal((line.match(/"/g) ?? []).length % 2, 0, line);
  }
});

test('a port that is in use is reported under the fields', async () => {
  const other = await RunningApplication.start(temporaryHome(), ['--api']);
  await page.getByRole('tab', { name: 'Connection' }).click();
  await page.getByLabel('Fixed port').fill(String(other.discovery().port));
  await page.keyboard.press('Enter');
  await apiSwitch().click();
  await page.getByText('Off: no program can use Quoth').waitFor();
  await apiSwitch().click();
  await page.getByText('Not running: see the warning under Connection').waitFor();
  await page
    .getByText(/is in use by another program/)
    .first()
    .waitFor();
  await other.remove();
});
