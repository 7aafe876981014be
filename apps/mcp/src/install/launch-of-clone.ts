import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Launch } from './server-entry.ts';

/** The launcher of this clone, by its whole path: desktop programs know no search path of the shell's. */
export function launchOfClone(platform: NodeJS.Platform): Launch {
  const launcher = fileURLToPath(new URL('../../../../quoth', import.meta.url));
  if (platform !== 'win32' && existsSync(launcher)) return { command: launcher, args: ['mcp'] };
  const script = fileURLToPath(new URL('../../../cli/src/bin.ts', import.meta.url));
  return { command: process.execPath, args: ['--disable-warning=ExperimentalWarning', script, 'mcp'] };
}
