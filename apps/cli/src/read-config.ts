import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { dataFolderPath } from '@quoth/client/node';
import { programToType } from './program-to-type.ts';

/** What the command line takes from its surroundings. */
export interface CliConfig {
  readonly dataFolder: string;
  readonly color: boolean;
  /** The desktop application's main file. */
  readonly applicationMain: string;
  /** The same as JavaScript, where it was built. */
  readonly builtApplication: string;
  /** Builds it; there is one in the repository only. */
  readonly applicationBuilder: string;
  /** Stands in for every cloud vendor in a demo; there is one in the repository only. */
  readonly simulatorMain: string;
  /** Builds the window's page; there is one in the repository only, a package brings the page. */
  readonly windowBuilder: string;
  /** The reference of the local API as a page. */
  readonly referencePage: string;
  /** What a user types here to run the command line: `quoth` once the shell finds it. */
  readonly program: string;
  /** The script that starts the command line; there is one in the repository only. */
  readonly launcher: string;
  readonly home: string;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** Handed to the application that is started. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The one place that reads the environment. */
export function readConfig(): CliConfig {
  const { env, platform } = process;
  const home = homedir();
  const launcher = fileURLToPath(new URL('../../../quoth', import.meta.url));
  return {
    launcher,
    program: programToType({ launcher, cwd: process.cwd(), path: env.PATH ?? '' }),
    dataFolder: dataFolderPath({ platform, home, env }),
    home,
    cwd: process.cwd(),
    platform,
    color: !env.NO_COLOR && env.TERM !== 'dumb',
    applicationMain: fileURLToPath(new URL('../../desktop/src/main.ts', import.meta.url)),
    builtApplication: fileURLToPath(new URL('../../desktop/dist/application/main.js', import.meta.url)),
    applicationBuilder: fileURLToPath(new URL('../../../scripts/build-application.ts', import.meta.url)),
    simulatorMain: fileURLToPath(new URL('../../../tests/src/provider-simulator/main.ts', import.meta.url)),
    windowBuilder: fileURLToPath(new URL('../../../scripts/build-window.ts', import.meta.url)),
    referencePage: fileURLToPath(new URL('../../../docs/api/index.html', import.meta.url)),
    env,
  };
}
