import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  AppError,
  type CreatedNamedToken,
  type CreateNamedTokenBody,
  limits,
  type NamedToken,
  namedTokenFileName,
  namedTokenFolder,
  namedTokenKey,
  namedTokenPattern,
  type RecordLeave,
  recordLeave,
  recordLeaves,
  type Scope,
  scope,
} from '@quoth/contract';
import { type Clock, type EventBus, isoTime, type Logger, Mutex, writeWhole } from '../base/index.ts';
import type { Database, NamedTokensTable } from '../database/index.ts';
import type { CallOutcome, NamedTokens, ProgramIdentity } from '../declarations/index.ts';
import { TokenCalls } from './token-calls.ts';

export interface NamedTokenStoreOptions {
  readonly database: Database;
  readonly dataFolder: string;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface KnownToken {
  readonly row: NamedTokensTable;
  readonly identity: ProgramIdentity;
}

/** A token's end is looked for so often at least: a timer does not run while the machine sleeps, and the clock may be set. */
const LOOK_MS = 60_000;

/**
 * Tokens that the user made for programs: read from memory, written to the database as hashes. A plain SHA-256 is enough, and a slow
 * password hash would be wrong: a token is 256 random bits, so that no guessing gets anywhere however fast it is, and every request pays for
 * the hash. Finding a hash in a table tells by its time something of hashes that begin alike at most, from which no token can be made.
 */
export class NamedTokenStore implements NamedTokens {
  readonly #with: NamedTokenStoreOptions;
  readonly #calls: TokenCalls;
  readonly #writes = new Mutex();
  readonly #byHash = new Map<string, KnownToken>();
  readonly #byId = new Map<string, KnownToken>();
  /** Tokens whose end the listeners know of. */
  readonly #toldOf = new Set<string>();
  readonly #listeners = new Set<(tokenId: string) => void>();
  readonly #recordListeners = new Set<(tokenId: string) => void>();
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: NamedTokenStoreOptions, calls: TokenCalls) {
    this.#with = options;
    this.#calls = calls;
  }

  static async open(options: NamedTokenStoreOptions): Promise<NamedTokenStore> {
    const { database, clock, logger } = options;
    const store = new NamedTokenStore(options, await TokenCalls.open({ database, clock, logger }));
    for (const row of await database.selectFrom('named_tokens').selectAll().execute()) store.#remember(row);
    store.#lookForExpired();
    return store;
  }

  list(): readonly NamedToken[] {
    return [...this.#byHash.values()]
      .map(({ row }) => this.#described(row))
      .sort((a, b) => collator.compare(a.name, b.name));
  }

  create({ name, scopes, record, expires_at: expiresMs, to_file: toFile }: CreateNamedTokenBody) {
    return this.#writes.run(async (): Promise<CreatedNamedToken> => {
      const { database, clock } = this.#with;
      const key = namedTokenKey(name);
      const now = clock.now();
      if (expiresMs !== undefined && expiresMs <= now) {
        throw new AppError('INVALID_REQUEST', {
          message: 'The end of this token has passed already.',
          hint: 'Give a later date, or none.',
        });
      }
      this.#refuseTaken(key, name);
      const file = toFile ? namedTokenFileName(name) : null;
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
      await database.insertInto('named_tokens').values(row).execute();
      if (file !== null) await this.#write(file, token, row.id);
      this.#remember(row);
      this.#lookForExpired();
      this.#changed();
      return { named_token: this.#described(row), token: file === null ? token : null };
    });
  }

  allow(id: string, record: RecordLeave): Promise<NamedToken> {
    const known = this.#byId.get(id.toLowerCase());
    if (!known) return Promise.reject(unknownToken());
    const { row, identity } = known;
    if (!identity.scopes.has('record')) return Promise.reject(cannotRecord(row.name));
    // What is taken is taken at once, whatever comes of the disk; what is given counts when it is kept.
    if (recordLeaves.indexOf(record) < recordLeaves.indexOf(leaveOf(row.record))) row.record = record;
    if (record === 'never') this.#recordEnded(row.id);
    return this.#writes.run(async () => {
      await this.#with.database
        .updateTable('named_tokens')
        .set({ record })
        .where('id', '=', row.id)
        .execute();
      row.record = record;
      this.#changed();
      return this.#described(row);
    });
  }

  recordLeave(tokenId: string): RecordLeave {
    const known = this.#byId.get(tokenId);
    if (!known || this.#hasExpired(known) || !known.identity.scopes.has('record')) return 'never';
    return leaveOf(known.row.record);
  }

  revoke(id: string): Promise<void> {
    const known = this.#byId.get(id.toLowerCase());
    if (!known) return Promise.reject(unknownToken());
    // At once, and whatever comes of the disk: nobody is let in with it while that is busy.
    this.#byHash.delete(known.row.hash);
    this.#byId.delete(known.row.id);
    this.#ended(known.row.id);
    return this.#writes.run(async () => {
      const { row } = known;
      this.#calls.forget(row.id);
      await this.#with.database.deleteFrom('named_tokens').where('id', '=', row.id).execute();
      if (row.file !== null) await rm(this.#pathOf(row.file), { force: true });
      this.#changed();
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
    return row.expires_ms !== null && row.expires_ms <= this.#with.clock.now();
  }

  #refuseTaken(key: string, name: string): void {
    if (this.#byHash.size >= limits.namedTokens) {
      throw new AppError('INVALID_REQUEST', {
        message: `There are ${limits.namedTokens} tokens already.`,
        hint: 'Revoke those that are not used any more.',
      });
    }
    if (!this.#byHash.values().some(({ row }) => row.name_key === key)) return;
    throw new AppError('INVALID_REQUEST', {
      message: `There is already a token named "${name}".`,
      hint: 'Choose another name, or revoke that token first.',
    });
  }

  /** A token that nobody has, because its file could not be written, is none. */
  async #write(file: string, token: string, id: string): Promise<void> {
    const path = this.#pathOf(file);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeWhole(path, `${token}\n`);
    } catch (error) {
      await this.#with.database.deleteFrom('named_tokens').where('id', '=', id).execute();
      throw error;
    }
  }

  #pathOf(file: string): string {
    return join(this.#with.dataFolder, namedTokenFolder, file);
  }

  /** Tells of each token whose end has come, once, and when to look again. */
  #lookForExpired(): void {
    clearTimeout(this.#timer);
    let next = Number.POSITIVE_INFINITY;
    const now = this.#with.clock.now();
    for (const { row } of this.#byHash.values()) {
      if (row.expires_ms === null) continue;
      if (row.expires_ms > now) next = Math.min(next, row.expires_ms - now);
      else if (!this.#toldOf.has(row.id)) this.#ended(row.id);
    }
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#lookForExpired(), Math.min(next, LOOK_MS)).unref();
  }

  #ended(id: string): void {
    this.#toldOf.add(id);
    for (const listener of [...this.#listeners]) listener(id);
    this.#recordEnded(id);
  }

  #recordEnded(id: string): void {
    for (const listener of [...this.#recordListeners]) listener(id);
  }

  #changed(): void {
    this.#with.events.publish({ type: 'named-tokens-changed', namedTokens: this.#byHash.size });
  }

  #described({
    id,
    name,
    scopes,
    record,
    created_ms,
    expires_ms,
    last_used_ms,
    file,
  }: NamedTokensTable): NamedToken {
    return {
      id,
      name,
      scopes: [...scopesOf(scopes)],
      record: leaveOf(record),
      created_at: isoTime(created_ms),
      expires_at: expires_ms === null ? null : isoTime(expires_ms),
      last_used_at: last_used_ms === null ? null : isoTime(last_used_ms),
      file: file === null ? null : this.#pathOf(file),
      calls: this.#calls.of(id),
    };
  }
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function knownToken(row: NamedTokensTable): KnownToken {
  return { row, identity: { tokenId: row.id, name: row.name, scopes: scopesOf(row.scopes) } };
}

/** A scope that this version does not know allows nothing. */
function scopesOf(json: string): ReadonlySet<Scope> {
  const list = JSON.parse(json) as unknown[];
  return new Set(list.flatMap((written) => scope.safeParse(written).data ?? []));
}

/** A leave that this version does not know is none. */
function leaveOf(written: string): RecordLeave {
  return recordLeave.safeParse(written).data ?? 'never';
}

function unknownToken(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: 'There is no token with this id.',
    hint: 'It may have been revoked already; read the list again.',
  });
}

function cannotRecord(name: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `The token "${name}" does not have the scope "record".`,
    hint: 'Make another token with that scope; scopes are never added to one that is in use.',
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
