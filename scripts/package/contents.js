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
// What goes into a package: the built programs, Node, the libraries they load from node_modules, and nothing of these that does not run.
export const root = join(import.meta.dirname, '..', '..');
/** The ELF header's machine of each architecture. */
const machines = { x64: 62, arm64: 183 };
/** What only another system loads: Windows's data protection. */
const ofOtherSystems = ['@primno/dpapi'];
/** Found by its name when it is needed, so that a bundler does not see it: microphones where there is no PulseAudio. */
const foundByName = { quoth: ['@picovoice/pvrecorder-node'] };
/** Native parts have one npm package a platform; of these, the ones that a package for glibc carries. */
const nativeParts = (architecture) => [
  `@koromix/koffi-linux-${architecture}`,
  `@napi-rs/canvas-linux-${architecture}-gnu`,
  `@napi-rs/keyring-linux-${architecture}-gnu`,
  `@transcribe-cpp/linux-${architecture}-cpu-vulkan`,
];
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
  '@koromix/koffi-linux-*/musl_*/**',
  // Programs of their own, for developers.
  ...['node-gyp-build/{bin,build-test,optional}.js', 'pino/{bin.js,*.html,favicon.ico}', 'koffi/cnoke.cjs'],
  // Extensions of Postgres: the ledger uses none.
  '@electric-sql/pglite/dist/{*.tar.gz,contrib/**,live/**,node-postgres/**,vector/**,pgtap/**,pg_*/**,**/*.cjs}',
  '@opentelemetry/*/build/{esm,esnext}/**',
];
/** The npm packages that programs load beside them, with everything those depend on. */
export function partsBeside(dist, architecture, fetched) {
  const { beside } = JSON.parse(readFileSync(join(dist, '.parts.json'), 'utf8'));
  const native = nativeParts(architecture);
  const found = new Map();
  const pending = [...beside, ...(foundByName[basename(dist)] ?? [])].filter(
    (name) => !ofOtherSystems.includes(name),
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
export function partsInside(...folders) {
  const paths = folders.flatMap((folder) => {
    const { bundled } = JSON.parse(readFileSync(join(folder, '.parts.json'), 'utf8'));
    return bundled;
  });
  return [...new Set(paths)].sort().map((path) => partOf(join(root, path)));
}
/** Node as the npm registry brings it, for an architecture. */
export function nodePart(architecture, fetched) {
  const name = `node-linux-${architecture}`;
  const own = join(root, 'node_modules', name);
  const part = partOf(existsSync(own) ? own : join(fetched, 'node_modules', name));
  // Its npm package repeats no licence.
  return { ...part, license: part.license === 'unknown' ? 'MIT' : part.license };
}
function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
export function partOf(folder) {
  const { name, version, license, licenses } = manifestOf(folder);
  return { name, version, license: license ?? licenses?.[0]?.type ?? 'unknown', folder };
}
/**
 * Fetches the native parts and Node of an architecture that is not installed here, by npm itself, and gives the folder that has them. Versions are those
 * of this checkout. Throws where npm has no build of a part.
 */
export function fetchParts(architecture, work) {
  const folder = join(work, 'fetched', architecture);
  mkdirSync(folder, { recursive: true });
  const names = [...nativeParts(architecture), `node-linux-${architecture}`];
  const missing = names.filter((name) => !existsSync(join(root, 'node_modules', name)));
  if (missing.length === 0) return folder;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const wanted = missing.map((name) => `${name}@${lock.packages[`node_modules/${name}`]?.version}`);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--force', '--loglevel=error'];
  execFileSync(
    'npm',
    ['install', ...options, `--cpu=${architecture}`, '--os=linux', '--libc=glibc', ...wanted],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return folder;
}
/** Lays out the programs, as they run from wherever they lie. */
export function writeProgram(target, product, { architecture, node, parts, dist }) {
  mkdirSync(join(target, 'bin'), { recursive: true });
  copyFileSync(join(node.folder, 'bin', 'node'), join(target, 'bin', 'node'));
  chmodSync(join(target, 'bin', 'node'), 0o755);
  const built = product === 'quoth' ? 'quoth' : 'gateway';
  cpSync(join(dist, built), join(target, 'dist', built), {
    recursive: true,
    filter: (path) => !/\/\.[^/]+$/.test(path),
  });
  writeLibraries(join(target, 'node_modules'), parts, architecture);
  for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(root, name), join(target, name));
  if (product === 'quoth') {
    copyFileSync(join(root, 'quoth'), join(target, 'quoth'));
    mkdirSync(join(target, 'docs', 'api'), { recursive: true });
    copyFileSync(join(root, 'docs', 'api', 'index.html'), join(target, 'docs', 'api', 'index.html'));
    cpSync(join(root, 'apps', 'cli', 'samples'), join(target, 'apps', 'cli', 'samples'), { recursive: true });
  } else copyFileSync(join(root, 'deploy', 'gateway', 'quoth-gateway'), join(target, 'quoth-gateway'));
  stripNative(target, architecture);
}
/** The libraries, without what is never loaded. */
export function writeLibraries(target, parts, architecture) {
  for (const { name, folder } of parts) {
    cpSync(folder, join(target, name), {
      recursive: true,
      dereference: true,
      filter: (path) => {
        const below = relative(folder, path);
        if (below === '') return true;
        if (below === 'node_modules' || below.startsWith('node_modules/')) return false;
        const prebuild = /^prebuilds\/([^/]+)/.exec(below)?.[1];
        if (prebuild !== undefined && prebuild !== `linux-${architecture}`) return false;
        // It is a file for x64 there (1.5.5): on arm64, single keys such as right Ctrl cannot be shortcuts on X11.
        if (architecture === 'arm64' && name === 'uiohook-napi' && prebuild !== undefined) return false;
        if (below.startsWith('lib/') && name === '@picovoice/pvrecorder-node' && isOther(below, architecture))
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
function isOther(below, architecture) {
  const [, system = '', processor] = below.split('/');
  if (architecture === 'x64') return system !== 'linux';
  return system !== 'raspberry-pi' || (processor !== undefined && !processor.endsWith('-aarch64'));
}
function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
/** Removes what only debuggers read, and refuses a native file for another processor. */
function stripNative(target, architecture) {
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
const crossStrip = {
  arm64: ['/usr/bin/aarch64-linux-gnu-strip'].find((path) => existsSync(path)),
  x64: ['/usr/bin/x86_64-linux-gnu-strip'].find((path) => existsSync(path)),
};
/** Every ELF file below a folder. */
export function nativeFiles(folder) {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1')))
    .sort();
}
function machineOf(path) {
  return readFileSync(path).readUInt16LE(18);
}
/** Writes how this copy was packed: the program's hints depend on it. */
export function writeKind(program, kind) {
  writeFileSync(join(program, 'package-kind'), `${kind}\n`);
}
export function writeText(path, text, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}
export function link(path, to) {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(to, path);
}
/** Gives all files below a folder the same time and plain permissions, so that two builds are the same bytes. */
export function makeReproducible(folder, epoch) {
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
export function installedBytes(folder) {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + Math.ceil(lstatSync(join(entry.parentPath, entry.name)).size / 4096) * 4096,
      0,
    );
}
//# sourceMappingURL=contents.js.map
