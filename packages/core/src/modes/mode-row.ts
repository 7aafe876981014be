import {
  type Mode,
  type ModeFields,
  modeDefaults,
  modeFields,
  modeNameKey,
  visibleLine,
} from '@quoth/contract';
import { isoTime } from '../base/index.ts';
import type { ModesTable } from '../database/index.ts';

/** The mode as it is stored. */
export function toRow(mode: Mode): ModesTable {
  const { id, name, isDefault, isSystemProvided, sortOrder, createdDate, modifiedDate, ...fields } = mode;
  return {
    id,
    name,
    name_key: modeNameKey(name),
    fields: JSON.stringify(fields),
    is_default: Number(isDefault),
    is_system: Number(isSystemProvided),
    sort_order: sortOrder,
    created_ms: Date.parse(createdDate),
    modified_ms: Date.parse(modifiedDate),
  };
}

/** The stored mode; a field that an older version did not know, or that no longer fits, is its default. */
export function fromRow(row: ModesTable): Mode {
  const stored = JSON.parse(row.fields) as Record<string, unknown>;
  const fields: Record<string, unknown> = { ...modeDefaults };
  for (const key of Object.keys(modeDefaults) as (keyof typeof modeDefaults)[]) {
    const parsed = modeFields[key].safeParse(stored[key]);
    if (parsed.success) fields[key] = parsed.data;
  }
  return {
    ...(fields as unknown as Omit<ModeFields, 'name' | 'sortOrder'>),
    id: row.id,
    // An earlier version took invisible characters: they are shown, so that no two modes look the same.
    name: visibleLine(row.name, '\ufffd'),
    isDefault: row.is_default === 1,
    isSystemProvided: row.is_system === 1,
    sortOrder: row.sort_order,
    createdDate: isoTime(row.created_ms),
    modifiedDate: isoTime(row.modified_ms),
  };
}
