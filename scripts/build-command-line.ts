import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bareRouteTable, routeTableFile } from './bare-routes.ts';

// Builds the command line as JavaScript into apps/cli/dist/command-line, which `./quoth` runs where nothing that it is made from is newer. Half of
// what a short command takes would otherwise go into finding 150 files and taking their types out.
const root = join(import.meta.dirname, '..');
const target = join(root, 'apps', 'cli', 'dist', 'command-line');
const program = join(target, 'bin.js');
/** Chunks of an older build are deleted after a day: a command that runs may still load one. */
const OLD_CHUNK_MS = 86_400_000;

const startedAt = new Date();
const { outputFiles } = await build({
  entryPoints: [join(root, 'apps', 'cli', 'src', 'bin.ts')],
  outdir: target,
  chunkNames: 'chunk-[hash]',
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: `node${process.versions.node.split('.')[0]}`,
  // jsonc-parser's other build loads its parts by names that a bundler does not see.
  mainFields: ['module', 'main'],
  // Commander is CommonJS and asks for Node's own modules.
  banner: {
    js: "import { createRequire as $require } from 'node:module'; const require = $require(import.meta.url);",
  },
  plugins: [bareRoutes(), builtinHttp(), ownPlaces()],
  write: false,
  logLevel: 'error',
});

mkdirSync(target, { recursive: true });
// The program last, and at once: until then the old one stands with its chunks.
const isProgram = ({ path }: { readonly path: string }) => path === program;
for (const file of [...outputFiles].sort((a, b) => Number(isProgram(a)) - Number(isProgram(b)))) {
  const fresh = `${file.path}.${process.pid}`;
  writeFileSync(fresh, file.contents);
  renameSync(fresh, file.path);
}
// What is saved while this runs is newer.
utimesSync(program, startedAt, startedAt);
const current = new Set(outputFiles.map(({ path }) => basename(path)));
for (const name of readdirSync(target)) {
  const path = join(target, name);
  if (!current.has(name) && startedAt.getTime() - statSync(path).mtimeMs > OLD_CHUNK_MS) rmSync(path);
}

function bareRoutes(): Plugin {
  return {
    name: 'bare-routes',
    setup({ onLoad }) {
      onLoad({ filter: routeTableFile }, () => ({ contents: bareRouteTable() }));
    },
  };
}

/** Importing `node:http` reads all that it exports, WebSocket among it, for which Node loads its `fetch`: 60 ms. Asking for the module does not. */
function builtinHttp(): Plugin {
  return {
    name: 'builtin-http',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:http$/ }, ({ path }) => ({ path, namespace: 'builtin' }));
      onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
        loader: 'js',
      }));
    },
  };
}

/** A file that looks for its neighbours looks for them where its source lies. */
function ownPlaces(): Plugin {
  return {
    name: 'own-places',
    setup({ onLoad }) {
      onLoad({ filter: /\/apps\/.*\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.')) return undefined;
        const place = JSON.stringify(relative(target, path));
        const folder = JSON.stringify(`/${relative(target, dirname(path))}`);
        return {
          contents: text
            .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
            .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`),
          loader: 'ts',
        };
      });
    },
  };
}
