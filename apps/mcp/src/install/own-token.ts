import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CreateNamedTokenBody,
  namedTokenFileName,
  namedTokenFolder,
  type RecordPermission,
  type Scope,
} from '@quoth/contract';
import { type McpClientId, mcpClients } from './clients.ts';
import type { Launch } from './server-entry.ts';

/** What is asked of `POST /tokens` for a client's own token: named like the client, in a file for its bridge, in place of the one that it had. */
export function ownTokenOf(
  client: McpClientId,
  scopes: readonly Scope[],
  record: RecordPermission | undefined,
): Omit<CreateNamedTokenBody, 'expires_at'> {
  const { displayName: name } = mcpClients[client];
  return { name, scopes: [...scopes], record, to_file: true, replace: true };
}

/** The bridge with the client's own token, which it is told of by name. */
export function withOwnToken(client: McpClientId, launch: Launch): Launch {
  return { ...launch, args: [...launch.args, '--as', namedTokenFileName(mcpClients[client].displayName)] };
}

/** True where the client has a token of its own already: it keeps it, since without it its bridge would use the one that allows everything. */
export function hasOwnToken(client: McpClientId, dataFolder: string): boolean {
  return existsSync(join(dataFolder, namedTokenFolder, namedTokenFileName(mcpClients[client].displayName)));
}
