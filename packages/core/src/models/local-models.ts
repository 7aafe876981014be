import { join } from 'node:path';
import type { CatalogEntry } from './catalog/catalog.ts';
import { describeImported, type ImportedFacts } from './catalog/imported-facts.ts';
import type { LocalModel } from './local-model.ts';
import type { ModelRow } from './model-rows.ts';

/** The catalog with what is installed of it, then the files that the user imported. */
export function localModels(
  catalog: readonly CatalogEntry[],
  rows: readonly ModelRow[],
  folder: string,
): readonly LocalModel[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const imported = rows.flatMap((row) => {
    if (row.facts === null || (row.status !== 'installed' && row.status !== 'missing')) return [];
    // Written by us from the same type.
    const facts = JSON.parse(row.facts) as ImportedFacts;
    const state = stateOf(row, folder);
    return [
      { ...describeImported(row.id, facts), ...state, id: row.id, sizeBytes: row.size_bytes, listed: true },
    ];
  });
  return [...catalog.map((entry) => fromCatalog(entry, byId.get(entry.id), folder)), ...imported];
}

function fromCatalog(entry: CatalogEntry, row: ModelRow | undefined, folder: string): LocalModel {
  const { hubPath: _elsewhere, firstChoice, recommendation, ...described } = entry;
  const state = stateOf(row, folder);
  return {
    ...described,
    recommendedFor: recommendation?.for ?? null,
    recommendedReason: recommendation?.reason ?? null,
    listed: firstChoice || state.installed,
    ...state,
    // A file that was installed under an older catalog is what it was then.
    sizeBytes: row && state.installed ? row.size_bytes : entry.sizeBytes,
    sha256: (state.installed ? row?.sha256 : null) ?? entry.sha256,
  };
}

function stateOf(row: ModelRow | undefined, folder: string) {
  const installed = row?.status === 'installed';
  return {
    installed,
    path: row && installed ? join(folder, row.file) : null,
    sha256: row?.sha256 ?? null,
    imported: row !== undefined && row.source !== 'download',
    problem: row?.status === 'missing' ? row.error_message : null,
  };
}
