import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { answerSchemasFile, bareAnswerSchemas, bareRouteTable, routeTableFile } from './bare-routes.ts';
import { packageFolders } from './bundle-notices.ts';

// npm run build: makes what `quoth` runs. Every program goes as JavaScript into dist/quoth, the window's page into
// dist/quoth/page, the gateway's program into dist/gateway. --programs and --page make one of both; --if-needed only
// what differs from its sources' contents; --into another folder than dist.
const root = join(import.meta.dirname, '..');
const { values: wanted } = parseArgs({
  options: {
    programs: { type: 'boolean' },
    page: { type: 'boolean' },
    'if-needed': { type: 'boolean' },
    // Written down beside the programs: the launcher builds again when the clone stands at another one.
    commit: { type: 'string' },
    into: { type: 'string', default: join(root, 'dist') },
  },
});
const target = join(wanted.into, 'quoth');
const isAll = !wanted.programs && !wanted.page;

/** Old files are deleted after a day: a process that runs may still load one. */
const OLD_FILE_MS = 86_400_000;

/**
 * Libraries with native parts, or that load files of their own by name: they stay where they are installed. Every other
 * one goes in, so that a start reads few files.
 */
const installed = [
  ...['koffi', 'x11', 'dbus-native', 'uiohook-napi', 'transcribe-cpp', 'pino', '@napi-rs/*', '@picovoice/*'],
  ...[
    '@primno/*',
    '@wasm-audio-decoders/*',
    'mpg123-decoder',
    'opus-decoder',
    // The encoder registers itself with the library, so both must be the same copy.
    'mediabunny',
    '@mediabunny/*',
  ],
  ...['@electric-sql/*', 'pg', '@opentelemetry/*'],
];

interface Part {
  /** Whose sources it is made from, in packages/ and apps/. */
  readonly of: string;
  readonly folder: string;
  readonly make: () => Promise<void>;
}

const desktopSources =
  '{api-server,audio,bridge,client,contract,core,processes,text,vendors,words,wyoming,desktop,cli}';

const programs: Part = {
  of: desktopSources,
  folder: target,
  make: () =>
    makePrograms(target, [
      {
        entryPoints: { application: 'apps/desktop/src/main.ts', ...ownFiles(desktopSources) },
      },
      {
        entryPoints: { quoth: 'apps/cli/src/bin.ts' },
        plugins: [bareRoutes()],
      },
    ]),
};

const gatewayFolder = join(wanted.into, 'gateway');
const gatewaySources = '{audio,contract,processes,text,vendors,words,gateway}';
const gateway: Part = {
  of: gatewaySources,
  folder: gatewayFolder,
  make: () =>
    makePrograms(gatewayFolder, [
      {
        entryPoints: { gateway: 'apps/gateway/src/main.ts', ...ownFiles(gatewaySources) },
      },
    ]),
};

const page: Part = { of: '{ui,contract,client,words}', folder: join(target, 'page'), make: makePage };

if (wanted.programs || isAll) {
  await makeIfNeeded(programs);
  await makeIfNeeded(gateway);
  const commit = wanted.commit ?? ownCommit();
  if (commit !== undefined) writeAtOnce(join(target, '.commit'), commit);
}
if (wanted.page || isAll) await makeIfNeeded(page);

async function makeIfNeeded({ of, folder, make }: Part): Promise<void> {
  const stamp = join(folder, '.made-from');
  const hash = hashOf(of);
  if (wanted['if-needed'] && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  await make();
  writeAtOnce(stamp, hash);
}

/** What this clone stands at; undefined where there is no git to ask. */
function ownCommit(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}

/** Of everything that a part is made from; the lockfile stands for the libraries. */
function hashOf(rooms: string): string {
  const hash = createHash('sha256');
  const files = [
    ...globSync(`{packages,apps}/${rooms}/{src,public}/**/*`, { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
    ...globSync(`{packages,apps}/${rooms}/{index.html,vite.config.ts,package.json}`, { cwd: root }).map(
      (path) => join(root, path),
    ),
    ...[
      'package-lock.json',
      'packages/ui/src/design/tokens.css',
      'scripts/build.ts',
      'scripts/bare-routes.ts',
    ].map((path) => join(root, path)),
  ].sort();
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Processes and threads of our own that a program starts (`ownFile` in packages/processes), each by its name. */
function ownFiles(rooms: string): Record<string, string> {
  const files = globSync(`{packages,apps}/${rooms}/src/**/*-{main,worker,recognizer}.ts`, {
    cwd: root,
    exclude: (path) => path.includes('fixtures'),
  });
  const byName = Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]));
  if (Object.keys(byName).length !== files.length)
    throw new Error(`Two files of one name cannot be built: ${files.join(', ')}`);
  return byName;
}

/** Programs as JavaScript: finding hundreds of files and taking their types out is half of what a start takes. */
async function makePrograms(folder: string, parts: readonly BuildOptions[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const made = await Promise.all(
    parts.map(({ plugins = [], ...options }) =>
      build({
        outdir: folder,
        chunkNames: 'chunk-[hash]',
        absWorkingDir: root,
        bundle: true,
        splitting: true,
        // Node keeps the text of what it has loaded in memory: without indentation there are some megabytes less of it.
        // Names stay, and lines are short enough for a trace.
        minifyWhitespace: true,
        lineLimit: 200,
        platform: 'node',
        format: 'esm',
        target: `node${process.versions.node.split('.')[0]}`,
        logLevel: 'error',
        write: false,
        metafile: true,
        external: installed,
        // jsonc-parser's other build loads its parts by names that a bundler does not see.
        mainFields: ['module', 'main'],
        // Libraries that are CommonJS ask for Node's own modules.
        banner: {
          js: "import { createRequire as $require } from 'node:module'; const require = $require(import.meta.url);",
        },
        ...options,
        plugins: [...plugins, builtinHttp(), englishAlone()],
      }),
    ),
  );
  const files = made.flatMap(({ outputFiles }) => outputFiles ?? []);
  // Chunks first: until a program is replaced, which happens at once, the old one stands with its own.
  const isProgram = ({ path }: { readonly path: string }) => !basename(path).startsWith('chunk-');
  for (const file of files.sort((one, other) => Number(isProgram(one)) - Number(isProgram(other))))
    writeAtOnce(file.path, asAscii(file.contents));
  const metafiles = made.flatMap(({ metafile }) => metafile ?? []);
  writeParts(folder, {
    bundled: metafiles.flatMap(({ inputs }) => Object.keys(inputs)),
    beside: metafiles
      .flatMap(({ outputs }) => Object.values(outputs))
      .flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path)),
  });
  const names = new Set(files.map(({ path }) => basename(path)));
  for (const file of dataFiles(folder)) {
    copyFileSync(join(root, file), join(folder, basename(file)));
    names.add(basename(file));
  }
  const outdated = Date.now() - OLD_FILE_MS;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (
      entry.isFile() &&
      !entry.name.startsWith('.') &&
      !names.has(entry.name) &&
      statSync(path).mtimeMs < outdated
    )
      rmSync(path);
  }
}

/**
 * What a package has to list and to bring: npm packages that went into the programs of a folder, and those that they
 * load from node_modules.
 */
function writeParts(
  folder: string,
  parts: { readonly bundled: readonly string[]; readonly beside: readonly string[] },
): void {
  const beside = parts.beside.flatMap((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []);
  const names = beside.filter((name) => installed.some((one) => matchesGlob(name, one)));
  writeAtOnce(
    join(folder, '.parts.json'),
    JSON.stringify({ bundled: packageFolders(parts.bundled), beside: [...new Set(names)].sort() }, null, 2),
  );
}

/** What `ownFile` reads beside programs. */
function dataFiles(folder: string): readonly string[] {
  const voice = 'packages/ear/models/silero-vad-v6-16k.bin';
  if (folder !== target) return [voice, 'packages/ui/src/design/tokens.css'];
  const words = globSync('packages/text/data/known-words-*.bin', { cwd: root });
  return [voice, 'packages/core/src/engines/self-test.wav', ...words];
}

function writeAtOnce(path: string, contents: Uint8Array | string): void {
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, contents);
  renameSync(fresh, path);
}

/**
 * Importing `node:http` reads all that it exports, WebSocket among it, for which Node loads its `fetch`: 60 ms. Asking
 * for the module does not.
 */
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

/**
 * Zod brings its messages in sixty languages, and Node keeps the text of all of them in memory; ours are in
 * `packages/words`.
 */
function englishAlone(): Plugin {
  return {
    name: 'english-alone',
    setup({ onLoad }) {
      onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
        contents: "export { default as en } from './en.js';",
      }));
    },
  };
}

/**
 * One character that is not ASCII, as in a regular expression, and Node keeps the whole file with two bytes for each.
 */
function asAscii(contents: Uint8Array): string {
  const text = Buffer.from(contents).toString('utf8');
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function bareRoutes(): Plugin {
  return {
    name: 'bare-routes',
    setup({ onLoad }) {
      onLoad({ filter: routeTableFile }, () => ({ contents: bareRouteTable() }));
    },
  };
}

async function makePage(): Promise<void> {
  const startedAt = performance.now();
  process.stderr.write('Building the window, once … ');
  const ui = join(root, 'packages', 'ui');
  const { build: viteBuild } = await import('vite');
  let bundled: readonly string[] = [];
  // Built beside the old one: a window that is open meanwhile keeps its files until the new ones are whole.
  const fresh = join(target, `page-${process.pid}`);
  await viteBuild({
    configFile: join(ui, 'vite.config.ts'),
    root: ui,
    logLevel: 'error',
    build: { outDir: fresh },
    plugins: [
      {
        name: 'parts',
        generateBundle() {
          bundled = [...this.getModuleIds()];
        },
      },
      { name: 'bare-routes', load: (id) => (routeTableFile.test(id) ? bareRouteTable() : undefined) },
      {
        name: 'bare-answer-schemas',
        load: (id) => (answerSchemasFile.test(id) ? bareAnswerSchemas() : undefined),
      },
    ],
  });
  writeParts(fresh, { bundled, beside: [] });
  const old = `${fresh}-old`;
  if (existsSync(page.folder)) renameSync(page.folder, old);
  renameSync(fresh, page.folder);
  rmSync(old, { recursive: true, force: true });
  process.stderr.write(`done (${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`);
}
