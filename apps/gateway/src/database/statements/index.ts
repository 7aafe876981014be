import { accountStatements } from './accounts.ts';
import { bookStatements } from './books.ts';
import { ledgerStatements } from './ledger.ts';
import { operationStatements } from './operation.ts';

/** Every statement by its name. */
export const statements = {
  ...accountStatements,
  ...ledgerStatements,
  ...operationStatements,
  ...bookStatements,
} as const;

export type StatementName = keyof typeof statements;
export type Statements = Readonly<Record<StatementName, string>>;
