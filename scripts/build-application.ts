import type { Plugin } from 'esbuild';
import { buildProgram } from './built-program.ts';

// Builds the desktop application into apps/desktop/dist/application, which the command line starts where nothing that it is made from is newer.
await buildProgram({
  source: 'apps/desktop/src/main.ts',
  folder: 'apps/desktop/dist/application',
  options: { plugins: [libraries()] },
  listsSources: true,
});

/** Libraries of many modules go in. The others stay where they are installed: several have native parts, or load their own files by name. */
function libraries(): Plugin {
  const ours = /^(\.|@quoth\/|node:)/;
  const ofManyModules =
    /^(kysely|zod|hono|@hono\/node-server|obscenity|franc-min|american-british-english-translator)(\/|$)/;
  return {
    name: 'libraries',
    setup({ onResolve }) {
      onResolve({ filter: /^[^/]/ }, ({ path, importer }) =>
        ours.test(path) || ofManyModules.test(path) || importer.includes('node_modules')
          ? undefined
          : { path, external: true },
      );
    },
  };
}
