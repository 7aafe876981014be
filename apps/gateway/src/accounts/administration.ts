import { randomUUID } from 'node:crypto';
import type { Database, Parameter, Queries, Row } from '../database/database.ts';
import type { StatementName } from '../database/statements/index.ts';
import { toJson } from '../http/environment.ts';
import { GatewayError } from '../http/gateway-error.ts';
import { inUnits, type Micro } from '../ledger/micro.ts';
import { makeToken } from './token.ts';

/** Limits of a token; null if it has none of its own. */
export interface TokenSettings {
  readonly name?: string | undefined;
  readonly daily_budget_micro?: Micro | null | undefined;
  readonly total_budget_micro?: Micro | null | undefined;
  readonly requests_per_minute?: number | null | undefined;
  readonly concurrent_requests?: number | null | undefined;
}

export interface PriceSettings {
  readonly vendor: string;
  readonly model: string;
  readonly kind: 'speech' | 'text';
  readonly effective_from?: Date | undefined;
  readonly per_minute_micro?: Micro | undefined;
  readonly minimum_seconds?: number | undefined;
  readonly rounding_seconds?: number | undefined;
  readonly per_million_input_tokens_micro?: Micro | undefined;
  readonly per_million_output_tokens_micro?: Micro | undefined;
}

/** What administrators do. Each change and its line in the log are one transaction. */
export class Administration {
  readonly #database: Database;
  readonly #actor: string;

  /** `actor`: who did it, for the log. */
  constructor(database: Database, actor: string) {
    this.#database = database;
    this.#actor = actor;
  }

  async addAccount(name: string): Promise<Row> {
    const id = randomUUID();
    return this.#logged('account added', { id, name }, async (queries) => {
      await queries.q('addAccount', [id, name]);
      return found(await queries.q('account', [id]));
    });
  }

  async accounts(after: string | null, limit: number): Promise<Row[]> {
    return this.#database.q('listAccounts', [after, limit]);
  }

  async account(id: string): Promise<Row> {
    return found(await this.#asked('account', [id]));
  }

  async changeAccount(
    id: string,
    change: { name?: string | undefined; closed?: boolean | undefined },
  ): Promise<Row> {
    return this.#logged('account changed', { id, ...change }, async (queries) =>
      found(await queries.q('changeAccount', [id, change.name ?? null, change.closed ?? null])),
    );
  }

  /** The token itself is in this answer and nowhere else. */
  async addToken(
    accountId: string,
    settings: TokenSettings & { readonly name: string },
  ): Promise<Row & { token: string }> {
    const id = randomUUID();
    const { token, hash, hint } = makeToken();
    const row = await this.#logged('token added', { id, accountId, ...settings }, async (queries) =>
      found(
        await queries.q('addToken', [
          ...[id, accountId, settings.name, hash, hint],
          ...[settings.daily_budget_micro ?? null, settings.total_budget_micro ?? null],
          ...[settings.requests_per_minute ?? null, settings.concurrent_requests ?? null],
        ]),
      ),
    );
    return { ...row, hint, name: settings.name, token };
  }

  async tokens(accountId: string): Promise<Row[]> {
    return this.#asked('listTokens', [accountId]);
  }

  async changeToken(accountId: string, id: string, settings: TokenSettings): Promise<Row> {
    const set = (value: Parameter | undefined): Parameter[] => [value !== undefined, value ?? null];
    return this.#logged('token changed', { id, accountId, ...settings }, async (queries) =>
      found(
        await queries.q('changeToken', [
          ...[accountId, id, settings.name ?? null],
          ...set(settings.daily_budget_micro),
          ...set(settings.total_budget_micro),
          ...set(settings.requests_per_minute),
          ...set(settings.concurrent_requests),
        ]),
      ),
    );
  }

  async revokeToken(accountId: string, id: string): Promise<Row> {
    return this.#logged('token revoked', { id, accountId }, async (queries) =>
      found(await queries.q('revokeToken', [accountId, id])),
    );
  }

  /** The same key again returns the first grant and logs nothing; with another amount it is refused. */
  async grant(
    accountId: string,
    amount: Micro,
    key: string,
    note: string | null,
  ): Promise<Row & { repeated: boolean }> {
    return this.#translated(
      this.#database.transaction(async (queries) => {
        const [made] = await queries.q('grant', [accountId, amount, key, note]);
        if (made) {
          await this.#log(queries, 'credit granted', { accountId, amount, key, note });
          return { ...made, repeated: false };
        }
        const [before] = await queries.q<{ amount: bigint } & Row>('granted', [accountId, key]);
        if (!before)
          throw new GatewayError('not_found', { message: 'There is no open account with this id.' });
        if (before.amount !== amount)
          throw new GatewayError('idempotency_key_reused', {
            message: 'This key was used for a grant of another amount.',
          });
        return { ...before, repeated: true };
      }),
    );
  }

  async reverse(requestId: string, amount: Micro, note: string | null): Promise<Row> {
    return this.#logged('charge reversed', { requestId, amount, note }, async (queries) => {
      const [made] = await queries.q('reverse', [requestId, amount, note]);
      if (made) return made;
      const before = await queries.q<{ kind: string; amount: bigint } & Row>('transfersOfRequest', [
        requestId,
      ]);
      const charge = before.find(({ kind }) => kind === 'charge');
      if (!charge) throw new GatewayError('not_found', { message: 'This request has no charge.' });
      throw new GatewayError('invalid_value', {
        message: before.some(({ kind }) => kind === 'reversal')
          ? 'This charge has been reversed already.'
          : `A reversal is never above its charge of ${inUnits(charge.amount)}.`,
      });
    });
  }

  async addPrice(price: PriceSettings): Promise<Row> {
    return this.#logged('price set', { ...price }, async (queries) => {
      const [made] = await queries.q('addPrice', [
        ...[price.vendor, price.model, price.kind, price.effective_from ?? null],
        ...[price.per_minute_micro ?? null, price.minimum_seconds ?? null, price.rounding_seconds ?? null],
        ...[price.per_million_input_tokens_micro ?? null, price.per_million_output_tokens_micro ?? null],
      ]);
      if (made) return made;
      throw new GatewayError('invalid_value', {
        message: 'There is a price with this date already; prices are never changed.',
      });
    });
  }

  async switchVendor(vendor: string, kind: 'speech' | 'text', isOn: boolean): Promise<void> {
    await this.#logged(isOn ? 'vendor switched on' : 'vendor switched off', { vendor, kind }, (queries) =>
      queries.q('switchVendor', [vendor, kind, isOn]),
    );
  }

  async log(limit: number): Promise<Row[]> {
    return this.#database.q('adminLog', [limit]);
  }

  async #logged<T>(action: string, details: object, work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#translated(
      this.#database.transaction(async (queries) => {
        const result = await work(queries);
        await this.#log(queries, action, details);
        return result;
      }),
    );
  }

  async #log(queries: Queries, action: string, details: object): Promise<void> {
    await queries.q('logAdmin', [this.#actor, action, toJson(details)]);
  }

  #asked(name: StatementName, parameters: readonly Parameter[]): Promise<Row[]> {
    return this.#translated(this.#database.q(name, parameters));
  }

  async #translated<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      // What the database refuses by its constraints is a mistake in the request.
      if (
        error instanceof Error &&
        error.name === 'DatabaseError' &&
        /refused|22P02|2200/.test(error.message)
      )
        throw new GatewayError('invalid_value');
      throw error;
    }
  }
}

function found(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new GatewayError('not_found');
  return row;
}
