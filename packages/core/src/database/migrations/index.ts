import type { Migration } from 'kysely/migration';
import * as first from './0001-first.ts';
import * as models from './0002-models.ts';
import * as requestKeys from './0003-request-keys.ts';
import * as providers from './0004-providers.ts';

/** Every migration by its number, in order. One that has been released is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-models': models,
  '0003-request-keys': requestKeys,
  '0004-providers': providers,
};
