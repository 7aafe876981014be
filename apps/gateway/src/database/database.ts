import type { StatementName } from './statements/index.ts';

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
   * Commits when `work` resolves, rolls back when it throws. DatabaseError `lost` may mean that the commit succeeded: the caller has to
   * ask, and must never guess.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Several statements without parameters, in one transaction; for migrations. */
  script(work: (run: (sql: string) => Promise<Row[]>) => Promise<void>): Promise<void>;
  readonly kind: 'postgres' | 'embedded';
  close(): Promise<void>;
}
