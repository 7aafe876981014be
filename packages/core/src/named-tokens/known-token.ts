import { type RecordPermission, recordPermission, type Scope, scope } from '@quoth/contract';
import type { NamedTokensTable } from '../database/index.ts';
import type { ProgramIdentity } from '../declarations/index.ts';

/** A token that is good, as it is kept in memory. */
export interface KnownToken {
  readonly row: NamedTokensTable;
  readonly identity: ProgramIdentity;
}

export function knownToken(row: NamedTokensTable): KnownToken {
  return { row, identity: { tokenId: row.id, name: row.name, scopes: scopesOf(row.scopes) } };
}

/** How far it may record. A permission that this version does not know is none. */
export function permissionOf({ record }: Pick<NamedTokensTable, 'record'>): RecordPermission {
  return recordPermission.safeParse(record).data ?? 'never';
}

/** A scope that this version does not know allows nothing. */
function scopesOf(json: string): ReadonlySet<Scope> {
  const list = JSON.parse(json) as unknown[];
  return new Set(list.flatMap((written) => scope.safeParse(written).data ?? []));
}
