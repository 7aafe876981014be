import { realpathSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderPath } from '@quoth/client/node';
import { isLoopback } from '@quoth/contract';
import type { CoreConfig } from '@quoth/core';
import { buildFolder } from '@quoth/processes/places';
import { readRestarts } from './restart.ts';

/** How this run of the application behaves; from the command line and the environment, read once. */
export interface Config extends Omit<CoreConfig, 'dictation' | 'logger' | 'clock'> {
  readonly temporaryFolder: string;
  /** XDG_RUNTIME_DIR. */
  readonly runtimeFolder: string | undefined;
  /** Without a window. */
  readonly headless: boolean;
  /** Ends by itself once no one has needed it for some seconds. */
  readonly ephemeral: boolean;
  /** The local API is on for this run only, whatever the setting says. */
  readonly apiThisRun: boolean;
  /** Folder of the window's built page. */
  readonly pageFolder: string;
  /** Shows the window instead of Chrome, Edge or Chromium. */
  readonly browserProgram: string | undefined;
  readonly logLevel: string;
  /** When the application replaced itself after an uncaught error; milliseconds since 1970. */
  readonly restarts: readonly number[];
}

/**
 * Reads command line and environment. `QUOTH_HOME` names the data folder, `QUOTH_LOG` the log level,
 * `QUOTH_MODEL_CATALOG` a file with further models, `QUOTH_SIMULATED_CLOUD` a stand-in for the cloud vendors on this
 * machine, `QUOTH_DEVICE_NAME` what a gateway sees instead of this machine's name (empty: nothing), `QUOTH_BROWSER` the
 * program that shows the window.
 */
export function readConfig(argv: readonly string[]): Config {
  const { env, platform } = process;
  const home = homedir();
  const temporary = [tmpdir(), ...(platform === 'win32' ? [] : ['/tmp', '/var/tmp'])];
  return {
    dataFolder: dataFolderPath({ platform, home, env }),
    platform,
    home: resolved(home),
    temporaryFolder: tmpdir(),
    temporaryFolders: [...new Set([...temporary, ...temporary.map(resolved)])],
    runtimeFolder: env.XDG_RUNTIME_DIR || undefined,
    env,
    headless: argv.includes('--headless'),
    ephemeral: argv.includes('--ephemeral'),
    apiThisRun: argv.includes('--api'),
    modelCatalog: env.QUOTH_MODEL_CATALOG || undefined,
    simulatedCloud: standIn(env.QUOTH_SIMULATED_CLOUD),
    device: env.QUOTH_DEVICE_NAME ?? hostname(),
    pageFolder: join(buildFolder, 'page'),
    browserProgram: env.QUOTH_BROWSER || undefined,
    logLevel: env.QUOTH_LOG || 'info',
    restarts: readRestarts(env),
  };
}

/** Audio is sent there as it would be to a vendor, so only an address of this machine is accepted. */
function standIn(written: string | undefined): string | undefined {
  if (!written) return undefined;
  const url = URL.parse(written);
  if (url?.protocol === 'http:' && isLoopback(url.hostname)) return url.origin;
  throw new Error('QUOTH_SIMULATED_CLOUD must be http://127.0.0.1:<port>.');
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
