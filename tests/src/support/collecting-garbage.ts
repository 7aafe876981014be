import type { RunningApplication } from './running-application.ts';

const MARK = 'garbage was collected\n';

/**
 * Environment of an application that collects all its garbage a few times a second and says so on standard error: what
 * no one holds any more and no one closed shows itself at once instead of after minutes.
 */
export const collectingGarbage: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `import { setFlagsFromString } from 'node:v8';
     import { runInNewContext } from 'node:vm';
     setFlagsFromString('--expose-gc');
     const collect = runInNewContext('gc');
     const again = () => setTimeout(() => { collect(); process.stderr.write(${JSON.stringify(MARK)}); again(); }, 250).unref();
     again();`,
  )}`,
};

/** How often an application in that environment has collected its garbage so far; its engine hosts count as well. */
export function collectionsOf({ stderr }: RunningApplication): number {
  return stderr.split(MARK).length - 1;
}
