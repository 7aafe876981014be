import type { StatementName } from './statements.ts';

/** A row as both databases return it: bigint for int8, Buffer for bytea, Date for timestamptz. */
export type Row = Readonly<Record<string, unknown>>;
export type Parameter = string | number | bigint | boolean | Date | Uint8Array | null | readonly string[];

/** Where statements are run: by name, so that each database prepares them once and logs can name them. */
export interface Queries {
  /** Throws DatabaseError and nothing else. */
  q<R extends Row = Row>(name: StatementName, parameters?: readonly Parameter[]): Promise<R[]>;
}

/** A database that speaks Postgres: a server, or the embedded one. */
export interface Database extends Queries {
  /**
   * Commits when `work` resolves, rolls back when it throws. DatabaseError `lost` may mean that the commit succeeded:
   * the caller has to ask, and must never guess.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Several statements without parameters, in one transaction; for migrations. */
  script(work: (run: (sql: string) => Promise<Row[]>) => Promise<void>): Promise<void>;
  readonly kind: 'postgres' | 'embedded';
  close(): Promise<void>;
}

/** What went wrong; it decides what to do next. */
export type DatabaseErrorKind =
  /** The connection broke, or the server is away. The statement may have been carried out. */
  | 'lost'
  /** A unique constraint. */
  | 'conflict'
  /** Another constraint. */
  | 'refused'
  /** Deadlock, serialization failure, or a full disk: it was rolled back, and the same may succeed if repeated. */
  | 'busy'
  | 'failed';

/**
 * A statement that failed. It carries no parameters: those may be anything a client sent. There is no `cause` for the
 * same reason.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly kind: DatabaseErrorKind;
  /** Of the driver: an SQLSTATE, or Node's. */
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(kind: DatabaseErrorKind, statement: string, code: string, constraint?: string) {
    super(`${statement}: ${kind} (${code}${constraint === undefined ? '' : `, ${constraint}`})`);
    this.kind = kind;
    this.code = code;
    this.constraint = constraint;
  }
}

/**
 * Reads a driver's error. Sources: Postgres' appendix A (error codes), and Node's system codes for everything without
 * one.
 */
export function toDatabaseError(error: unknown, statement: string): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const code = textOf(error, 'code') ?? '';
  const constraint = textOf(error, 'constraint');
  if (code === '23505') return new DatabaseError('conflict', statement, code, constraint);
  if (code.startsWith('23')) return new DatabaseError('refused', statement, code, constraint);
  // 53100 and 53200: disk or memory is full, and the statement was rolled back.
  if (code === '40001' || code === '40P01' || code === '55P03' || code === '53100' || code === '53200')
    return new DatabaseError('busy', statement, code);
  const isServerAway = /^(08|57P0[1-5]|53[34]00)/.test(code);
  const hasSqlState = /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E');
  if (isServerAway || !hasSqlState) return new DatabaseError('lost', statement, code || 'connection');
  return new DatabaseError('failed', statement, code, constraint);
}

function textOf(error: unknown, field: 'code' | 'constraint'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : undefined;
}
