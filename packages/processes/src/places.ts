import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Where our own files are. The same code runs from its sources (.ts, in tests) and as it was built by scripts/build.ts
// (.js, everything of a product in one folder).
const isBuilt = extname(import.meta.filename) === '.js';
let builtForTests: string | undefined;

/** The folder of this installation: a clone, or what a package put in place. */
export const root = join(import.meta.dirname, '..', '..', ...(isBuilt ? [] : ['..']));

/**
 * Where the installed version's programs are. In a package of the system it is a link to the folder of that version:
 * after an upgrade, a process that still runs has its own files.
 */
const installedBuild = join(root, 'dist', 'quoth');

/** What the desktop's build made for this process: programs, and the window's page in `page`. */
export const buildFolder = isBuilt ? import.meta.dirname : installedBuild;

type Installation = 'clone' | 'deb' | 'rpm' | 'pacman' | 'tar' | 'npm' | 'windows';

/** How this copy came here; a package brings a file that says so. */
export function installation(): Installation {
  const path = join(root, 'package-kind');
  return existsSync(path) ? (readFileSync(path, 'utf8').trim() as Installation) : 'clone';
}

/** The speech models that are part of Quoth. They are read where they lie, and never written. */
export const includedModels = join(root, 'packages', 'ear', 'models');

/** Speech models that packages `quoth-model-...` brought: of the system, and of npm beside this one. */
export function packagedModels(): string[] {
  const ofNpm = installation() === 'npm' ? [join(root, '..', 'quoth-model-*')] : [];
  const folders = ['/usr/share/quoth/models', ...ofNpm];
  return folders.flatMap((folder) => globSync(join(folder, '*.gguf'))).sort();
}

const sources = {
  quoth: 'apps/cli/src/bin.ts',
  application: 'apps/desktop/src/main.ts',
  'backup-main': 'packages/core/src/backup/backup-main.ts',
} as const;

/** The file that Node runs for one of our programs, in the version that is installed now. */
export function programOf(name: keyof typeof sources): string {
  if (isBuilt) return join(installedBuild, `${name}.js`);
  return builtForTests === undefined ? join(root, sources[name]) : join(builtForTests, `${name}.js`);
}

/**
 * For tests, which run from the sources: their child processes and threads start from what was built, which takes a
 * fifth of the time.
 */
export function startFrom(folder: string): void {
  builtForTests = folder;
}

/**
 * The path of a file beside the module that asks, such as a worker's: `ownFile('./search-worker.ts', import.meta.url)`.
 * The build puts all of them into one folder, so their names are unique.
 */
export function ownFile(path: string, from: string): string {
  const built = basename(path).replace(/\.ts$/, '.js');
  if (isBuilt) return join(dirname(fileURLToPath(from)), built);
  const tried = builtForTests && path.endsWith('.ts') ? join(builtForTests, built) : undefined;
  return tried !== undefined && existsSync(tried) ? tried : fileURLToPath(new URL(path, from));
}

/** What starts the command line by its whole path: programs of the desktop know no search path of a shell's. */
export function launchCommand(
  platform: NodeJS.Platform,
  args: readonly string[],
): { readonly program: string; readonly args: readonly string[] } {
  // Where a package of the system puts it, whatever folder the next version lies in.
  const isOfSystem = ['deb', 'rpm', 'pacman'].includes(installation());
  const launcher = isOfSystem ? '/usr/bin/quoth' : join(root, 'quoth');
  if (platform !== 'win32' && existsSync(launcher)) return { program: launcher, args };
  return {
    program: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', programOf('quoth'), ...args],
  };
}
