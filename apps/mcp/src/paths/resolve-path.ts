import { isAbsolute, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QuothError } from '@quoth/client';

/** The folder that an agent's paths are relative to. */
export interface PathOrigin {
  readonly home: string;
  readonly cwd: string;
  /** The client's folders, absolute. */
  readonly roots: readonly string[];
}

/**
 * The absolute paths that a written one can mean, likeliest first: `~` is the home folder, a `file:` URL is a path, and a relative path
 * starts at the client's roots, else at the bridge's working folder. Throws INVALID_REQUEST.
 */
export function resolvePath(written: string, { home, cwd, roots }: PathOrigin): [string, ...string[]] {
  if (written === '' || written.includes('\0'))
    throw new QuothError('INVALID_REQUEST', { message: 'A path is not empty and holds no NUL.' });
  const path = /^file:/i.test(written) ? fromUrl(written) : written;
  if (path === '~') return [home];
  if (/^~[/\\]/.test(path)) return [join(home, path.slice(2))];
  if (isAbsolute(path)) return [normalize(path)];
  const [first = cwd, ...others] = roots;
  return [join(first, path), ...others.map((root) => join(root, path))];
}

/** Whether the path starts at a folder that only the client can name. */
export function isRelative(written: string): boolean {
  return !isAbsolute(written) && !/^(~$|~[/\\]|file:)/i.test(written);
}

function fromUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new QuothError('INVALID_REQUEST', {
      message: 'This file: address names no file of this machine.',
      hint: 'Give a path, such as /home/me/talk.wav.',
      cause,
    });
  }
}
