import { openControlSocket } from '@quoth/client/node';
import type { CliEnvironment, Output, Pipes } from './environment.ts';
import { typedHint } from './program-to-type.ts';
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
  const { config, signal } = parts;
  const stderr = withTypedCommands(parts.stderr, config.program);
  const started = (flags: readonly string[]) => startApplication(config, flags, stderr, signal);
  return {
    ...parts,
    stderr,
    open: () => openControlSocket(config.dataFolder),
    openOrStart: async () =>
      (await answeringApplication(config.dataFolder)) ?? started(['--headless', '--ephemeral']),
    start: ({ headless }) => started(headless ? ['--headless'] : []),
  };
}

/** What is said on stderr is for a person, who is told what can be typed here. Standard output is left as it is: it may be a transcript. */
function withTypedCommands(stderr: Output, program: string): Output {
  return {
    ...(stderr.isTTY === undefined ? {} : { isTTY: stderr.isTTY }),
    write: (text) => stderr.write(typeof text === 'string' ? typedHint(text, program) : text),
  };
}
