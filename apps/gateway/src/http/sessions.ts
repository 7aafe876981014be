import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { hashToken } from '../ledger/callers.ts';

const HOURS = 12;
const COOKIE = '__Host-quoth';
const MAX_FAILURES = 10;

/** Who is logged in: an administrator, or the owner of a token. */
export type Session =
  | { readonly kind: 'admin' }
  | {
      readonly kind: 'account';
      readonly accountId: string;
      readonly accountName: string;
      readonly balance: bigint;
      readonly held: bigint;
    };

interface SessionRow extends Record<string, unknown> {
  readonly token_id: string | null;
  readonly account_id: string;
  readonly account_name: string;
  readonly balance: bigint;
  readonly held: bigint;
}

/**
 * Log-in sessions, in the database that all nodes share. A session ends with the token or admin key that it was started
 * with, or after half a day.
 */
export class Sessions {
  readonly #database: Database;
  readonly #adminKeyHash: Buffer;

  constructor(database: Database, adminKey: string) {
    this.#database = database;
    this.#adminKeyHash = createHash('sha256').update(adminKey).digest();
  }

  /** The cookie of a new session. `tokenId`: null for an administrator. */
  async begin(tokenId: string | null): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    await this.#database.q('addSession', [
      tokenId === null ? this.#adminHashOf(secret) : hashToken(secret),
      tokenId,
      HOURS * 3_600,
    ]);
    return `${COOKIE}=${secret}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${HOURS * 3_600}`;
  }

  async of(cookies: string | undefined): Promise<Session | undefined> {
    const secret = secretOf(cookies);
    if (secret === undefined) return undefined;
    const [row] = await this.#database.q<SessionRow>('session', [
      hashToken(secret),
      this.#adminHashOf(secret),
    ]);
    if (!row) return undefined;
    if (row.token_id === null) return { kind: 'admin' };
    const { account_id: accountId, account_name: accountName, balance, held } = row;
    return { kind: 'account', accountId, accountName, balance, held };
  }

  async end(cookies: string | undefined): Promise<string> {
    const secret = secretOf(cookies);
    if (secret !== undefined)
      await this.#database.q('endSession', [hashToken(secret), this.#adminHashOf(secret)]);
    return `${COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`;
  }

  /** True if there were too many failed attempts from this address. */
  async isLockedOut(source: string): Promise<boolean> {
    const [row] = await this.#database.q<{ count: number }>('loginFailures', [source]);
    return (row?.count ?? 0) >= MAX_FAILURES;
  }

  async failed(source: string): Promise<void> {
    await this.#database.q('loginFailed', [source]);
  }

  /** It depends on the admin key, so sessions of an old key end. */
  #adminHashOf(secret: string): Buffer {
    return createHmac('sha256', this.#adminKeyHash).update(secret).digest();
  }
}

function secretOf(cookies: string | undefined): string | undefined {
  return cookies
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
}
