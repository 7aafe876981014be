import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawn, withUsersUmask } from '@quoth/processes/programs';

/** What the choice of file manager depends on. */
export interface RevealOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether there is a file at the path; else its folder is shown. */
  readonly exists: boolean;
}

type CommandLine = readonly [program: string, ...args: string[]];

/** A file manager that is still running after this time has opened. */
const ANSWERS_WITHIN_MS = 3_000;

/** Shows a file in the file manager, selected if possible. False if there is no file manager or no screen. */
export async function revealPath(path: string, options: RevealOptions): Promise<boolean> {
  return firstThatWorks(waysToReveal(path, options), options);
}

/** Opens a file in the system's default program, or shows it as `revealPath` does. */
export async function openPath(path: string, options: RevealOptions): Promise<boolean> {
  return firstThatWorks(waysToOpen(path, options), options);
}

/** Ways to open it, the better ones first. */
export function waysToOpen(path: string, options: RevealOptions): readonly CommandLine[] {
  const { platform, exists } = options;
  const opener = platform === 'darwin' ? 'open' : platform === 'win32' ? 'explorer.exe' : 'xdg-open';
  const quoted = platform === 'win32' ? `"${path}"` : path;
  return [...(exists ? [[opener, quoted] as const] : []), ...waysToReveal(path, options)];
}

async function firstThatWorks(
  ways: readonly CommandLine[],
  { platform, env }: RevealOptions,
): Promise<boolean> {
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return false;
  for (const commandLine of ways) if (await works(commandLine, env, platform)) return true;
  return false;
}

/** Ways to show it, the better ones first. */
export function waysToReveal(path: string, { platform, exists }: RevealOptions): readonly CommandLine[] {
  const folder = dirname(path);
  if (platform === 'darwin') return [exists ? ['open', '-R', path] : ['open', folder]];
  // Explorer parses its own command line: a comma parts its arguments, quotes keep a path together.
  if (platform === 'win32')
    return [exists ? ['explorer.exe', `/select,"${path}"`] : ['explorer.exe', folder]];
  return exists ? [markedByFileManager(path), ['xdg-open', folder]] : [['xdg-open', folder]];
}

/**
 * What the file managers of Linux desktops have in common:
 * https://www.freedesktop.org/wiki/Specifications/file-manager-interface/
 */
function markedByFileManager(path: string): CommandLine {
  // dbus-send parts the items of an array at commas.
  const url = pathToFileURL(path).href.replaceAll(',', '%2C');
  return [
    'dbus-send',
    '--session',
    '--print-reply',
    '--reply-timeout=2000',
    '--dest=org.freedesktop.FileManager1',
    '/org/freedesktop/FileManager1',
    'org.freedesktop.FileManager1.ShowItems',
    `array:string:${url}`,
    'string:',
  ];
}

async function works(
  [program, ...args]: CommandLine,
  env: RevealOptions['env'],
  platform: NodeJS.Platform,
): Promise<boolean> {
  const child = withUsersUmask(() =>
    spawn(program, args, {
      env,
      stdio: 'ignore',
      detached: true,
      windowsHide: false,
      windowsVerbatimArguments: platform === 'win32',
    }),
  );
  const isShown = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), ANSWERS_WITHIN_MS);
    const end = (result: boolean) => {
      clearTimeout(timer);
      resolve(result);
    };
    child.once('error', () => end(false));
    // Explorer ends with 1 when all is well.
    child.once('exit', (code) => end(code === 0 || platform === 'win32'));
  });
  child.unref();
  return isShown;
}
