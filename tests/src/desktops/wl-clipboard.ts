import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { DesktopClipboard } from './prove-texts.ts';
import type { TargetDesktop } from './targets.ts';
import { started } from './tree-session.ts';

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

/** Keys on a desktop that lends a keyboard, by Debian's wtype. */
export function wtypeKeys(env: NodeJS.ProcessEnv): TargetDesktop['press'] {
  return async (chord, meanwhile) => {
    const keys = chord.split('+');
    const modifiers = keys
      .filter((key) => ['Ctrl', 'Shift', 'Alt'].includes(key))
      .map((key) => key.toLowerCase());
    const each = (flag: string) => modifiers.flatMap((key) => [flag, key]);
    const others = keys.slice(modifiers.length).flatMap((key) => ['-k', key]);
    if (!meanwhile) {
      await once(started('wtype', [...each('-M'), ...others, ...each('-m')], env), 'exit');
      return;
    }
    // Held for longer than any test takes.
    const holding = started('wtype', [...each('-M'), '-s', '86400000'], env);
    await meanwhile();
    holding.kill();
  };
}
