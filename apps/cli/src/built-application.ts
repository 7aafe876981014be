import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CliConfig } from './read-config.ts';

/** A build that takes longer is given up: the sources start as well. */
const LONGEST_BUILD_MS = 20_000;

export type ApplicationFiles = Pick<CliConfig, 'applicationMain' | 'builtApplication' | 'applicationBuilder'>;

/**
 * The main file to start: the built one, which starts in half the time and with an eighth less memory. In a clone it is built where something that it is made
 * from is newer; where that fails, the sources are started as they are.
 */
export async function applicationToStart(files: ApplicationFiles): Promise<string> {
  const { applicationMain, builtApplication } = files;
  if (isCurrent(files)) return builtApplication;
  return (await build(files)) && isCurrent(files) ? builtApplication : applicationMain;
}

/** Whether nothing that it is made from has changed since; the lockfile stands for the libraries. */
function isCurrent({ builtApplication, applicationBuilder }: ApplicationFiles): boolean {
  const root = join(applicationBuilder, '..', '..');
  try {
    const builtAt = statSync(builtApplication).mtimeMs;
    const sources = JSON.parse(
      readFileSync(join(builtApplication, '..', 'sources.json'), 'utf8'),
    ) as string[];
    return [...sources, 'package-lock.json']
      .map((path) => join(root, path))
      .concat(applicationBuilder)
      .every((path) => statSync(path).mtimeMs <= builtAt);
  } catch {
    // Something is missing: it was never built, or a source has been moved.
    return false;
  }
}

async function build({ applicationMain, applicationBuilder: builder }: ApplicationFiles): Promise<boolean> {
  try {
    // A clone of somebody else's is run as it is, and a package has no builder.
    accessSync(builder);
    accessSync(join(applicationMain, '..', '..'), constants.W_OK);
  } catch {
    return false;
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', builder], {
    stdio: 'ignore',
    timeout: LONGEST_BUILD_MS,
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
