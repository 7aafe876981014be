import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { proofText, systemCode } from '@quoth/contract';
import { type Client, QuothError } from '../index.ts';
import { unusableDataFolder } from './data-folder.ts';

const WRITABLE_BY_OTHERS = 0o022;

/**
 * The text of a file that says where secrets are to be sent; undefined if none exists. Throws NO_CONNECTION, with the
 * reason, where the file belongs to another user or another user could have written it.
 */
export async function readTrustedFile(path: string): Promise<string | undefined> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    // A pipe is not waited for; Windows has none in a folder.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    const code = systemCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unusableDataFolder(dirname(path), cause);
  }
  try {
    // Checked through the handle: what is checked is what is read.
    const found = await file.stat();
    if (!found.isFile()) throw refused(path, 'is not a file');
    refuseForeign(path, found);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Rejects with NO_CONNECTION, with the reason, unless only this user can have put the socket there. Named pipes of
 * Windows have no owner to check.
 */
export async function checkTrustedSocket(path: string): Promise<void> {
  if (process.getuid === undefined) return;
  let found: Stats;
  let folder: string;
  try {
    found = await lstat(path);
    folder = await realpath(dirname(path));
    refuseForeign(folder, await stat(folder));
  } catch (cause) {
    if (cause instanceof QuothError) throw cause;
    throw new QuothError('NO_CONNECTION', {
      message: `Quoth cannot be reached: there is no socket at ${path}.`,
      hint: 'Start it with "quoth start --headless" and try again.',
      cause,
    });
  }
  if (!found.isSocket()) throw refused(path, 'is not a socket');
  if (found.uid !== process.getuid()) throw refused(path, 'belongs to another user');
}

function refuseForeign(path: string, { uid, mode }: Stats): void {
  if (process.getuid === undefined) return;
  if (uid !== process.getuid()) throw refused(path, 'belongs to another user');
  if ((mode & WRITABLE_BY_OTHERS) !== 0) throw refused(path, 'can be changed by other users');
}

function refused(path: string, reason: string): QuothError {
  return new QuothError('NO_CONNECTION', {
    message: `${path} ${reason}, so nothing was sent there.`,
    hint: 'Find out who created it. Then stop Quoth with "quoth stop" and start it again, or set QUOTH_HOME to a folder that only you can write to.',
  });
}

/** A server that is asked whether it knows a secret. */
export interface Proving {
  /** Sends no secret. */
  readonly stranger: Client;
  readonly secret: string;
  /** The port that the proof must be for; the one that the server names if it has no address of its own. */
  readonly port?: number;
  readonly signal: AbortSignal;
}

/** Whether the server proves that it knows the secret, which is not sent. */
export async function provesItself({ stranger, secret, port, signal }: Proving): Promise<boolean> {
  const challenge = randomBytes(32).toString('base64url');
  const health = await stranger.getHealth({ query: { challenge }, signal });
  const expected = createHmac('sha256', secret)
    .update(proofText(challenge, port ?? health.port))
    .digest();
  const given = Buffer.from(typeof health.proof === 'string' ? health.proof : '', 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
