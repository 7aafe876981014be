import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

// A Windows in Wine, in a Debian 13 tree (tree.sh): a screen, a window manager, a microphone into which speech can be played, and Quoth as it is packaged.

export const root = join(import.meta.dirname, '..', '..', '..');
const [, , tree = '', work = ''] = process.argv;
const inside = work.slice(tree.length);
/** The product's folder, as this system and as Windows names it. */
const product = join(work, 'Quoth');
export const windowsPath = (path: string) =>
  `Z:${path.startsWith(tree) ? path.slice(tree.length) : path}`.replaceAll('/', '\\');
export const workPath = (...names: string[]) => join(work, ...names);

const environment: Record<string, string> = {
  HOME: '/root',
  LANG: 'C.UTF-8',
  PATH: '/usr/bin:/bin',
  XDG_RUNTIME_DIR: join(inside, 'runtime'),
  PULSE_SERVER: `unix:${join(inside, 'runtime', 'pulse.sock')}`,
  WINEPREFIX: join(inside, 'prefix'),
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'mscoree,mshtml=',
};
const WINE = '/usr/lib/wine/wine64';

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

let runs = 0;

/** Starts a program of the tree. Its streams are files: Node for Windows cannot write into this system's pipes. */
function startInTree(
  args: readonly string[],
  { cwd = inside, input = '/dev/null' } = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ran> } {
  const files = ['out', 'err'].map((name) => join('/tmp', `${++runs}.${name}`));
  const env = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const script = `exec "$@" >${files[0]} 2>${files[1]} <${input}`;
  const child = spawn(
    'chroot',
    [tree, '/usr/bin/env', '-i', '-C', cwd, ...env, 'sh', '-c', script, 'sh', ...args],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = new Promise<Ran>((resolve) => {
    child.once('close', (code) => {
      const [out = '', error = ''] = files.map((file) =>
        existsSync(tree + file) ? readFileSync(tree + file, 'utf8') : '',
      );
      // Wine's and ALSA's remarks are not the program's.
      resolve({
        code,
        out: out.replaceAll('\r\n', '\n'),
        error: error
          .split('\n')
          .filter((line) => !/^(ALSA|wine:|error: XDG)/.test(line))
          .join('\n'),
      });
    });
  });
  return { child, ended };
}

/** Runs a program of the tree to its end, and ends it after this time. */
async function inTree(
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: string; readonly seconds?: number } = {},
): Promise<Ran> {
  const { child, ended } = startInTree(args, options);
  const timer = setTimeout(() => child.kill('SIGKILL'), (options.seconds ?? 90) * 1000);
  return ended.finally(() => clearTimeout(timer));
}

export const windows = (...args: string[]) => inTree([WINE, ...args]);

/** Quoth's command line, as quoth.cmd starts it. */
export const quoth = (...args: string[]) =>
  windows(
    windowsPath(join(product, 'node.exe')),
    '--disable-warning=ExperimentalWarning',
    windowsPath(join(product, 'dist', 'quoth', 'quoth.js')),
    ...args,
  );

/** What it prints with --json; throws what it says when it fails. */
export async function quothJson<Answer = Record<string, never>>(...args: string[]): Promise<Answer> {
  const { code, out, error } = await quoth(...args, '--json');
  if (code !== 0) throw new Error(`quoth ${args.join(' ')} ended with ${code}: ${out}${error}`);
  return JSON.parse(out) as Answer;
}

/** A folder of Windows, such as %LOCALAPPDATA%, as this system names it. */
export const userFolder = join(work, 'prefix', 'drive_c', 'users', 'root');
export const dataFolder = join(userFolder, 'AppData', 'Local', 'Quoth');

/** Waits for a condition; throws what was waited for after this time. */
export async function until<Value>(
  what: string,
  check: () => Promise<Value | undefined | false> | Value | undefined | false,
  seconds = 30,
): Promise<Value> {
  const end = performance.now() + seconds * 1000;
  let last = '';
  for (;;) {
    try {
      const value = await check();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      last = String(error);
    }
    if (performance.now() > end) throw new Error(`This did not happen within ${seconds} s: ${what}. ${last}`);
    await delay(100);
  }
}

/** The tree's screen, sound and Windows; and Quoth, from this checkout. */
export async function setUp(): Promise<void> {
  mkdirSync(join(work, 'runtime'), { mode: 0o700 });
  execFileSync(process.execPath, [join(root, 'scripts', 'package', 'windows.ts'), '--folder', product], {
    stdio: 'inherit',
  });
  giveKoffiRoom(product);
  const { child } = startInTree([
    'Xvfb',
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1280x900x24',
    '-nolisten',
    'tcp',
  ]);
  const shown = `/tmp/${runs - 1}.out`;
  const display = await until('a screen', () => {
    if (child.exitCode !== null) throw new Error('Xvfb ended.');
    return readFileSync(tree + shown, 'utf8').trim() || undefined;
  });
  environment.DISPLAY = `:${display}`;
  startInTree(['openbox']);
  writeFileSync(
    join(work, 'pulse.pa'),
    [
      'load-module module-null-sink sink_name=speaker',
      'load-module module-null-sink sink_name=mic',
      'load-module module-remap-source master=mic.monitor source_name=microphone source_properties=device.description=TestMicrophone',
      'set-default-source microphone',
      'set-default-sink speaker',
      `load-module module-native-protocol-unix socket=${join(inside, 'runtime', 'pulse.sock')} auth-anonymous=1`,
    ].join('\n'),
  );
  startInTree(['pulseaudio', '-n', '-F', join(inside, 'pulse.pa'), '--exit-idle-time=-1', '--daemonize=no']);
  await until('a sound server', () => existsSync(join(work, 'runtime', 'pulse.sock')));
  // After the screen: a desktop of Wine that was made without one stays without.
  await windows('wineboot', '-i');
}

/** See koffi-wine.cjs: what Wine needs and Windows does not. */
function giveKoffiRoom(folder: string): void {
  const koffi = join(folder, 'node_modules', 'koffi');
  cpSync(join(import.meta.dirname, 'koffi-wine.cjs'), join(koffi, 'wine.cjs'));
  writeFileSync(
    join(koffi, 'index.cjs'),
    "module.exports = require('./wine.cjs')(require('./src/koffi/index.cjs'));\n",
  );
  writeFileSync(
    join(koffi, 'index.js'),
    "import koffi from './src/koffi/index.js';\nimport wine from './wine.cjs';\nwine(koffi);\nexport default koffi;\nexport * from './src/koffi/index.js';\n",
  );
}
