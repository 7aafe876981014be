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
import { type BuildOptions, build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');
/** Chunks of an older build are deleted after a day: a process that runs may still load one. */
const OLD_CHUNK_MS = 86_400_000;

export interface ProgramToBuild {
  /** The source that is run, from the root. */
  readonly source: string;
  /** Where it goes: a folder of its own, from the root. */
  readonly folder: string;
  /** Whatever else goes into it. */
  readonly options?: Pick<BuildOptions, 'plugins' | 'banner' | 'mainFields'>;
  /** Also written down, as `sources.json`: the files that it is made from, from the root. */
  readonly listsSources?: boolean;
}

/** Builds a program as JavaScript that runs in the place of its sources: finding hundreds of files and taking their types out is half of what its start takes. */
export async function buildProgram(program: ProgramToBuild): Promise<void> {
  const startedAt = new Date();
  const target = join(root, program.folder);
  const { plugins = [], ...options } = program.options ?? {};
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, program.source)],
    outdir: target,
    chunkNames: 'chunk-[hash]',
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node.split('.')[0]}`,
    ...options,
    plugins: [...plugins, builtinHttp(), ownPlaces(target)],
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const main = join(target, basename(program.source).replace(/\.ts$/, '.js'));
  mkdirSync(target, { recursive: true });
  // The program last, and at once: until then the old one stands with its chunks.
  const isMain = ({ path }: { readonly path: string }) => path === main;
  for (const file of [...outputFiles].sort((a, b) => Number(isMain(a)) - Number(isMain(b))))
    writeAtOnce(file.path, file.contents);
  const names = new Set(outputFiles.map(({ path }) => basename(path)));
  if (program.listsSources) {
    const sources = Object.keys(metafile.inputs).filter((path) => /^(apps|packages)\//.test(path));
    writeAtOnce(join(target, 'sources.json'), JSON.stringify([...sources, 'scripts/built-program.ts']));
    names.add('sources.json');
  }
  // What is saved while this runs is newer.
  utimesSync(main, startedAt, startedAt);
  for (const name of readdirSync(target)) {
    const path = join(target, name);
    if (!names.has(name) && startedAt.getTime() - statSync(path).mtimeMs > OLD_CHUNK_MS) rmSync(path);
  }
}

function writeAtOnce(path: string, contents: Uint8Array | string): void {
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, contents);
  renameSync(fresh, path);
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
function ownPlaces(target: string): Plugin {
  return {
    name: 'own-places',
    setup({ onLoad }) {
      onLoad({ filter: /\/(apps|packages)\/.*\.ts$/ }, ({ path }) => {
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
