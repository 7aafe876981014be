import { AppError, type McpClient, type McpInstallation } from '@quoth/contract';
import {
  type InstallationOutcome,
  installClient,
  launchOfClone,
  type McpClientId,
  mcpClients,
} from '@quoth/mcp/install';
import type { Config } from './read-config.ts';

/** What is needed of the configuration to know where clients keep theirs. */
type Surroundings = Pick<Config, 'platform' | 'home' | 'env' | 'dataFolder'>;

/** Every client that the bridge can be added to, with what would be added; nothing is written. */
export async function listMcpClients(surroundings: Surroundings): Promise<McpClient[]> {
  return Promise.all(
    clientIds.map(async (id) => {
      const { displayName, format, afterwards } = mcpClients[id];
      const { file, snippet } = await install(id, surroundings, true);
      return { id, displayName, file, snippet, installable: file !== null && format !== 'toml', afterwards };
    }),
  );
}

/** Adds the bridge to a client's configuration. Throws INVALID_REQUEST for one that is not known. */
export async function installMcpClient(
  written: string,
  surroundings: Surroundings,
): Promise<McpInstallation> {
  const id = clientIds.find((known) => known === written);
  if (id === undefined) {
    throw new AppError('INVALID_REQUEST', {
      message: `There is no client ${written}.`,
      hint: `Known: ${clientIds.join(', ')}.`,
    });
  }
  const outcome = await install(id, surroundings, false);
  return {
    state: outcome.state === 'printed' ? 'refused' : outcome.state,
    file: outcome.file,
    backup: outcome.state === 'written' ? outcome.backup : null,
    reason:
      outcome.state === 'refused'
        ? outcome.reason
        : outcome.state === 'printed'
          ? 'It is to be added by hand.'
          : null,
  };
}

const clientIds = Object.keys(mcpClients) as McpClientId[];

function install(
  client: McpClientId,
  surroundings: Surroundings,
  print: boolean,
): Promise<InstallationOutcome> {
  return installClient({
    client,
    print,
    launch: launchOfClone(surroundings.platform),
    surroundings: { ...surroundings, cwd: surroundings.home },
  });
}
