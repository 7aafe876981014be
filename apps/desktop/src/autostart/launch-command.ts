import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../read-config.ts';
import type { LaunchCommand } from './autostart.ts';

type Surroundings = Pick<Config, 'platform' | 'env' | 'dataFolder'>;

/** Keeps running, without a window. */
export function launchAtLogin(config: Surroundings): LaunchCommand {
  return launcher(config, ['start', '--headless']);
}

/** The launcher of this copy of Quoth, with its data folder. */
export function launcher(
  { platform, env, dataFolder }: Surroundings,
  wanted: readonly string[],
): LaunchCommand {
  const variables: Record<string, string> = env.QUOTH_HOME ? { QUOTH_HOME: resolve(dataFolder) } : {};
  const program = fileURLToPath(new URL('../../../../quoth', import.meta.url));
  if (platform !== 'win32' && existsSync(program)) {
    return { program, args: wanted, env: variables };
  }
  const script = fileURLToPath(new URL('../../../cli/src/bin.ts', import.meta.url));
  return {
    program: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', script, ...wanted],
    env: variables,
  };
}
