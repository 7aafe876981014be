import {
  type InstallationOutcome,
  installClient,
  isInstalled,
  type McpClientId,
  mcpClients,
  ownTokenOf,
  type RemovalOutcome,
  removeClient,
  withOwnToken,
} from '@quoth/bridge';
import {
  AppError,
  type InstallMcpClientBody,
  type McpClient,
  type McpInstallation,
  type Message,
  type NamedToken,
  namedTokenKey,
  say,
  withAdvice,
} from '@quoth/contract';
import type { NamedTokens } from '@quoth/core';
import { launchCommand } from '@quoth/processes/places';
import type { Config } from './read-config.ts';

/** What is needed to know where clients keep their configuration, and to give each a token. */
interface Surroundings extends Pick<Config, 'platform' | 'home' | 'env' | 'dataFolder'> {
  readonly tokens: Pick<NamedTokens, 'list' | 'create' | 'revoke'>;
}

/** Every client that the bridge can be added to, with what would be added; nothing is written. */
export async function listMcpClients(surroundings: Surroundings): Promise<McpClient[]> {
  return Promise.all(
    clientIds.map(async (id) => {
      const { displayName, format, afterwards } = mcpClients[id];
      const ownToken = ownTokenAt(id, surroundings) ?? null;
      const { file, snippet } = await install(id, surroundings, { print: true, ownToken: ownToken !== null });
      const installed = await isInstalled({ client: id, surroundings: inHome(surroundings) });
      const installable = file !== null && format !== 'toml';
      return { id, displayName, file, snippet, installed, ownToken, installable, afterwards };
    }),
  );
}

/**
 * Adds the bridge to a client's configuration, with a token of its own if scopes are named: its file is there before
 * the client learns of it. A client that has one keeps it: nothing but its removal gives it the token that allows
 * everything.
 */
export async function installMcpClient(
  written: string,
  { scopes, record }: InstallMcpClientBody,
  surroundings: Surroundings,
): Promise<McpInstallation> {
  const id = knownClient(written);
  if (scopes) await surroundings.tokens.create({ ...ownTokenOf(id, scopes, record), expires_at: undefined });
  const ownToken = scopes !== undefined || ownTokenAt(id, surroundings) !== undefined;
  const outcome = await install(id, surroundings, { print: false, ownToken });
  return toInstallation(outcome, say('addByHand'));
}

/** Takes the bridge out of a client's configuration. Its own token is revoked whatever comes of that. */
export async function removeMcpClient(written: string, surroundings: Surroundings): Promise<McpInstallation> {
  const id = knownClient(written);
  const token = ownTokenAt(id, surroundings);
  if (token) await surroundings.tokens.revoke(token.id);
  const outcome = await removeClient({ client: id, surroundings: inHome(surroundings) });
  return toInstallation(outcome, say('takeOutByHand'));
}

const clientIds = Object.keys(mcpClients) as McpClientId[];

function knownClient(written: string): McpClientId {
  const id = clientIds.find((known) => known === written);
  if (id !== undefined) return id;
  throw new AppError('INVALID_REQUEST', {
    message: say('noSuchClient', { name: written }),
    hint: say('knownClients', { names: { list: clientIds } }),
  });
}

/** The token that the client's bridge reads from its file. */
function ownTokenAt(id: McpClientId, { tokens }: Surroundings): NamedToken | undefined {
  const key = namedTokenKey(mcpClients[id].displayName);
  return tokens.list().find(({ name, file }) => file !== null && namedTokenKey(name) === key);
}

function install(
  client: McpClientId,
  surroundings: Surroundings,
  { print, ownToken }: { readonly print: boolean; readonly ownToken: boolean },
) {
  const { program, args } = launchCommand(surroundings.platform, ['mcp']);
  const launch = { command: program, args };
  return installClient({
    client,
    print,
    launch: ownToken ? withOwnToken(client, launch) : launch,
    surroundings: inHome(surroundings),
  });
}

function inHome({ tokens: _tokens, ...surroundings }: Surroundings) {
  return { ...surroundings, cwd: surroundings.home };
}

/** What became of its configuration; `byHand` is said where it is not ours to write. */
function toInstallation(outcome: InstallationOutcome | RemovalOutcome, byHand: Message): McpInstallation {
  const { state, file } = outcome;
  if (state === 'written') return { state, file, backup: outcome.backup, reason: null };
  if (state === 'unchanged') return { state, file, backup: null, reason: null };
  const reason = state === 'refused' ? outcome.reason : byHand;
  return withAdvice({ state: 'refused', file, backup: null }, { reason: [reason] });
}
