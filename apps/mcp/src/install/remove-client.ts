import { changeConfiguration, readConfiguration } from './change-configuration.ts';
import { type McpClient, type McpClientId, mcpClients } from './clients.ts';
import { hasEntry, withoutEntry } from './edit-configuration.ts';
import { configurationFile, type Installation } from './install-client.ts';
import { serverName } from './server-entry.ts';

/** What came of it. `refused`: nothing was changed, and why. `unknown`: its configuration is not ours to write. */
export type RemovalOutcome = { readonly file: string | null } & (
  | { readonly state: 'unchanged' | 'unknown' }
  | { readonly state: 'written'; readonly backup: string | null }
  | { readonly state: 'refused'; readonly reason: string }
);

type Where = Pick<Installation, 'client' | 'file' | 'surroundings'>;

/** Takes the bridge out of a client's configuration, as `installClient` adds it. */
export async function removeClient(asked: Where): Promise<RemovalOutcome> {
  const client: McpClient = mcpClients[asked.client];
  const file = configurationFile(asked);
  if (client.format === 'toml' || file === undefined) return { file: file ?? null, state: 'unknown' };
  return { file, ...(await changeConfiguration(file, (text) => withoutEntry(text, client))) };
}

/** The outcome in words; `revoked` is the token that was taken away. */
export function describeRemoval(id: McpClientId, outcome: RemovalOutcome, revoked?: string): string {
  const { displayName } = mcpClients[id];
  const token = revoked === undefined ? '' : `\nRevoked its token ${revoked}.`;
  if (outcome.state === 'unknown')
    return `Take the entry "${serverName}" out of the configuration of ${displayName} by hand${outcome.file === null ? '' : ` (${outcome.file})`}.${token}`;
  if (outcome.state !== 'written') return `${displayName} does not have Quoth (${outcome.file}).${token}`;
  const backup = outcome.backup === null ? '' : `\nBackup: ${outcome.backup}`;
  return `Removed Quoth from ${displayName}: ${outcome.file}${backup}${token}`;
}

/** Whether the bridge is in a client's configuration; false where that cannot be told. */
export async function isInstalled(asked: Where): Promise<boolean> {
  const client: McpClient = mcpClients[asked.client];
  const file = configurationFile(asked);
  if (client.format === 'toml' || file === undefined) return false;
  try {
    return hasEntry((await readConfiguration(file)) ?? '', client);
  } catch {
    return false;
  }
}
