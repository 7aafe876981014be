import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../read-config.ts';
import type { LaunchCommand } from './autostart.ts';

/** The launcher of this very copy of Quoth, to stay and without a window. */
export function launchAtLogin({
  platform,
  env,
  dataFolder,
}: Pick<Config, 'platform' | 'env' | 'dataFolder'>): LaunchCommand {
  const wanted = ['start', '--headless'];
  const variables: Record<string, string> = env.QUOTH_HOME ? { QUOTH_HOME: resolve(dataFolder) } : {};
  const launcher = fileURLToPath(new URL('../../../../quoth', import.meta.url));
  if (platform !== 'win32' && existsSync(launcher)) {
    return { program: launcher, args: wanted, env: variables };
  }
  const script = fileURLToPath(new URL('../../../cli/src/bin.ts', import.meta.url));
  return {
    program: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', script, ...wanted],
    env: variables,
  };
}
