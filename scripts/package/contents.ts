import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';

// What goes into a package: the built programs, Node, the libraries they load from node_modules, and nothing of these
// that does not run.

export const root = join(import.meta.dirname, '..', '..');

/** Stand for the hosts of the release: none is known yet. */
export const siteAddress = 'https://quoth.invalid';
export const packagesAddress = 'https://packages.quoth.invalid';

export type Architecture = 'x64' | 'arm64';
/** As Node names systems and processors. */
export type Platform = `linux-${Architecture}` | 'win32-x64';
export type Product = 'quoth' | 'quoth-gateway';
/** How an installation came to its place; `packages/processes/src/places.ts` reads it from the file `package-kind`. */
type Kind = 'deb' | 'rpm' | 'tar' | 'npm' | 'windows';

export interface Build {
  readonly version: string;
  /** Seconds since 1970: the commit's time, and that of every file in a package. */
  readonly epoch: number;
  /** Where packages are put together; emptied first. */
  readonly work: string;
  readonly out: string;
}

/** One npm package inside a package of ours. */
export interface Part {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Where it lies: the checkout's node_modules, or a download for another architecture. */
  readonly folder: string;
}

/** The ELF header's machine of each architecture. */
const machines: Readonly<Record<Architecture, number>> = { x64: 62, arm64: 183 };

/**
 * What only one system loads: Windows has its data protection, Linux its keyring, and its X server says which keys are
 * down.
 */
const ofOthers = (platform: Platform) =>
  platform === 'win32-x64' ? ['@napi-rs/keyring'] : ['@primno/dpapi', 'uiohook-napi'];
/** Found by its name when it is needed, so that a bundler does not see it: microphones where there is no PulseAudio. */
const foundByName: Readonly<Record<string, readonly string[]>> = { quoth: ['@picovoice/pvrecorder-node'] };

/**
 * Native parts have one npm package a platform; of these, the ones that a package carries. On Linux, those for glibc.
 */
function nativeParts(platform: Platform): readonly string[] {
  const isWindows = platform === 'win32-x64';
  return [
    `@koromix/koffi-${platform}`,
    `@napi-rs/canvas-${platform}-${isWindows ? 'msvc' : 'gnu'}`,
    ...(isWindows ? [] : [`@napi-rs/keyring-${platform}-gnu`]),
    `@transcribe-cpp/${platform}-cpu-vulkan`,
  ];
}

const nodePackage = (platform: Platform) => `node-${platform.replace('win32', 'win')}`;

/** What is in an npm package and never loaded. */
const leftOut = [
  ...[
    '**/*.{map,md,markdown,ts,mts,cts,flow,c,h,cc,hh,inc,S,asm,def,cpp,gyp,gypi,yml,yaml,sh}',
    '**/.*',
    '**/.*/**',
  ],
  ...['{test,tests,__tests__,docs,doc,example,examples,benchmark,benchmarks,website,bench,coverage,man}/**'],
  // Sources of libraries that run from another folder.
  ...['koffi/{lib,vendor,src/cnoke}/**', 'koffi/src/koffi/{CMakeLists.txt,src/trampolines.cjs}'],
  ...['uiohook-napi/{libuiohook,src}/**', 'mediabunny/src/**', '@mediabunny/flac-encoder/src/**'],
  ...['x11/{autogen,browser,scripts}/**', 'x11/*.{txt,js}', 'dbus-native/bin/**'],
  ...['@koromix/koffi-linux-*/musl_*/**', '@koromix/koffi-win32-x64/**/*.lib'],
  // For one processor of 2018; it runs the one of its elder as well.
  '@transcribe-cpp/win32-x64-cpu-vulkan/ggml-cpu-cannonlake.dll',
  // The same once more for browsers and for `require`: Node loads the modules, and of the encoder one file.
  ...['mediabunny/dist/bundles/**', '@mediabunny/flac-encoder/dist/modules/**', 'xml2js/lib/xml2js.bc.js'],
  '@mediabunny/flac-encoder/dist/bundles/{*.js,*.min.mjs}',
  // Programs of their own, for developers.
  ...['node-gyp-build/{bin,build-test,optional}.js', 'pino/{bin.js,*.html,favicon.ico}', 'koffi/cnoke.cjs'],
  // Extensions of Postgres: the ledger uses none.
  '@electric-sql/pglite/dist/{*.tar.gz,contrib/**,live/**,node-postgres/**,vector/**,pgtap/**,pg_*/**,**/*.cjs}',
  '@opentelemetry/*/build/{esm,esnext}/**',
];

/** The npm packages that programs load beside them, with everything those depend on. */
export function partsBeside(dist: string, platform: Platform, fetched: string): Part[] {
  const { beside } = JSON.parse(readFileSync(join(dist, '.parts.json'), 'utf8')) as {
    readonly beside: readonly string[];
  };
  const native = nativeParts(platform);
  const found = new Map<string, Part>();
  const pending = [...beside, ...(foundByName[basename(dist)] ?? [])].filter(
    (name) => !ofOthers(platform).includes(name),
  );
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    const own = join(root, 'node_modules', name);
    const folder = existsSync(own) ? own : join(fetched, 'node_modules', name);
    const manifest = manifestOf(folder);
    found.set(name, partOf(folder));
    pending.push(...Object.keys(manifest.dependencies ?? {}));
    pending.push(...Object.keys(manifest.optionalDependencies ?? {}).filter((one) => native.includes(one)));
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The npm packages that went into built files. */
export function partsInside(...folders: readonly string[]): Part[] {
  const paths = folders.flatMap((folder) => {
    const { bundled } = JSON.parse(readFileSync(join(folder, '.parts.json'), 'utf8')) as {
      readonly bundled: readonly string[];
    };
    return bundled;
  });
  return [...new Set(paths)].sort().map((path) => partOf(join(root, path)));
}

/** Node as the npm registry brings it, for a platform. */
export function nodePart(platform: Platform, fetched: string): Part {
  const name = nodePackage(platform);
  const own = join(root, 'node_modules', name);
  const part = partOf(existsSync(own) ? own : join(fetched, 'node_modules', name));
  // Its npm package repeats no licence.
  return { ...part, license: part.license === 'unknown' ? 'MIT' : part.license };
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly licenses?: readonly { readonly type: string }[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

export function partOf(folder: string): Part {
  const { name, version, license, licenses } = manifestOf(folder);
  return { name, version, license: license ?? licenses?.[0]?.type ?? 'unknown', folder };
}

/**
 * Fetches the native parts and Node of a platform that are not installed here into a folder, by npm itself. Versions
 * are those of this checkout. Throws where npm has no build of a part.
 */
export function fetchParts(platform: Platform, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const names = [...nativeParts(platform), nodePackage(platform)];
  const missing = names.filter((name) => !existsSync(join(root, 'node_modules', name)));
  if (missing.length === 0) return folder;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  const wanted = missing.map((name) => `${name}@${lock.packages[`node_modules/${name}`]?.version}`);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--force', '--loglevel=error'];
  const [system, processor] = platform.split('-');
  execFileSync(
    'npm',
    ['install', ...options, `--cpu=${processor}`, `--os=${system}`, '--libc=glibc', ...wanted],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return folder;
}

interface Tree {
  readonly architecture: Architecture;
  readonly node: Part;
  readonly parts: readonly Part[];
  /** Built programs, by the folder's name in `dist`. */
  readonly dist: string;
}

/** Lays out the programs, as they run from wherever they lie. */
export function writeProgram(
  target: string,
  product: Product,
  { architecture, node, parts, dist }: Tree,
): void {
  mkdirSync(join(target, 'bin'), { recursive: true });
  copyFileSync(join(node.folder, 'bin', 'node'), join(target, 'bin', 'node'));
  chmodSync(join(target, 'bin', 'node'), 0o755);
  const built = product === 'quoth' ? 'quoth' : 'gateway';
  cpSync(join(dist, built), join(target, 'dist', built), {
    recursive: true,
    filter: (path) => !/\/\.[^/]+$/.test(path),
  });
  writeLibraries(join(target, 'node_modules'), parts, `linux-${architecture}`);
  for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(root, name), join(target, name));
  if (product === 'quoth') {
    copyFileSync(join(root, 'quoth'), join(target, 'quoth'));
    mkdirSync(join(target, 'docs', 'api'), { recursive: true });
    copyFileSync(join(root, 'docs', 'api', 'index.html'), join(target, 'docs', 'api', 'index.html'));
    cpSync(join(root, 'apps', 'cli', 'samples'), join(target, 'apps', 'cli', 'samples'), { recursive: true });
    writeIncludedModels(target);
  } else
    copyFileSync(join(root, 'apps', 'gateway', 'deploy', 'quoth-gateway'), join(target, 'quoth-gateway'));
  stripNative(target, architecture);
}

/** The speech models that are part of Quoth, with their licences and where they come from. */
export function writeIncludedModels(target: string): void {
  const folder = join('packages', 'ear');
  cpSync(join(root, folder, 'models'), join(target, folder, 'models'), { recursive: true });
  copyFileSync(join(root, folder, 'README.md'), join(target, folder, 'README.md'));
}

/** The libraries, without what is never loaded. */
export function writeLibraries(target: string, parts: readonly Part[], platform: Platform): void {
  for (const { name, folder } of parts) {
    cpSync(folder, join(target, name), {
      recursive: true,
      dereference: true,
      filter: (path) => {
        const below = relative(folder, path);
        if (below === '') return true;
        if (below === 'node_modules' || below.startsWith('node_modules/')) return false;
        const prebuild = /^prebuilds\/([^/]+)/.exec(below)?.[1];
        if (prebuild !== undefined && prebuild !== platform) return false;
        if (below.startsWith('lib/') && name === '@picovoice/pvrecorder-node' && isOther(below, platform))
          return false;
        return !leftOut.some(
          (pattern) => matchesGlob(below, pattern) || matchesGlob(join(name, below), pattern),
        );
      },
    });
  }
  removeEmptyFolders(target);
}

/** The recorder has all its platforms in one package. */
function isOther(below: string, platform: Platform): boolean {
  const [, system = '', processor] = below.split('/');
  if (platform === 'win32-x64')
    return system !== 'windows' || (processor !== undefined && processor !== 'amd64');
  if (platform === 'linux-x64') return system !== 'linux';
  return system !== 'raspberry-pi' || (processor !== undefined && !processor.endsWith('-aarch64'));
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

/** Removes what only debuggers read, and refuses a native file for another processor. */
function stripNative(target: string, architecture: Architecture): void {
  for (const path of nativeFiles(target)) {
    const machine = machineOf(path);
    if (machine !== machines[architecture])
      throw new Error(`${path} is for another processor (ELF machine ${machine}), not ${architecture}.`);
    const tool = process.arch === architecture ? 'strip' : crossStrip[architecture];
    if (tool) execFileSync(tool, ['--strip-unneeded', path]);
    if (!path.endsWith('/bin/node')) chmodSync(path, 0o644);
  }
}

/** What strips files of another processor; they stay as they are where it is not installed. */
const crossStrip: Readonly<Record<Architecture, string | undefined>> = {
  arm64: ['/usr/bin/aarch64-linux-gnu-strip'].find((path) => existsSync(path)),
  x64: ['/usr/bin/x86_64-linux-gnu-strip'].find((path) => existsSync(path)),
};

/** Every ELF file below a folder. */
export function nativeFiles(folder: string): string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1')))
    .sort();
}

function machineOf(path: string): number {
  return readFileSync(path).readUInt16LE(18);
}

/** Writes how this copy was packed: the program's hints depend on it. */
export function writeKind(program: string, kind: Kind): void {
  writeFileSync(join(program, 'package-kind'), `${kind}\n`);
}

export function writeText(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

export function link(path: string, to: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(to, path);
}

/** Gives all files below a folder the same time and plain permissions, so that two builds are the same bytes. */
export function makeReproducible(folder: string, epoch: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path);
    if (found.isDirectory()) makeReproducible(path, epoch);
    else if (found.isFile()) chmodSync(path, found.mode & 0o100 ? 0o755 : 0o644);
    lutimesSync(path, epoch, epoch);
  }
  chmodSync(folder, 0o755);
  lutimesSync(folder, epoch, epoch);
}

/** Bytes of the files below a folder, in whole blocks as a disk keeps them. */
export function installedBytes(folder: string): number {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + Math.ceil(lstatSync(join(entry.parentPath, entry.name)).size / 4096) * 4096,
      0,
    );
}
