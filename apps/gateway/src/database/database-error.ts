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

/** A statement that failed. It carries no parameters: those may be anything a client sent. There is no `cause` for the same reason. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly kind: DatabaseErrorKind;
  readonly constraint: string | undefined;

  constructor(kind: DatabaseErrorKind, statement: string, code: string, constraint?: string) {
    super(`${statement}: ${kind} (${code}${constraint === undefined ? '' : `, ${constraint}`})`);
    this.kind = kind;
    this.constraint = constraint;
  }
}

/** Reads a driver's error. Sources: Postgres' appendix A (error codes), and Node's system codes for everything without one. */
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
