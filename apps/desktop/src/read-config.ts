import { homedir, tmpdir } from 'node:os';
import { dataFolderPath } from '@quoth/core';

/** How this run of the application behaves; from the command line and the environment, read once. */
export interface Config {
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly temporaryFolders: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Without a window. */
  readonly headless: boolean;
  /** Ends by itself once nobody has needed it for some seconds. */
  readonly ephemeral: boolean;
  /** The local API is on for this run only, whatever the setting says. */
  readonly apiThisRun: boolean;
  readonly logLevel: string;
}

/** Reads command line and environment. `QUOTH_HOME` names the data folder, `QUOTH_LOG` the log level. */
export function readConfig(argv: readonly string[]): Config {
  const { env, platform } = process;
  const home = homedir();
  return {
    dataFolder: dataFolderPath({ platform, home, env }),
    platform,
    home,
    temporaryFolders: [...new Set([tmpdir(), ...(platform === 'win32' ? [] : ['/tmp', '/var/tmp'])])],
    env,
    headless: argv.includes('--headless'),
    ephemeral: argv.includes('--ephemeral'),
    apiThisRun: argv.includes('--api'),
    logLevel: env.QUOTH_LOG || 'info',
  };
}
