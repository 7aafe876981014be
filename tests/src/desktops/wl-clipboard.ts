import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { DesktopClipboard } from './prove-texts.ts';

const run = promisify(execFile);

/** The clipboard of a desktop with data control, by Debian's wl-clipboard. */
export function wlClipboard(env: NodeJS.ProcessEnv): DesktopClipboard {
  return {
    put: async (type, bytes) => {
      const child = spawn('wl-copy', ['--type', type], { env, stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin.end(bytes);
      await once(child, 'exit');
    },
    read: async (type) => {
      const { stdout } = await run('wl-paste', ['--no-newline', '--type', type], { env, encoding: 'buffer' });
      return stdout;
    },
  };
}

/** A clipboard history that reads each new text at once, as Klipper does. Ends with the desktop. */
export function startHistory(env: NodeJS.ProcessEnv): void {
  spawn('wl-paste', ['--watch', 'cat'], { env, stdio: 'ignore' });
}
