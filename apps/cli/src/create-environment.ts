import { openControlSocket } from '@quoth/client/node';
import type { CliEnvironment, Output, Pipes } from './environment.ts';
import type { CliConfig } from './read-config.ts';
import { answeringApplication, startApplication } from './start-application.ts';

/** What `createEnvironment` is made from. */
export interface EnvironmentParts {
  readonly config: CliConfig;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly pipes?: Pipes;
  readonly signal: AbortSignal;
}

/** The commands' surroundings on a real machine. */
export function createEnvironment(parts: EnvironmentParts): CliEnvironment {
  const { config, stderr, signal } = parts;
  const started = (flags: readonly string[]) => startApplication(config, flags, stderr, signal);
  return {
    ...parts,
    open: () => openControlSocket(config.dataFolder),
    openOrStart: async () =>
      (await answeringApplication(config.dataFolder)) ?? started(['--headless', '--ephemeral']),
    start: ({ headless }) => started(headless ? ['--headless'] : []),
  };
}
