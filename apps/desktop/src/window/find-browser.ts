import { accessSync, constants } from 'node:fs';
import { posix, win32 } from 'node:path';

/** A browser that can show an address in its own window (`--app`). */
export interface AppBrowser {
  /** The name as its makers write it. */
  readonly name: string;
  readonly program: string;
}

/** What determines which browsers are found. */
export interface BrowserSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a file can be run; asks the real disk by default. */
  readonly isProgram?: (path: string) => boolean;
}

const linux = [
  ['Chrome', 'google-chrome-stable'],
  ['Chrome', 'google-chrome'],
  ['Edge', 'microsoft-edge-stable'],
  ['Edge', 'microsoft-edge'],
  ['Chromium', 'chromium'],
  ['Chromium', 'chromium-browser'],
] as const;
const macOs = [
  ['Chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['Edge', '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
  ['Chromium', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
] as const;
const windows = [
  ['Chrome', 'Google\\Chrome\\Application\\chrome.exe'],
  ['Edge', 'Microsoft\\Edge\\Application\\msedge.exe'],
  ['Chromium', 'Chromium\\Application\\chrome.exe'],
] as const;

/** The first of Chrome, Edge and Chromium that this machine has; undefined if it has none. */
export function findAppBrowser({
  platform,
  env,
  isProgram = isExecutable,
}: BrowserSearch): AppBrowser | undefined {
  for (const [name, program] of candidates(platform, env)) if (isProgram(program)) return { name, program };
  return undefined;
}

function candidates(
  platform: NodeJS.Platform,
  env: BrowserSearch['env'],
): readonly (readonly [string, string])[] {
  if (platform === 'darwin') return macOs;
  if (platform === 'win32') {
    const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    );
    return windows.flatMap(([name, path]) =>
      folders.map((folder) => [name, win32.join(folder, path)] as const),
    );
  }
  const folders = (env.PATH ?? '').split(':').filter((folder) => posix.isAbsolute(folder));
  return linux.flatMap(([name, file]) => folders.map((folder) => [name, posix.join(folder, file)] as const));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
