import { homedir } from 'node:os';
import { delimiter, isAbsolute } from 'node:path';
import { type BridgeConfig, bridgeSocket } from '@quoth/bridge';
import { dataFolderPath } from '@quoth/client/node';

/** What `quoth-mcp` takes from its surroundings. */
export interface McpConfig extends BridgeConfig {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The one place that reads the environment. */
export function readConfig(): McpConfig {
  const { env, platform } = process;
  const home = homedir();
  return {
    dataFolder: dataFolderPath({ platform, home, env }),
    home,
    cwd: process.cwd(),
    platform,
    outputFolders: outputFolders(env.QUOTH_OUTPUT_FOLDERS),
    socket: bridgeSocket(env),
    env,
  };
}

/** `QUOTH_OUTPUT_FOLDERS`: absolute folders, separated as in PATH. */
function outputFolders(written: string | undefined): string[] {
  return (written ?? '').split(delimiter).filter(isAbsolute);
}
