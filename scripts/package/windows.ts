import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  type Build,
  fetchParts,
  installedBytes,
  makeReproducible,
  nodePart,
  type Part,
  partsBeside,
  partsInside,
  root,
  writeIncludedModels,
  writeLibraries,
  writeText,
} from './contents.ts';
import { keepItems } from './icu-data.ts';
import { licencesFile, partsList } from './parts.ts';

// quoth-setup.exe and a zip for Windows, made on Linux by makensis and zip: the programs that the Linux packages carry,
// with Windows' Node and native parts.

/** Refused beyond these, in megabytes of 1,000,000 bytes. */
const budget = { download: 160, installed: 350 };

/**
 * Of ICU's data: sorting, names of currencies, languages and time zones, legacy encodings. What draws letters asks for
 * none of them.
 */
const unusedByDrawing =
  /\/(coll|curr|lang|rbnf|region|translit|unit|zone)\/|\.cnv$|^icudt\d+l\/[a-z]{2,3}(_\w+)*\.res$/;

/** Files that setup replaces as a whole; setup.nsi removes them by the same names. */
const files = ['quoth.cmd', 'LICENSE', 'NOTICE'];

/**
 * Makes both and gives their paths. `quick` compresses fast instead of well. Throws if one is larger than its budget.
 */
export async function makeForWindows(build: Build, quick: boolean): Promise<readonly string[]> {
  const dist = join(build.work, 'dist');
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts'), '--into', dist], { stdio: 'inherit' });
  const program = join(build.work, 'windows', 'Quoth');
  writeForWindows(program, dist, build);
  await nsis('launcher.nsi', { OUT: join(program, 'Quoth.exe'), VERSION: build.version });
  makeReproducible(program, build.epoch);
  const setup = join(build.out, 'quoth-setup.exe');
  const zip = join(build.out, `quoth-${build.version}-windows-x64.zip`);
  rmSync(zip, { force: true });
  await Promise.all([
    makeSetup(setup, program, build.version, quick),
    run('zip', ['-q', '-X', '-r', quick ? '-1' : '-9', zip, basename(program)], {
      cwd: dirname(program),
      env: { ...process.env, TZ: 'UTC' },
    }),
  ]);
  const download = statSync(setup).size / 1e6;
  const installed = installedBytes(program) / 1e6;
  console.log(`${basename(setup)}: ${download.toFixed(1)} MB, ${installed.toFixed(1)} MB installed`);
  if (installed > budget.installed || (!quick && download > budget.download))
    throw new Error(`More than ${budget.download} MB to download, or ${budget.installed} MB installed.`);
  return [setup, zip];
}

async function makeSetup(out: string, program: string, version: string, quick: boolean): Promise<void> {
  await nsis('setup.nsi', {
    OUT: out,
    VERSION: version,
    STAGE: program,
    KILOBYTES: String(Math.ceil(installedBytes(program) / 1024)),
    COMPRESSOR: quick ? 'zlib' : '/SOLID lzma',
  });
}

/** Lays out the programs, as they run from wherever they lie. */
function writeForWindows(target: string, dist: string, build: Build): void {
  const fetched = fetchedForWindows();
  const node = nodePart('win32-x64', fetched);
  const beside = partsBeside(join(dist, 'quoth'), 'win32-x64', fetched);
  const parts = [
    node,
    ...partsInside(join(dist, 'quoth'), join(dist, 'quoth', 'page')),
    ...beside,
  ] satisfies Part[];
  mkdirSync(target, { recursive: true });
  copyFileSync(join(node.folder, 'bin', 'node.exe'), join(target, 'node.exe'));
  cpSync(join(dist, 'quoth'), join(target, 'dist', 'quoth'), {
    recursive: true,
    filter: (path) => !/\/\.[^/]+$/.test(path),
  });
  writeLibraries(join(target, 'node_modules'), beside, 'win32-x64');
  const icu = join(target, 'node_modules', '@napi-rs', 'canvas-win32-x64-msvc', 'icudtl.dat');
  writeFileSync(
    icu,
    keepItems(readFileSync(icu), (name) => !unusedByDrawing.test(name)),
  );
  for (const name of files) copyFileSync(join(root, name), join(target, name));
  mkdirSync(join(target, 'docs', 'api'), { recursive: true });
  copyFileSync(join(root, 'docs', 'api', 'index.html'), join(target, 'docs', 'api', 'index.html'));
  cpSync(join(root, 'apps', 'cli', 'samples'), join(target, 'apps', 'cli', 'samples'), { recursive: true });
  writeIncludedModels(target);
  writeText(join(target, 'licences.txt'), licencesFile('quoth', parts));
  writeText(join(target, 'bom.cdx.json'), partsList('quoth', build, parts));
  writeText(join(target, 'package-kind'), 'windows\n');
}

/** Windows' Node and native parts, kept for as long as the lockfile is the same. */
function fetchedForWindows(): string {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const kept = join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    'quoth',
    `windows-${lock.slice(0, 16)}`,
  );
  if (existsSync(kept)) return kept;
  const fresh = `${kept}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  fetchParts('win32-x64', fresh);
  renameSync(fresh, kept);
  return kept;
}

async function nsis(script: string, defines: Readonly<Record<string, string>>): Promise<void> {
  const args = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
  await run('makensis', ['-V2', ...args, join(import.meta.dirname, script)]);
}

/** Runs a program to its end; throws if it fails. */
async function run(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<void> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
}
