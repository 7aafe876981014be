/**
 * Environment of an application that collects its garbage ten times a second: what nobody holds any more and nobody closed shows
 * itself at once instead of after minutes.
 */
export const collectingGarbage: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `import { setFlagsFromString } from 'node:v8';
     import { runInNewContext } from 'node:vm';
     setFlagsFromString('--expose-gc');
     const collect = runInNewContext('gc');
     setInterval(collect, 100).unref();`,
  )}`,
};
