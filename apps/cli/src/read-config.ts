import { homedir } from 'node:os';
import { join } from 'node:path';
import { dataFolderPath } from '@quoth/client/node';
import { activationToken } from '@quoth/contract';
import { programOf, root } from '@quoth/processes/places';
import { programToType } from './program-to-type.ts';

/** What the command line takes from its surroundings. */
export interface CliConfig {
  readonly dataFolder: string;
  readonly color: boolean;
  /** The desktop application's main file. */
  readonly applicationMain: string;
  /** Stands in for every cloud vendor in a demo; there is one in the repository only. */
  readonly simulatorMain: string;
  /** Builds the window's page; there is one in the repository only, a package brings the page. */
  readonly builder: string;
  /** The reference of the local API as a page. */
  readonly referencePage: string;
  /** What a user types here to run the command line: `quoth` once the shell finds it. */
  readonly program: string;
  /** The script that starts the command line; there is one in the repository only. */
  readonly launcher: string;
  readonly home: string;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** The desktop's, where one of its keys or menus runs this command: lets the window come to the front. */
  readonly activationToken?: string | undefined;
  /** Handed to the application that is started. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The one place that reads the environment. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): CliConfig {
  const { platform } = process;
  const home = homedir();
  const launcher = join(root, platform === 'win32' ? 'quoth.cmd' : 'quoth');
  return {
    launcher,
    program: programToType({ launcher, cwd: process.cwd(), path: env.PATH ?? '' }),
    dataFolder: dataFolderPath({ platform, home, env }),
    home,
    cwd: process.cwd(),
    platform,
    color: !env.NO_COLOR && env.TERM !== 'dumb',
    applicationMain: programOf('application'),
    builder: join(root, 'scripts', 'build.ts'),
    simulatorMain: join(root, 'tests', 'src', 'provider-simulator', 'main.ts'),
    referencePage: join(root, 'docs', 'api', 'index.html'),
    activationToken: activationToken.safeParse(env.XDG_ACTIVATION_TOKEN || env.DESKTOP_STARTUP_ID).data,
    env,
  };
}
