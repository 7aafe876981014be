import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

// A Windows in Wine, in a Debian 13 tree (tree.sh): a screen, a window manager, a microphone into which speech can be
// played, and Quoth as its setup installs it.

export const root = join(import.meta.dirname, '..', '..', '..');
const [, , tree = '', work = ''] = process.argv;
const inside = work.slice(tree.length);
export const workPath = (...names: string[]) => join(work, ...names);

/** A file of what the zip brings. */
export const unpacked = (...names: string[]) => workPath('unpacked', 'Quoth', ...names);

/** A path of this system, below the tree, as Windows names it. */
export function windowsPath(path: string): string {
  const drive = `${join(work, 'prefix', 'drive_c')}/`;
  const there = path.startsWith(drive)
    ? `C:/${path.slice(drive.length)}`
    : `Z:${path.startsWith(tree) ? path.slice(tree.length) : path}`;
  return there.replaceAll('/', '\\');
}

/** Folders of Windows, as this system names them. */
export const userFolder = join(work, 'prefix', 'drive_c', 'users', 'root');
export const dataFolder = join(userFolder, 'AppData', 'Local', 'Quoth');
/** Where setup puts Quoth. */
export const product = join(userFolder, 'AppData', 'Local', 'Programs', 'Quoth');
/** Node for Windows and koffi, beside the product: what uses them keeps no file of it open. */
const tools = join(work, 'tools');

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

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

interface RunOptions {
  /** In the tree. */
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

let runs = 0;

/** Starts a program of the tree. Its streams are files: Node for Windows cannot write into this system's pipes. */
function startInTree(
  args: readonly string[],
  { cwd = inside, input = '/dev/null', env = {} }: RunOptions = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ran>; readonly printed: () => string } {
  const files = ['out', 'err'].map((name) => join('/tmp', `${process.pid}-${++runs}.${name}`));
  const variables = Object.entries({ ...environment, ...env }).map(([name, value]) => `${name}=${value}`);
  const script = `exec "$@" >${files[0]} 2>${files[1]} <${input}`;
  const child = spawn(
    'chroot',
    [tree, '/usr/bin/env', '-i', '-C', cwd, ...variables, 'sh', '-c', script, 'sh', ...args],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const read = (file = '') => (existsSync(tree + file) ? readFileSync(tree + file, 'utf8') : '');
  const ended = new Promise<Ran>((resolve) => {
    child.once('close', (code) => {
      // Wine's and ALSA's remarks are not the program's.
      const error = read(files[1])
        .split('\n')
        .filter((line) => !/^(ALSA|wine:|error: XDG)/.test(line))
        .join('\n');
      resolve({ code, out: read(files[0]).replaceAll('\r\n', '\n'), error });
    });
  });
  return { child, ended, printed: () => read(files[0]) };
}

/** Runs a program of the tree to its end, and ends it after this time. */
export async function inTree(
  args: readonly string[],
  options: RunOptions & { readonly seconds?: number } = {},
): Promise<Ran> {
  const { child, ended } = startInTree(args, options);
  const timer = setTimeout(() => child.kill('SIGKILL'), (options.seconds ?? 180) * 1000);
  return ended.finally(() => clearTimeout(timer));
}

/** The command lines of programs of Windows that run, as this system sees them. */
export function commandsOf(path: RegExp): string[] {
  return globSync('/proc/[0-9]*/cmdline')
    .map((file) => {
      try {
        return readFileSync(file, 'utf8').replaceAll('\0', ' ').trim();
      } catch {
        return '';
      }
    })
    .filter((command) => path.test(command));
}

export const windows = (...args: string[]) => inTree([WINE, ...args]);

/** A program that goes on running. Not waited for: the test runner ends once nothing keeps this process running. */
function startBeside(...args: readonly string[]): ReturnType<typeof startInTree> {
  const started = startInTree(args);
  started.child.unref();
  return started;
}

/** A program of Windows that goes on running, such as Notepad. */
export const startWindows = (...args: string[]) => void startBeside(WINE, ...args);

/** Quoth's command line, as quoth.cmd starts it. */
export const quoth = (...args: string[]) => quothWith({}, ...args);

/** The same, with environment variables. */
export const quothWith = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  inTree([WINE, ...quothCommand, ...args], { env });

const quothCommand = [
  windowsPath(join(product, 'node.exe')),
  '--disable-warning=ExperimentalWarning',
  windowsPath(join(product, 'dist', 'quoth', 'quoth.js')),
];

/** What it prints with --json; throws what it says when it fails. */
export async function quothJson<Answer = Record<string, never>>(...args: string[]): Promise<Answer> {
  const { code, out, error } = await quoth(...args, '--json');
  if (code !== 0) throw new Error(`quoth ${args.join(' ')} ended with ${code}: ${out}${error}`);
  return JSON.parse(out) as Answer;
}

/** A script of this folder, or one that a test wrote, under Node for Windows. */
export const script = (path: string, ...args: string[]) =>
  windows(windowsPath(join(tools, 'node.exe')), windowsPath(path), ...args);

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

/** The tree's screen, sound and Windows. */
export async function setUp(): Promise<void> {
  for (const name of ['runtime', 'tools']) mkdirSync(join(work, name), { mode: 0o700 });
  const xvfb = ['Xvfb', '-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const { child, printed } = startBeside(...xvfb);
  const display = await until('a screen', () => {
    if (child.exitCode !== null) throw new Error('Xvfb ended.');
    return printed().trim() || undefined;
  });
  environment.DISPLAY = `:${display}`;
  startBeside('openbox');
  const socket = `socket=${join(inside, 'runtime', 'pulse.sock')} auth-anonymous=1`;
  writeFileSync(join(work, 'pulse.pa'), `load-module module-native-protocol-unix ${socket}`);
  startBeside(
    ...['pulseaudio', '-n', '-F', join(inside, 'pulse.pa')],
    ...['--exit-idle-time=-1', '--daemonize=no'],
  );
  await until('a sound server', () => existsSync(join(work, 'runtime', 'pulse.sock')));
  await plugIn();
  // After the screen: a desktop of Wine that was made without one stays without.
  const { code } = await windows('wineboot', '-i');
  if (code !== 0) throw new Error(`Wine could not be set up (${code}).`);
  // Where programs of Windows look for fonts.
  cpSync(join(tree, 'usr/share/fonts/truetype/dejavu'), join(work, 'prefix/drive_c/windows/Fonts'), {
    recursive: true,
  });
  copyFileSync(unpacked('node.exe'), join(tools, 'node.exe'));
  for (const name of ['koffi', join('@koromix', 'koffi-win32-x64')])
    cpSync(unpacked('node_modules', name), join(tools, 'node_modules', name), { recursive: true });
  giveKoffiRoom(tools);
}

/** Ends this Windows with all its programs. */
export const endWindows = () => inTree(['/usr/lib/wine/wineserver64', '--kill']);

/** See koffi-wine.cjs: what Wine needs and Windows does not. */
export function giveKoffiRoom(folder: string): void {
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

/** What the desk (desk.cjs) can be asked; see there. */
export interface Desk {
  ask<Answer>(name: string, ...args: readonly unknown[]): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts the program that sees what a person at this Windows sees. */
export async function openDesk(): Promise<Desk> {
  cpSync(join(import.meta.dirname, 'desk.cjs'), join(tools, 'desk.cjs'));
  const { child, printed } = startBeside(
    WINE,
    windowsPath(join(tools, 'node.exe')),
    windowsPath(join(tools, 'desk.cjs')),
  );
  const port = await until('the desk', () => /^\d+/.exec(printed())?.[0]);
  const ask = async <Answer>(name: string, ...args: readonly unknown[]): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: JSON.stringify([name, ...args]),
      signal: AbortSignal.timeout(60_000),
    });
    const { answer, error } = (await response.json()) as { answer: Answer; error?: string };
    if (error !== undefined) throw new Error(`desk, ${name}: ${error}`);
    return answer;
  };
  return {
    ask,
    close: async () => {
      await ask('end').catch(() => undefined);
      child.kill('SIGKILL');
    },
  };
}

/** Presses keys, as xdotool names them, or does something else that it can do. */
export async function xdotool(...args: string[]): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const { code, out, error } = await inTree(['xdotool', ...args], { seconds: 20 });
    if (code === 0) return out.trim();
    // A search asks every window of the screen, and one of them was closed meanwhile.
    const mayWorkNow = args[0] === 'search' && error.includes('BadWindow') && attempt < 5;
    if (!mayWorkNow) throw new Error(`xdotool ${args.join(' ')}: ${error}`);
  }
}

/** A picture of the whole screen; kept where QUOTH_SCREENSHOTS says. */
export async function screenshot(name: string): Promise<void> {
  const path = join(inside, `${name}.png`);
  const { code, error } = await inTree(['import', '-window', 'root', path]);
  if (code !== 0) throw new Error(`import: ${error}`);
  const kept = process.env.QUOTH_SCREENSHOTS;
  if (kept) copyFileSync(tree + path, join(kept, `${name}.png`));
}

/** What the screen shows between two corners. */
export async function pixelsOf([
  left = 0,
  top = 0,
  right = 0,
  bottom = 0,
]: readonly number[]): Promise<Buffer> {
  const path = join(inside, 'part.rgba');
  const part = `${right - left}x${bottom - top}+${left}+${top}`;
  const { code, error } = await inTree([
    'import',
    '-window',
    'root',
    '-crop',
    part,
    '-depth',
    '8',
    `rgba:${path}`,
  ]);
  if (code !== 0) throw new Error(`import: ${error}`);
  return readFileSync(tree + path);
}

/** Plays a file of the work folder into the microphone, to its end. */
export async function speak(file: string): Promise<void> {
  const { code, error } = await inTree(['paplay', '--device=mic', file.slice(tree.length)]);
  if (code !== 0) throw new Error(`paplay: ${error}`);
}

/** The microphone that `speak` speaks into, and a speaker. */
export async function plugIn(): Promise<void> {
  await pactl('load-module', 'module-null-sink', 'sink_name=speaker');
  await pactl('load-module', 'module-null-sink', 'sink_name=mic', 'rate=16000', 'channels=1');
  const properties = 'source_properties=device.description=TestMicrophone';
  await pactl(
    'load-module',
    'module-remap-source',
    'source_name=microphone',
    'master=mic.monitor',
    properties,
  );
  await pactl('set-default-source', 'microphone');
  await pactl('set-default-sink', 'speaker');
}

/** The speaker goes too: PulseAudio would let a recording go on with its monitor, where Windows ends it. */
export async function unplug(): Promise<void> {
  for (const module of ['module-remap-source', 'module-null-sink']) await pactl('unload-module', module);
}

async function pactl(...args: string[]): Promise<void> {
  const { code, error } = await inTree(['pactl', ...args], { seconds: 20 });
  if (code !== 0) throw new Error(`pactl ${args.join(' ')}: ${error}`);
}

/** For the build and the packages. */
export function here(args: readonly [string, ...string[]]): void {
  const [program, ...rest] = args;
  execFileSync(program, rest, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}
