import { resolve } from 'node:path';
import { dataFolderPath } from '@quoth/client/node';
import { changeConfiguration } from './change-configuration.ts';
import { type McpClient, type McpClientId, mcpClients, type Surroundings } from './clients.ts';
import { withEntry } from './edit-configuration.ts';
import { entryOf, type Launch, snippetOf } from './server-entry.ts';

export type { Launch } from './server-entry.ts';

/** What is asked of an installation. */
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
  | { readonly state: 'refused'; readonly reason: string }
);

/** Adds the bridge to a client's configuration, as `changeConfiguration` does. */
export async function installClient(asked: Installation): Promise<InstallationOutcome> {
  const client: McpClient = mcpClients[asked.client];
  const launch = withDataFolder(asked.launch, asked.surroundings);
  const file = configurationFile(asked);
  const facts = { client: asked.client, snippet: snippetOf(client, launch), file: file ?? null };
  if (asked.print || client.format === 'toml' || file === undefined) return { ...facts, state: 'printed' };
  const entry = entryOf(client, launch);
  return { ...facts, ...(await changeConfiguration(file, (text) => withEntry(text, client, entry))) };
}

/** Where the client's configuration is, or the one that is given instead; undefined where it is not known. */
export function configurationFile({
  client,
  file,
  surroundings,
}: Pick<Installation, 'client' | 'file' | 'surroundings'>): string | undefined {
  return file === undefined ? mcpClients[client].file(surroundings) : resolve(surroundings.cwd, file);
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
    return `${outcome.reason}\nNothing was changed. Add the printed snippet by hand.`;
  if (outcome.state !== 'printed') return undefined;
  return `Add this to ${outcome.file ?? `the configuration of ${displayName}; its location on this platform is not known`}:`;
}

/** Desktop programs do not pass on the shell's environment, so a data folder elsewhere than usual is named in the entry. */
function withDataFolder(
  launch: Launch,
  { dataFolder, platform, home }: Installation['surroundings'],
): Launch {
  const usual = dataFolderPath({ platform, home, env: {} });
  return dataFolder === usual ? launch : { ...launch, env: { ...launch.env, QUOTH_HOME: dataFolder } };
}
