import { books } from './0001-books.ts';
import { operation } from './0002-operation.ts';
import { refusals } from './0003-refusals.ts';
import { groupCommit } from './0004-group-commit.ts';
import { oldKeys } from './0005-old-keys.ts';
import { circuitsByAccount } from './0006-circuits-by-account.ts';

/** In order; each runs once, in one transaction with its row in `migrations`. A published one is never changed. */
export const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  { name: '0001-books', sql: books },
  { name: '0002-operation', sql: operation },
  { name: '0003-refusals', sql: refusals },
  { name: '0004-group-commit', sql: groupCommit },
  { name: '0005-old-keys', sql: oldKeys },
  { name: '0006-circuits-by-account', sql: circuitsByAccount },
];
