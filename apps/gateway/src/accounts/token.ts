import { createHash, randomBytes } from 'node:crypto';

/** The prefix of every token, so that a leaked one can be recognised. */
const PREFIX = 'qg_';
const SHOWN = 10;

/** A new token: shown once, stored hashed. */
export function makeToken(): { readonly token: string; readonly hash: Buffer; readonly hint: string } {
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashToken(token), hint: `${token.slice(0, SHOWN)}…` };
}

/** 32 random bytes cannot be guessed, so one round of SHA-256 is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
