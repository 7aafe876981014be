import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalog } from './catalog/catalog.ts';
import { partOf } from './downloads/download-file.ts';
import type { ModelRow, ModelRows } from './model-rows.ts';
import { changedMessage, goneMessage } from './model-words.ts';

interface Found {
  readonly size: number;
  readonly modifiedMs: number;
}

/**
 * Reconciles rows and files at start, whatever an earlier run was doing when it was killed. Incomplete files that only we can have created are
 * deleted; a file that the user put into the folder gets a row and is never deleted.
 */
export async function reconcileModels(catalog: Catalog, rows: ModelRows, folder: string): Promise<void> {
  const nameOf = ({ id }: ModelRow) => catalog.byId(id)?.displayName ?? id;
  for (const row of rows.all()) {
    await reconcileRow(rows, row, folder, nameOf(row));
    await followCatalog(catalog, rows, row.id);
  }
  await adoptOrphans(catalog, rows, folder);
}

async function reconcileRow(rows: ModelRows, row: ModelRow, folder: string, name: string): Promise<void> {
  const path = join(folder, row.file);
  const found = await look(path);
  const isRightSize = found?.size === row.size_bytes;
  switch (row.status) {
    case 'removing':
      await rm(partOf(path), { force: true });
      await rm(path, { force: true });
      return rows.delete(row.id);
    case 'importing':
      await rm(partOf(path), { force: true });
      // The hash is written before the copy gets its name, so that a copy with its name is a whole one.
      if (!isRightSize || row.sha256 === null) return rows.delete(row.id);
      await rows.change(row.id, { status: 'installed', modified_ms: found.modifiedMs });
      return;
    case 'installed':
      if (!found) await rows.change(row.id, missing(goneMessage(name)));
      else if (!isRightSize) await rows.change(row.id, missing(changedMessage(name)));
      else if (found.modifiedMs !== row.modified_ms) await rows.change(row.id, { status: 'checking' });
      return;
    case 'missing':
      if (isRightSize && found.modifiedMs !== row.modified_ms)
        await rows.change(row.id, { status: 'checking' });
      return;
    case 'checking':
      if (found) return;
      if (row.sha256 === null) return rows.delete(row.id);
      await rows.change(row.id, missing(goneMessage(name)));
      return;
    case 'failed':
      if (row.source !== 'found') return;
      if (!found) return rows.delete(row.id);
      if (found.modifiedMs !== row.modified_ms) await rows.change(row.id, { status: 'checking' });
      return;
    default:
  }
}

/** What an older version wrote of its catalog: downloads go for today's file, and a model that is in the catalog no longer is the user's own. */
async function followCatalog(catalog: Catalog, rows: ModelRows, id: string): Promise<void> {
  const row = rows.get(id);
  const entry = catalog.byId(id);
  if (!row) return;
  if (row.status === 'installed' && row.facts === null && !entry) {
    await rows.change(id, { status: 'checking', sha256: null });
  }
  if (entry && row.source === 'download' && ['queued', 'paused', 'failed'].includes(row.status)) {
    if (row.sha256 === entry.sha256) return;
    await rows.change(id, { size_bytes: entry.sizeBytes, sha256: entry.sha256, etag: null });
  }
}

async function adoptOrphans(catalog: Catalog, rows: ModelRows, folder: string): Promise<void> {
  const known = new Set(rows.all().flatMap(({ file }) => [file, partOf(file)]));
  for (const item of await readdir(folder, { withFileTypes: true })) {
    if (known.has(item.name) || !item.isFile()) continue;
    const part = /^(.+\.gguf)\.part$/i.exec(item.name)?.[1];
    if (part !== undefined) await adoptPart(catalog, rows, part);
    else if (/\.gguf$/i.test(item.name)) await adoptWhole(catalog, rows, folder, item.name);
  }
}

/** Part of a download whose row is lost: it can be gone on with, or given up. */
async function adoptPart(catalog: Catalog, rows: ModelRows, file: string): Promise<void> {
  const entry = catalog.byId(file.replace(/\.gguf$/, ''));
  if (!entry || rows.get(entry.id)) return;
  const { id, sizeBytes: size_bytes, sha256 } = entry;
  await rows.add({ id, file, status: 'paused', source: 'download', size_bytes, sha256 });
}

/** Its bytes are looked at after the start; until then nobody takes it for a model of the catalog. */
async function adoptWhole(catalog: Catalog, rows: ModelRows, folder: string, file: string): Promise<void> {
  const found = await look(join(folder, file));
  if (!found) return;
  const id = freeId(catalog, rows, file);
  await rows.add({ id, file, status: 'checking', source: 'found', size_bytes: found.size });
}

/** An id from a file's name that neither a row nor the catalog has. */
export function freeId(catalog: Catalog, rows: ModelRows, fileName: string): string {
  const base = idFrom(fileName);
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!rows.get(id) && !catalog.byId(id)) return id;
  }
}

/** A file's name as an id: lower case, without `.gguf`, of letters, digits, `.`, `_` and `-`. */
export function idFrom(fileName: string): string {
  const id = fileName
    .toLowerCase()
    .replace(/\.gguf$/, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 100);
  return id === '' ? 'model' : id;
}

function missing(message: string): Partial<ModelRow> {
  return { status: 'missing', error_code: 'MODEL_NOT_INSTALLED', error_message: message, error_hint: null };
}

/** Size and time of a regular file; undefined when there is none. */
export async function look(path: string): Promise<Found | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? { size: stats.size, modifiedMs: Math.round(stats.mtimeMs) } : undefined;
}
