import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connect } from '@quoth/client/node';
import type { Discovery, NamedToken } from '@quoth/contract';
import { CommandLine } from '../support/command-line.ts';
import { McpClient } from '../support/mcp-client.ts';
import { sample } from '../support/running-application.ts';

const spoken = readFileSync(sample('go-forward'));

let quoth: CommandLine;
before(async () => {
  quoth = new CommandLine();
  await quoth.run('start', '--headless');
  assert.equal((await quoth.run('api', 'on')).code, 0);
});
after(async () => {
  await McpClient.closeAll();
  await quoth.remove();
});

const discovery = () => JSON.parse(readFileSync(join(quoth.home, 'local-api.json'), 'utf8')) as Discovery;
const status = async (token: string, path: string) =>
  (
    await fetch(`http://127.0.0.1:${discovery().port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;
const list = async () =>
  ((await quoth.json('tokens', 'list')) as unknown as { named_tokens: NamedToken[] }).named_tokens;

test('quoth tokens: create prints the token alone and once, list tells of it, revoke ends it', async () => {
  const made = await quoth.run('tokens', 'create', 'Notes', '--scopes', 'modes.read, transcribe');
  assert.equal(made.code, 0, made.errors);
  const token = made.out.trim();
  assert.match(token, /^quoth_[A-Za-z0-9_-]{43}$/);
  assert.match(made.errors, /not be shown again/);
  assert.deepEqual([await status(token, '/modes'), await status(token, '/events')], [200, 403]);
  const typed = await connect({ dataFolder: quoth.home, token });
  await assert.rejects(typed.postProcess({ body: { text: 'x' } }), { code: 'FORBIDDEN_SCOPE', status: 403 });
  const listed = await quoth.run('tokens', 'list');
  assert.match(listed.out, /Notes +modes\.read,transcribe +\d{4}-\d\d-\d\d \d\d:\d\d +1 done|Notes/);
  assert(!listed.out.includes(token.slice(6)));
  const again = await quoth.run('tokens', 'create', 'NOTES', '--scopes', 'events');
  assert.equal(again.code, 1);
  assert.match(again.errors, /already a token named/);
  assert.equal((await quoth.run('tokens', 'revoke', 'notes')).code, 0);
  assert.equal(await status(token, '/modes'), 401);
  assert.match((await quoth.run('tokens', 'revoke', 'notes')).errors, /no token "notes"/);
});

test('a wrong scope and a wrong time are told with what was meant; an end in the past is refused', async () => {
  const wrong = await quoth.run('tokens', 'create', 'x', '--scopes', 'transcribe,history.raed');
  assert.equal(wrong.code, 2);
  assert.match(wrong.errors, /no scope "history\.raed".*"history\.read"/);
  assert.equal((await quoth.run('tokens', 'create', 'x')).code, 2);
  assert.equal((await quoth.run('tokens', 'create', 'x', '--scopes', 'events', '--expires', 'soon')).code, 2);
  const past = await quoth.run('tokens', 'create', 'x', '--scopes', 'events', '--expires', '2020-01-01');
  assert.match(past.errors, /in the past/);
  assert.match((await quoth.run('tokens', 'create', '--help')).out, /history\.read +See, search and export/);
  assert.deepEqual(await list(), []);
});

test('an agent gets a token of its own: a private file, no port and no token in its configuration, its scopes alone, and loses it', async () => {
  const config = quoth.path('mcp.json');
  const install = (scopes: string) =>
    quoth.run('mcp', 'install', '--client', 'cursor', '--config', config, '--scopes', scopes);
  const printed = await quoth.run('mcp', 'install', '--client', 'cursor', '--print', '--scopes', 'events');
  assert.match(printed.out, /"--as"/);
  assert.deepEqual(await list(), [], 'printing makes no token');
  assert.match(printed.errors, /To create it: \S*quoth tokens create "Cursor" --scopes events --to-file/);
  assert.equal((await install('events')).code, 0);
  const installed = await install('transcribe');
  assert.equal(installed.code, 0, installed.errors);
  const [named] = await list();
  assert.deepEqual([named?.name, named?.scopes], ['Cursor', ['transcribe']]);
  const file = join(quoth.home, 'program-tokens', 'cursor');
  assert.equal(named?.file, file);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const token = readFileSync(file, 'utf8').trim();
  const written = readFileSync(config, 'utf8');
  const entry = (JSON.parse(written) as { mcpServers: { quoth: { command: string; args: string[] } } })
    .mcpServers.quoth;
  assert.deepEqual(entry.args.slice(-2), ['--as', 'cursor']);
  assert(!written.includes(token) && !written.includes(String(discovery().port)));
  assert.equal((await quoth.run('mcp', 'install', '--client', 'cursor', '--config', config)).code, 0);
  assert.equal(readFileSync(config, 'utf8'), written, 'added again, it keeps its own');

  const own = await McpClient.connect({ home: quoth.home, command: [entry.command, ...entry.args] });
  const answer = await own.call('transcribe', { audio_base64: spoken.toString('base64') });
  assert.equal(answer.body.text, 'Go forward to the old garden.');
  assert.equal((await own.call('search_recordings', {})).isError, false);
  const refused = await own.call('list_modes');
  assert.equal(refused.error.code, 'FORBIDDEN_SCOPE');
  assert.match(refused.error.message ?? '', /modes\.read/);
  await quoth.begin(['transcribe', '-'], spoken).ended;
  const seen = (await own.call('search_recordings', {})).body as { recordings?: unknown[] };
  assert.equal(seen.recordings?.length, 1, 'its own, not the one of the command line');

  const again = await quoth.run(
    'mcp',
    'install',
    '--client',
    'cursor',
    '--config',
    config,
    '--scopes',
    'record',
    '--record',
    'ask',
  );
  assert.equal(again.code, 0, again.errors);
  const [other] = await list();
  assert.deepEqual([other?.scopes, other?.record], [['record'], 'ask']);

  const kept = await quoth.run('mcp', 'install', '--client', 'cursor', '--print', '--scopes', 'events');
  assert.match(kept.errors, /It keeps the token that it has/);

  const removed = await quoth.run('mcp', 'remove', '--client', 'cursor', '--config', config);
  assert.match(removed.out, /Removed Quoth from Cursor[\s\S]*Revoked its token Cursor/);
  assert.deepEqual(JSON.parse(readFileSync(config, 'utf8')), { mcpServers: {} });
  assert.deepEqual(await list(), []);
  assert.match(
    (await quoth.run('mcp', 'remove', '--client', 'cursor', '--config', config)).out,
    /does not have Quoth/,
  );
  assert.equal(existsSync(file), false);
  const late = await own.call('search_recordings', {});
  assert.equal(late.error.code, 'UNAUTHORIZED');
  assert.match(late.error.hint ?? '', /quoth tokens create cursor/);
});

test('where a configuration cannot be changed, it learns what became of the token and what is done by hand', async () => {
  const config = quoth.path('broken.json');
  writeFileSync(config, '{ "mcpServers": [oops');
  const at = ['--client', 'zed', '--config', config];
  const added = await quoth.run('mcp', 'install', ...at, '--scopes', 'events');
  assert.equal(added.code, 1);
  assert.match(added.errors, /Its token has been created, but its configuration is as it was\. Add by hand/);
  assert.deepEqual(
    (await list()).map(({ name }) => name),
    ['Zed'],
  );
  const removed = await quoth.run('mcp', 'remove', ...at);
  assert.match(removed.errors, /Take the entry "quoth" out by hand\. Its token Zed has been revoked\./);
  assert.deepEqual(await list(), []);
  assert.match((await quoth.run('mcp', 'install', ...at)).errors, /Its configuration is as it was/);
  assert.equal(readFileSync(config, 'utf8'), '{ "mcpServers": [oops');
});
