import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { englishText } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { clientIds, type McpClientId, mcpClients, type Surroundings } from './clients.ts';
import { adviceOf, describeInstallation, type Installation, installClient } from './install-client.ts';

/** Windows has none: the access list of the folder says who may read. */
const hasModes = process.platform !== 'win32';

const launch = { command: '/opt/quoth', args: ['mcp'] };

async function machine() {
  const home = temporaryFolder();
  const surroundings = {
    home,
    cwd: home,
    platform: 'linux' as const,
    env: {},
    dataFolder: join(home, '.local', 'share', 'quoth'),
  };
  const install = (client: McpClientId, changed: Partial<Installation> = {}) =>
    installClient({ client, print: false, launch, surroundings, ...changed });
  return { home, surroundings, install };
}

test('where each client keeps its configuration, by platform', () => {
  const at = (platform: NodeJS.Platform, env: Surroundings['env'] = {}) =>
    Object.fromEntries(clientIds.map((id) => [id, mcpClients[id].file({ platform, home: '/h', env })]));
  assert.deepEqual(at('linux'), {
    'claude-desktop': '/h/.config/Claude/claude_desktop_config.json',
    'claude-code': '/h/.claude.json',
    cursor: '/h/.cursor/mcp.json',
    vscode: '/h/.config/Code/User/mcp.json',
    zed: '/h/.config/zed/settings.json',
    windsurf: '/h/.codeium/windsurf/mcp_config.json',
    'gemini-cli': '/h/.gemini/settings.json',
    codex: '/h/.codex/config.toml',
  });
  const mac = at('darwin');
  assert.equal(mac['claude-desktop'], '/h/Library/Application Support/Claude/claude_desktop_config.json');
  assert.equal(mac.vscode, '/h/Library/Application Support/Code/User/mcp.json');
  assert.equal(mac.zed, '/h/.config/zed/settings.json');
  const windows = at('win32', { APPDATA: '/roaming' });
  assert.equal(windows['claude-desktop'], '/roaming/Claude/claude_desktop_config.json');
  assert.equal(windows.zed, '/roaming/Zed/settings.json');
  const own = at('linux', { XDG_CONFIG_HOME: '/x', CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/d' });
  assert.deepEqual(
    [own.vscode, own['claude-code'], own.codex],
    ['/x/Code/User/mcp.json', '/c/.claude.json', '/d/config.toml'],
  );
  for (const id of clientIds) assert.match(mcpClients[id].source, /^https:\/\//, id);
});

test('a configuration is made, added to once, and its old self is kept', async () => {
  const { home, install } = await machine();
  const made = await install('cursor');
  assert.equal(made.state, 'written');
  const file = join(home, '.cursor', 'mcp.json');
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { mcpServers: { quoth: launch } });
  assert.equal((await install('cursor')).state, 'unchanged');
  assert.deepEqual(await readdir(join(home, '.cursor')), ['mcp.json']);

  const code = join(home, '.claude.json');
  await writeFile(code, '{"secret": 1}');
  await chmod(code, 0o600);
  const added = await install('claude-code');
  assert(added.state === 'written' && added.backup);
  assert.deepEqual(JSON.parse(await readFile(code, 'utf8')), {
    secret: 1,
    mcpServers: { quoth: { type: 'stdio', ...launch } },
  });
  assert.equal(await readFile(added.backup, 'utf8'), '{"secret": 1}');
  if (hasModes) for (const path of [code, added.backup]) assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.match(describeInstallation(added), /Added Quoth to Claude Code/);
});

test('a link stays a link, and a data folder elsewhere is named', async () => {
  const { home, install, surroundings } = await machine();
  await mkdir(join(home, '.config', 'zed'), { recursive: true });
  await writeFile(join(home, 'dotfiles.json'), '// mine\n{}\n');
  await symlink(join(home, 'dotfiles.json'), join(home, '.config', 'zed', 'settings.json'));
  const outcome = await install('zed', { surroundings: { ...surroundings, dataFolder: '/data' } });
  assert.equal(outcome.state, 'written');
  assert((await lstat(join(home, '.config', 'zed', 'settings.json'))).isSymbolicLink());
  const text = await readFile(join(home, 'dotfiles.json'), 'utf8');
  assert.match(text, /^\/\/ mine\n/);
  assert.match(text, /"QUOTH_HOME": "\/data"/);
  assert.doesNotMatch(text, /token|port/);
});

test('what cannot be read is left alone, and the snippet is there to add by hand', async () => {
  const { home, install } = await machine();
  const file = join(home, 'mcp.json');
  const bad: [string | Buffer, RegExp][] = [
    ['{ not json', /line 1/],
    [Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /UTF-8/],
    ['{"mcpServers": 3}', /not an object/],
  ];
  for (const [content, reason] of bad) {
    await writeFile(file, content);
    const outcome = await install('cursor', { file: 'mcp.json' });
    assert(outcome.state === 'refused');
    assert.match(englishText(outcome.reason), reason);
    assert.match(describeInstallation(outcome), /"mcpServers"/);
    assert.match(adviceOf(outcome) ?? '', /Nothing was changed/);
    assert.deepEqual(await readFile(file), Buffer.from(content));
  }
  await rm(file);
  await mkdir(file);
  assert.equal((await install('cursor', { file })).state, 'refused');
  await rm(file, { recursive: true });
  await symlink(join(home, 'gone', 'nowhere.json'), file);
  assert.equal((await install('cursor', { file })).state, 'refused');
  assert.deepEqual(await readdir(home), ['mcp.json']);
});

test('printing changes nothing; so does a client whose file is not ours to write', async () => {
  const { home, install } = await machine();
  const printed = await install('vscode', { print: true });
  assert.deepEqual(JSON.parse(describeInstallation(printed)), {
    servers: { quoth: { type: 'stdio', ...launch } },
  });
  assert.match(adviceOf(printed) ?? '', /Code\/User\/mcp\.json/);
  const codex = await install('codex', { launch: { ...launch, env: { QUOTH_HOME: 'C:\\a "b"' } } });
  assert.equal(
    codex.snippet,
    '[mcp_servers.quoth]\ncommand = "/opt/quoth"\nargs = ["mcp"]\n\n[mcp_servers.quoth.env]\nQUOTH_HOME = "C:\\\\a \\"b\\""\n',
  );
  assert.deepEqual(await readdir(home), []);
});
