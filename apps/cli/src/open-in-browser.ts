import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** What tells how this system opens a page. */
export interface BrowserEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The system's opener answers at once, or is itself the browser and stays. */
const ANSWER_WITHIN_MS = 3_000;

/** Opens a file in the user's browser. False where there is no screen, no opener, or the opener says that it failed. */
export async function openInBrowser(path: string, { platform, env }: BrowserEnvironment): Promise<boolean> {
  const [program, ...args] = openerOf(platform, pathToFileURL(path).href);
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return false;
  const child = spawn(program, args, { env, stdio: 'ignore', detached: true });
  const isOpened = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), ANSWER_WITHIN_MS);
    const end = (result: boolean) => {
      clearTimeout(timer);
      resolve(result);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
  child.unref();
  return isOpened;
}

function openerOf(platform: NodeJS.Platform, url: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url];
  // "start" takes its first quoted argument for a title.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', url];
  return ['xdg-open', url];
}
