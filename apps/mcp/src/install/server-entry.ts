import type { McpClient } from './clients.ts';

/** How a client starts the bridge. It holds no port and no token: the bridge reads the discovery file. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The name under which clients know us. */
export const serverName = 'quoth';

/** The fields of a client's entry for the bridge. */
export function entryOf({ isTyped }: McpClient, { command, args, env }: Launch): Record<string, unknown> {
  return {
    ...(isTyped ? { type: 'stdio' } : {}),
    command,
    args: [...args],
    ...(env ? { env: { ...env } } : {}),
  };
}

/** What to add by hand, as the client's configuration has it. */
export function snippetOf(client: McpClient, launch: Launch): string {
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
