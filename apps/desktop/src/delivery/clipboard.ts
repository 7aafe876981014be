import { AppError, say } from '@quoth/contract';
import type { TextDelivery } from '@quoth/core';
import { spawn } from '@quoth/processes/programs';
import { notPasted } from './not-pasted.ts';

/** The clipboard, as far as dictation needs it. */
export interface Clipboard {
  /** False if it cannot be reached. */
  write(text: string): Promise<boolean>;
}

/** A program that puts what it reads onto the clipboard. */
interface Writer {
  readonly program: string;
  readonly args: readonly string[];
  /** The encoding in which it expects the text. */
  readonly encoding: 'utf8' | 'utf16le';
}

const WRITE_MS = 5_000;

/**
 * The clipboard through the platform's own programs: `pbcopy`, `clip.exe`, and on Linux `wl-copy`, `xclip` or `xsel`,
 * whichever is installed.
 */
export function systemClipboard(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): Clipboard {
  return {
    write: async (text) => {
      for (const writer of writersFor(platform, env)) if (await wrote(writer, text, env)) return true;
      return false;
    },
  };
}

function writersFor(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly Writer[] {
  if (platform === 'darwin') return [{ program: 'pbcopy', args: [], encoding: 'utf8' }];
  if (platform === 'win32') return [{ program: 'clip.exe', args: [], encoding: 'utf16le' }];
  const wayland: Writer[] = env.WAYLAND_DISPLAY ? [{ program: 'wl-copy', args: [], encoding: 'utf8' }] : [];
  const x11: Writer[] = env.DISPLAY
    ? [
        { program: 'xclip', args: ['-selection', 'clipboard'], encoding: 'utf8' },
        { program: 'xsel', args: ['--clipboard', '--input'], encoding: 'utf8' },
      ]
    : [];
  return [...wayland, ...x11];
}

function wrote(
  { program, args, encoding }: Writer,
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  return new Promise((resolve) => {
    // On Linux it stays behind to hand the text out, and would keep anything open that it was given.
    const child = spawn(program, [...args], { env: { ...env }, stdio: ['pipe', 'ignore', 'ignore'] });
    const timer = setTimeout(() => child.kill(), WRITE_MS);
    const done = (ok: boolean) => {
      clearTimeout(timer);
      resolve(ok);
    };
    child.on('error', () => done(false));
    child.on('exit', (code) => done(code === 0));
    child.stdin.on('error', () => undefined);
    child.stdin.end(Buffer.from(text, encoding));
  });
}

/**
 * Copies texts to the clipboard; without one, they are only shown. For desktops that do not allow writing at the
 * cursor.
 */
export function deliverByClipboard(clipboard: Clipboard): TextDelivery {
  return {
    place: async () => undefined,
    deliver: async (text, { to }) => {
      if (await clipboard.write(text)) {
        return { as: 'copied', problem: to === 'paste' ? notPasted('no-way') : undefined };
      }
      return {
        as: 'shown',
        problem: new AppError('CLIPBOARD_UNAVAILABLE', {
          message: say('noClipboard'),
          hint: say('installClipboard'),
        }),
      };
    },
  };
}
