import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataFolderPath } from '@quoth/client/node';
import {
  type CreateNamedTokenBody,
  englishText,
  type Message,
  namedTokenFileName,
  namedTokenFolder,
  type RecordPermission,
  type Scope,
} from '@quoth/contract';
import {
  type ClientProfile,
  entryOf,
  type Launch,
  type McpClientId,
  mcpClients,
  type Surroundings,
  serverName,
  snippetOf,
} from './clients.ts';
import {
  changeConfiguration,
  configurationCopies,
  hasEntry,
  readConfiguration,
  withEntry,
  withoutEntry,
} from './configuration.ts';

export type { Launch } from './clients.ts';

export interface Installation {
  readonly client: McpClientId;
  /** Another file than the client's usual one. */
  readonly file?: string;
  /** Print only. */
  readonly print: boolean;
  readonly launch: Launch;
  readonly surroundings: Surroundings & { readonly dataFolder: string; readonly cwd: string };
}

/** What came of it. `refused`: nothing was changed, and why. */
export type InstallationOutcome = {
  readonly client: McpClientId;
  readonly snippet: string;
  readonly file: string | null;
} & (
  | { readonly state: 'printed' | 'unchanged' }
  | { readonly state: 'written'; readonly backup: string | null }
  | { readonly state: 'refused'; readonly reason: Message }
);

/** Adds the bridge to a client's configuration, as `changeConfiguration` does. */
export async function installClient(asked: Installation): Promise<InstallationOutcome> {
  const client: ClientProfile = mcpClients[asked.client];
  const launch = withDataFolder(asked.launch, asked.surroundings);
  const file = configurationFile(asked);
  const facts = { client: asked.client, snippet: snippetOf(client, launch), file: file ?? null };
  if (asked.print || client.format === 'toml' || file === undefined) return { ...facts, state: 'printed' };
  const entry = entryOf(client, launch);
  return { ...facts, ...(await changeConfiguration(file, (text) => withEntry(text, client, entry))) };
}

/** Where the client's configuration is, or the one that is given instead; undefined where it is not known. */
function configurationFile({
  client,
  file,
  surroundings,
}: Pick<Installation, 'client' | 'file' | 'surroundings'>): string | undefined {
  return file === undefined ? mcpClients[client].file(surroundings) : resolve(surroundings.cwd, file);
}

/** The copies of the client's configuration that adding and removing the bridge have made. */
export async function copiesOf(asked: Where): Promise<string[]> {
  const file = configurationFile(asked);
  return file === undefined ? [] : configurationCopies(file);
}

/** What goes to standard output: the outcome in words, or what is to be added by hand. */
export function describeInstallation(outcome: InstallationOutcome): string {
  const { displayName, afterwards } = mcpClients[outcome.client];
  if (outcome.state === 'unchanged') return `${displayName} already has Quoth (${outcome.file}).`;
  if (outcome.state !== 'written') return outcome.snippet;
  const backup = outcome.backup === null ? '' : `\nBackup: ${outcome.backup}`;
  return `Added Quoth to ${displayName}: ${outcome.file}${backup}\n${afterwards}`;
}

/** What goes beside it, so that the snippet itself can be piped; undefined when there is nothing to say. */
export function adviceOf(outcome: InstallationOutcome): string | undefined {
  const { displayName } = mcpClients[outcome.client];
  if (outcome.state === 'refused')
    return `${englishText(outcome.reason, 'commandLine')}\nNothing was changed. Add the printed snippet by hand.`;
  if (outcome.state !== 'printed') return undefined;
  return `Add this to ${outcome.file ?? `the configuration of ${displayName}; its location on this platform is not known`}:`;
}

/**
 * Desktop programs do not pass on the shell's environment, so a data folder elsewhere than usual is named in the entry.
 */
function withDataFolder(
  launch: Launch,
  { dataFolder, platform, home }: Installation['surroundings'],
): Launch {
  const usual = dataFolderPath({ platform, home, env: {} });
  return dataFolder === usual ? launch : { ...launch, env: { ...launch.env, QUOTH_HOME: dataFolder } };
}

/** What came of it. `refused`: nothing was changed, and why. `unknown`: its configuration is not ours to write. */
export type RemovalOutcome = { readonly file: string | null } & (
  | { readonly state: 'unchanged' | 'unknown' }
  | { readonly state: 'written'; readonly backup: string | null }
  | { readonly state: 'refused'; readonly reason: Message }
);

type Where = Pick<Installation, 'client' | 'file' | 'surroundings'>;

/** Takes the bridge out of a client's configuration, as `installClient` adds it. */
export async function removeClient(asked: Where): Promise<RemovalOutcome> {
  const client: ClientProfile = mcpClients[asked.client];
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
  const client: ClientProfile = mcpClients[asked.client];
  const file = configurationFile(asked);
  if (client.format === 'toml' || file === undefined) return false;
  try {
    return hasEntry((await readConfiguration(file)) ?? '', client);
  } catch {
    return false;
  }
}

/**
 * What is asked of `POST /tokens` for a client's own token: named like the client, in a file for its bridge, in place
 * of the one that it had.
 */
export function ownTokenOf(
  client: McpClientId,
  scopes: readonly Scope[],
  record: RecordPermission | undefined,
): Omit<CreateNamedTokenBody, 'expires_at'> {
  const { displayName: name } = mcpClients[client];
  return { name, scopes: [...scopes], record, to_file: true, replace: true };
}

/** The bridge with the client's own token, which it is given by name. */
export function withOwnToken(client: McpClientId, launch: Launch): Launch {
  return { ...launch, args: [...launch.args, '--as', namedTokenFileName(mcpClients[client].displayName)] };
}

/**
 * True where the client has a token of its own already: it keeps it, since without it its bridge would use the one that
 * allows everything.
 */
export function hasOwnToken(client: McpClientId, dataFolder: string): boolean {
  return existsSync(join(dataFolder, namedTokenFolder, namedTokenFileName(mcpClients[client].displayName)));
}
