import pg from 'pg';
import type { Database, Parameter, Queries, Row } from './database.ts';
import { toDatabaseError } from './database.ts';
import type { Statements } from './statements.ts';

interface PostgresOptions {
  /** `postgres://user:password@host/name`. */
  readonly url: string;
  readonly statements: Statements;
}

/** bigint for int8: money is never a floating-point number. */
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.INT8 && format !== 'binary'
      ? BigInt
      : pg.types.getTypeParser(id, format ?? 'text'),
} as pg.CustomTypesConfig;

/** Postgres 15 or later. Broken connections are replaced automatically. */
export class PostgresDatabase implements Database {
  readonly kind = 'postgres';
  readonly #pool: pg.Pool;
  readonly #statements: Statements;

  constructor({ url, statements }: PostgresOptions) {
    this.#statements = statements;
    this.#pool = new pg.Pool({
      connectionString: url,
      // More connections of one node made the ledger slower in measurements.
      max: 8,
      types,
      connectionTimeoutMillis: 5_000,
      query_timeout: 30_000,
      statement_timeout: 20_000,
      // A node that stands still in a transaction holds up whatever goes together with the account it has locked.
      idle_in_transaction_session_timeout: 5_000,
      keepAlive: true,
      application_name: 'quoth-gateway',
    });
    // An idle connection that breaks is the pool's own business; the next query says what there is to say.
    this.#pool.on('error', () => undefined);
  }

  async q<R extends Row>(name: keyof Statements, parameters: readonly Parameter[] = []): Promise<R[]> {
    return this.#run<R>(this.#pool, name, parameters);
  }

  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const client = await this.#connected();
    let broken = false;
    const command = async (sql: string) => {
      try {
        await client.query(sql);
      } catch (error) {
        broken = true;
        throw toDatabaseError(error, sql);
      }
    };
    try {
      await command('begin');
      const result = await work({ q: (name, parameters = []) => this.#run(client, name, parameters) }).catch(
        async (error: unknown) => {
          await command('rollback').catch(() => undefined);
          throw error;
        },
      );
      await command('commit');
      return result;
    } finally {
      client.release(broken);
    }
  }

  async script(work: (run: (sql: string) => Promise<Row[]>) => Promise<void>): Promise<void> {
    const client = await this.#connected();
    try {
      await client.query('begin');
      // Other nodes may be busy with a long migration.
      await client.query('set local statement_timeout = 0');
      await work(async (sql) => {
        const result = await client.query({ text: sql, query_timeout: 0 } as pg.QueryConfig);
        // Several statements in one text have a list of results.
        return Array.isArray(result) ? [] : result.rows;
      });
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #connected(): Promise<pg.PoolClient> {
    try {
      const client = await this.#pool.connect();
      // Without a listener a connection that breaks between two statements would end the process.
      if (client.listenerCount('error') < 2) client.on('error', () => undefined);
      return client;
    } catch (error) {
      throw toDatabaseError(error, 'connect');
    }
  }

  async #run<R extends Row>(
    on: pg.Pool | pg.PoolClient,
    name: keyof Statements,
    parameters: readonly Parameter[],
  ): Promise<R[]> {
    try {
      const values = parameters.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));
      const text = this.#statements[name];
      // Longer names are cut off, so that two could be taken for one.
      const prepared = name.length < 64 ? { name } : {};
      const { rows } = await on.query<R & pg.QueryResultRow>({ ...prepared, text, values });
      return rows;
    } catch (error) {
      throw toDatabaseError(error, name);
    }
  }
}
