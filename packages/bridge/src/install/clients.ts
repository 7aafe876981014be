import { join } from 'node:path';

/** What determines the path of a client's configuration. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A program that MCP servers can be added to, as data. */
export interface ClientProfile {
  readonly displayName: string;
  /** Its configuration file; undefined if none is known for the platform. */
  readonly file: (surroundings: Surroundings) => string | undefined;
  /** The key that holds the table of servers. */
  readonly key: 'mcpServers' | 'servers' | 'context_servers' | 'mcp_servers';
  /** `jsonc`: comments and trailing commas are allowed. `toml` is printed, never written. */
  readonly format: 'json' | 'jsonc' | 'toml';
  /** Whether an entry names its transport. */
  readonly isTyped: boolean;
  /** What the user does next. */
  readonly afterwards: string;
  /** Where these facts stand. */
  readonly source: string;
}

const inHome =
  (...parts: readonly string[]) =>
  ({ home }: Surroundings) =>
    join(home, ...parts);

const appData = ({ home, env }: Surroundings) => env.APPDATA || join(home, 'AppData', 'Roaming');
const xdgConfig = ({ home, env }: Surroundings) =>
  env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config');

/** Every client that `install` knows. A new one is one entry here. */
export const mcpClients = {
  'claude-desktop': {
    displayName: 'Claude Desktop',
    file: (place) => {
      const name = 'claude_desktop_config.json';
      if (place.platform === 'darwin')
        return join(place.home, 'Library', 'Application Support', 'Claude', name);
      return join(place.platform === 'win32' ? appData(place) : xdgConfig(place), 'Claude', name);
    },
    key: 'mcpServers',
    format: 'json',
    isTyped: false,
    afterwards: 'Quit Claude Desktop and start it again.',
    source: 'https://modelcontextprotocol.io/quickstart/user; on Linux as its packages there have it',
  },
  'claude-code': {
    displayName: 'Claude Code',
    file: ({ home, env }) => join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'),
    key: 'mcpServers',
    format: 'json',
    isTyped: true,
    afterwards: 'Start a new session; /mcp lists it.',
    source: 'https://code.claude.com/docs/en/mcp (user scope: ~/.claude.json)',
  },
  cursor: {
    displayName: 'Cursor',
    file: inHome('.cursor', 'mcp.json'),
    key: 'mcpServers',
    format: 'json',
    isTyped: false,
    afterwards: 'Cursor reads the change by itself; Settings, MCP lists it.',
    source: 'https://cursor.com/docs/context/mcp (global: ~/.cursor/mcp.json)',
  },
  vscode: {
    displayName: 'VS Code',
    file: (place) => {
      const tail = ['Code', 'User', 'mcp.json'] as const;
      if (place.platform === 'darwin') return join(place.home, 'Library', 'Application Support', ...tail);
      return place.platform === 'win32' ? join(appData(place), ...tail) : join(xdgConfig(place), ...tail);
    },
    key: 'servers',
    format: 'jsonc',
    isTyped: true,
    afterwards: 'Run "MCP: List Servers" in VS Code and start it.',
    source:
      'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration (user profile: mcp.json beside settings.json)',
  },
  zed: {
    displayName: 'Zed',
    file: (place) => {
      if (place.platform === 'win32') return join(appData(place), 'Zed', 'settings.json');
      const folder = place.platform === 'linux' ? xdgConfig(place) : join(place.home, '.config');
      return join(folder, 'zed', 'settings.json');
    },
    key: 'context_servers',
    format: 'jsonc',
    isTyped: false,
    afterwards: 'Zed reads the change by itself; the settings of the agent panel list it.',
    source: 'https://zed.dev/docs/ai/mcp and https://zed.dev/docs/configuring-zed',
  },
  windsurf: {
    displayName: 'Windsurf',
    file: inHome('.codeium', 'windsurf', 'mcp_config.json'),
    key: 'mcpServers',
    format: 'json',
    isTyped: false,
    afterwards: 'Press Refresh in the MCP settings of Cascade.',
    source: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  },
  'gemini-cli': {
    displayName: 'Gemini CLI',
    file: inHome('.gemini', 'settings.json'),
    key: 'mcpServers',
    format: 'jsonc',
    isTyped: false,
    afterwards: 'Start Gemini CLI again; /mcp lists it.',
    source: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  },
  codex: {
    displayName: 'Codex',
    file: ({ home, env }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    key: 'mcp_servers',
    format: 'toml',
    isTyped: false,
    afterwards: 'Start Codex again; /mcp lists it.',
    source: 'https://github.com/openai/codex/blob/main/docs/config.md (mcp_servers in ~/.codex/config.toml)',
  },
} as const satisfies Readonly<Record<string, ClientProfile>>;

/** A client's name on the command line. */
export type McpClientId = keyof typeof mcpClients;
export const clientIds = Object.keys(mcpClients) as McpClientId[];

/** How a client starts the bridge. It holds no port and no token: the bridge reads the discovery file. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The name under which clients know us. */
export const serverName = 'quoth';

/** The fields of a client's entry for the bridge. */
export function entryOf({ isTyped }: ClientProfile, { command, args, env }: Launch): Record<string, unknown> {
  return {
    ...(isTyped ? { type: 'stdio' } : {}),
    command,
    args: [...args],
    ...(env ? { env: { ...env } } : {}),
  };
}

/** What to add by hand, as the client's configuration has it. */
export function snippetOf(client: ClientProfile, launch: Launch): string {
  const entry = entryOf(client, launch);
  if (client.format !== 'toml')
    return `${JSON.stringify({ [client.key]: { [serverName]: entry } }, null, 2)}\n`;
  // Strings and lists of strings are written alike in JSON and TOML.
  const lines = [
    `[${client.key}.${serverName}]`,
    `command = ${JSON.stringify(launch.command)}`,
    `args = ${JSON.stringify(launch.args)}`,
  ];
  const env = Object.entries(launch.env ?? {}).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  if (env.length > 0) lines.push('', `[${client.key}.${serverName}.env]`, ...env);
  return `${lines.join('\n')}\n`;
}
