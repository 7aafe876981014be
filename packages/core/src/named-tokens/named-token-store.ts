import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import {
  AppError,
  asAppError,
  type CreatedNamedToken,
  type CreateNamedTokenBody,
  limits,
  type NamedToken,
  namedTokenFileName,
  namedTokenKey,
  namedTokenPattern,
  type RecordPermission,
  recordPermission,
  recordPermissions,
  type Scope,
  say,
  scope,
} from '@quoth/contract';
import { isoTime, Mutex, untilWritten } from '../base/index.ts';
import type { CoreContext, NamedTokensTable } from '../database/index.ts';
import type { CallOutcome, NamedTokens, ProgramIdentity } from '../declarations/index.ts';
import {
  discardPrepared,
  placeToken,
  prepareToken,
  settlePrepared,
  TokenCalls,
  tokenFile,
} from './token-calls.ts';

interface NamedTokenStoreOptions extends CoreContext {
  readonly dataFolder: string;
}

/**
 * How often expired tokens are looked for at least: a timer does not run while the machine sleeps, and the clock may be
 * set.
 */
const CHECK_MS = 60_000;

/**
 * Tokens that the user made for programs: read from memory, written to the database as hashes. A plain SHA-256 is
 * enough, and a slow password hash would be wrong: a token is 256 random bits, so that no guessing gets anywhere
 * however fast it is, and every request pays for the hash. Finding a hash in a table tells by its time something of
 * hashes that begin alike at most, from which no token can be made.
 */
export class NamedTokenStore implements NamedTokens {
  readonly #options: NamedTokenStoreOptions;
  readonly #calls: TokenCalls;
  readonly #writes = new Mutex();
  readonly #byHash = new Map<string, KnownToken>();
  readonly #byId = new Map<string, KnownToken>();
  /** Tokens whose end was reported to the listeners. */
  readonly #reportedEnds = new Set<string>();
  readonly #listeners = new Set<(tokenId: string) => void>();
  readonly #recordListeners = new Set<(tokenId: string) => void>();
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: NamedTokenStoreOptions, calls: TokenCalls) {
    this.#options = options;
    this.#calls = calls;
  }

  static async open(options: NamedTokenStoreOptions): Promise<NamedTokenStore> {
    const { database, clock, logger } = options;
    const store = new NamedTokenStore(options, await TokenCalls.open({ database, clock, logger }));
    for (const row of await database.selectFrom('named_tokens').selectAll().execute()) {
      store.#remember(row);
      const path = store.#pathOf(row.file);
      if (path !== null) await settlePrepared(path, (token) => hashOf(token) === row.hash);
    }
    store.#checkExpiry();
    return store;
  }

  list(): readonly NamedToken[] {
    return [...this.#byId.values()]
      .map(({ row }) => this.#described(row))
      .sort((a, b) => collator.compare(a.name, b.name));
  }

  create(body: CreateNamedTokenBody) {
    return this.#writes.run(async (): Promise<CreatedNamedToken> => {
      const { name, scopes, record, expires_at: expiresMs, to_file: toFile, replace } = body;
      const { database, clock } = this.#options;
      const key = namedTokenKey(name);
      const now = clock.now();
      if (expiresMs !== undefined && expiresMs <= now) throw endInPast();
      const file = toFile ? namedTokenFileName(name) : null;
      const before = this.#named(key);
      if (before) {
        if (!replace || before.row.file === null) throw nameTaken(before.row.name, replace === true);
      } else if (this.#byId.size >= limits.namedTokens) throw tooManyTokens();
      const token = `quoth_${randomBytes(32).toString('base64url')}`;
      const row: NamedTokensTable = {
        id: randomUUID(),
        hash: hashOf(token),
        name,
        name_key: key,
        scopes: JSON.stringify(scopes),
        record: record ?? 'never',
        created_ms: now,
        expires_ms: expiresMs ?? null,
        last_used_ms: null,
        file,
      };
      // The old token is good until the new one is stored: whatever fails before that changes nothing.
      const path = this.#pathOf(file);
      if (path !== null) await prepareToken(path, token);
      try {
        await database.transaction().execute(async (transaction) => {
          if (before) await transaction.deleteFrom('named_tokens').where('id', '=', before.row.id).execute();
          await transaction.insertInto('named_tokens').values(row).execute();
        });
      } catch (error) {
        if (path !== null) await discardPrepared(path);
        throw error;
      }
      if (path !== null) {
        await placeToken(path).catch(async (error: unknown) => {
          // A token whose file could not be written is useless, so its row goes as well.
          await database.deleteFrom('named_tokens').where('id', '=', row.id).execute();
          if (before) await database.insertInto('named_tokens').values(before.row).execute();
          await discardPrepared(path);
          throw error;
        });
      }
      if (before) {
        this.#forget(before);
        this.#calls.forget(before.row.id);
        const old = this.#pathOf(before.row.file);
        if (old !== null && old !== path) await rm(old, { force: true });
      }
      this.#remember(row);
      this.#checkExpiry();
      this.#changed();
      return { named_token: this.#described(row), token: file === null ? token : null };
    });
  }

  allow(id: string, record: RecordPermission): Promise<NamedToken> {
    const known = this.#byId.get(id.toLowerCase());
    if (!known) return Promise.reject(unknownToken());
    const { row, identity } = known;
    if (!identity.scopes.has('record')) return Promise.reject(cannotRecord(row.name));
    // A reduced permission applies at once, even if writing fails; an extended one applies only once it is stored.
    if (recordPermissions.indexOf(record) < recordPermissions.indexOf(permissionOf(row))) row.record = record;
    if (record === 'never') this.#recordEnded(row.id);
    return this.#writes.run(async () => {
      await this.#options.database
        .updateTable('named_tokens')
        .set({ record })
        .where('id', '=', row.id)
        .execute();
      row.record = record;
      this.#changed();
      return this.#described(row);
    });
  }

  recordPermission(tokenId: string): RecordPermission {
    const known = this.#byId.get(tokenId);
    if (!known || this.#hasExpired(known) || !known.identity.scopes.has('record')) return 'never';
    return permissionOf(known.row);
  }

  revoke(id: string): Promise<void> {
    const known = this.#byId.get(id.toLowerCase());
    if (!known) return Promise.reject(unknownToken());
    // At once, so that the token is refused even while the disk is busy or fails.
    this.#refuse(known);
    return this.#writes.run(async () => {
      try {
        await this.#delete(known);
      } catch (error) {
        const { logger } = this.#options;
        void untilWritten(() => this.#writes.run(() => this.#delete(known)), {
          logger,
          what: 'that a token was revoked',
        });
        throw notDeleted(known.row.name, error);
      } finally {
        this.#changed();
      }
    });
  }

  identify(written: string): ProgramIdentity | undefined {
    if (!namedTokenPattern.test(written)) return undefined;
    const known = this.#byHash.get(hashOf(written));
    return known && !this.#hasExpired(known) ? known.identity : undefined;
  }

  used(tokenId: string, outcome: CallOutcome): void {
    const known = this.#byId.get(tokenId);
    if (known) known.row.last_used_ms = this.#calls.count(tokenId, outcome);
  }

  onEnded(listener: (tokenId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onRecordEnded(listener: (tokenId: string) => void): () => void {
    this.#recordListeners.add(listener);
    return () => this.#recordListeners.delete(listener);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#calls.close();
  }

  #remember(row: NamedTokensTable): void {
    const known = knownToken(row);
    this.#byHash.set(row.hash, known);
    this.#byId.set(row.id, known);
  }

  #hasExpired({ row }: KnownToken): boolean {
    return row.expires_ms !== null && row.expires_ms <= this.#options.clock.now();
  }

  /** It lets no one in any more, and is listed as expired until its row is gone. */
  #refuse({ row }: KnownToken): void {
    const now = this.#options.clock.now();
    row.expires_ms = Math.min(row.expires_ms ?? now, now);
    if (this.#byHash.delete(row.hash)) this.#ended(row.id);
  }

  #forget(known: KnownToken): void {
    this.#refuse(known);
    this.#byId.delete(known.row.id);
  }

  async #delete(known: KnownToken): Promise<void> {
    const { row } = known;
    // Its row, and then its file, may be a newer token's by now.
    if (this.#byId.get(row.id) !== known) return;
    this.#calls.forget(row.id);
    await this.#options.database.deleteFrom('named_tokens').where('id', '=', row.id).execute();
    const path = this.#pathOf(row.file);
    if (path !== null) await rm(path, { force: true });
    this.#forget(known);
  }

  #pathOf(file: string | null): string | null {
    return file === null ? null : tokenFile(this.#options.dataFolder, file);
  }

  #named(key: string): KnownToken | undefined {
    // By its name: keys of earlier versions took spaces and hyphens for different.
    return this.#byId.values().find(({ row }) => namedTokenKey(row.name) === key);
  }

  /** Reports each expired token once, and sets the timer for the next. */
  #checkExpiry(): void {
    clearTimeout(this.#timer);
    let waitMs: number | undefined;
    const now = this.#options.clock.now();
    for (const { row } of this.#byHash.values()) {
      if (row.expires_ms === null) continue;
      const leftMs = row.expires_ms - now;
      waitMs = Math.min(waitMs ?? CHECK_MS, leftMs > 0 ? leftMs : CHECK_MS);
      // Where a clock that was ahead is set right, its end is still to come.
      if (leftMs > 0) this.#reportedEnds.delete(row.id);
      else if (!this.#reportedEnds.has(row.id)) this.#ended(row.id);
    }
    if (waitMs !== undefined) this.#timer = setTimeout(() => this.#checkExpiry(), waitMs).unref();
  }

  #ended(id: string): void {
    this.#reportedEnds.add(id);
    for (const listener of [...this.#listeners]) listener(id);
    this.#recordEnded(id);
  }

  #recordEnded(id: string): void {
    for (const listener of [...this.#recordListeners]) listener(id);
  }

  #changed(): void {
    this.#options.events.publish({ type: 'named-tokens-changed', namedTokens: this.#byId.size });
  }

  #described(row: NamedTokensTable): NamedToken {
    const { id, name, created_ms, expires_ms, last_used_ms, file } = row;
    return {
      id,
      name,
      scopes: [...knownToken(row).identity.scopes],
      record: permissionOf(row),
      created_at: isoTime(created_ms),
      expires_at: expires_ms === null ? null : isoTime(expires_ms),
      last_used_at: last_used_ms === null ? null : isoTime(last_used_ms),
      file: this.#pathOf(file),
      calls: this.#calls.of(id),
    };
  }
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A token that is good, as it is kept in memory. */
interface KnownToken {
  readonly row: NamedTokensTable;
  readonly identity: ProgramIdentity;
}

function knownToken(row: NamedTokensTable): KnownToken {
  return { row, identity: { tokenId: row.id, name: row.name, scopes: scopesOf(row.scopes) } };
}

/** How far it may record. A permission that this version does not know is none. */
function permissionOf({ record }: Pick<NamedTokensTable, 'record'>): RecordPermission {
  return recordPermission.safeParse(record).data ?? 'never';
}

/** A scope that this version does not know allows nothing. */
function scopesOf(json: string): ReadonlySet<Scope> {
  const list = JSON.parse(json) as unknown[];
  return new Set(list.flatMap((written) => scope.safeParse(written).data ?? []));
}

/** `isReplacing`: a token that was shown is never replaced unasked. */
function nameTaken(name: string, isReplacing: boolean): AppError {
  return new AppError('ALREADY_EXISTS', {
    message: say(isReplacing ? 'tokenNameShown' : 'tokenNameTaken', { name }),
    hint: say(isReplacing ? 'revokeThatToken' : 'otherNameOrRevoke'),
  });
}

function unknownToken(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('tokenNotFound'),
    hint: say('listTokensAgain'),
  });
}

function notDeleted(name: string, cause: unknown): AppError {
  const { code } = asAppError(cause);
  return new AppError(code, {
    message: say('tokenNotDeleted', { name }),
    hint: code === 'DISK_FULL' ? say('freeSpaceThenRevoke') : say('waitThenRevoke'),
    cause,
  });
}

function cannotRecord(name: string): AppError {
  return new AppError('CONFLICT', {
    message: say('tokenCannotRecord', { name }),
    hint: say('createTokenWithIt'),
  });
}

function endInPast(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('tokenEndInPast'),
    hint: say('chooseLaterDate'),
  });
}

function tooManyTokens(): AppError {
  return new AppError('LIMIT_REACHED', {
    message: say('tooManyTokens', { count: limits.namedTokens }),
    hint: say('revokeUnused'),
  });
}
