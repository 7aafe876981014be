import type { Plugin } from 'esbuild';
import { bareRouteTable, routeTableFile } from './bare-routes.ts';
import { buildProgram } from './built-program.ts';

// Builds the command line into apps/cli/dist/command-line, which `./quoth` runs where nothing that it is made from is newer.
await buildProgram({
  source: 'apps/cli/src/bin.ts',
  folder: 'apps/cli/dist/command-line',
  options: {
    // jsonc-parser's other build loads its parts by names that a bundler does not see.
    mainFields: ['module', 'main'],
    // Commander is CommonJS and asks for Node's own modules.
    banner: {
      js: "import { createRequire as $require } from 'node:module'; const require = $require(import.meta.url);",
    },
    plugins: [bareRoutes()],
  },
});

function bareRoutes(): Plugin {
  return {
    name: 'bare-routes',
    setup({ onLoad }) {
      onLoad({ filter: routeTableFile }, () => ({ contents: bareRouteTable() }));
    },
  };
}
