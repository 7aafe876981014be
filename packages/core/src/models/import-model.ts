import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { AppError, asAppError, say, storedAdvice } from '@quoth/contract';
import { type Logger, moveDurably } from '../base/index.ts';
import type { ModelFileSource } from '../declarations/index.ts';
import { checkOpenedFile, checkPathAllowed, openToRead, type PathPolicy } from '../intake/index.ts';
import { architectures, type CatalogEntry } from './catalog.ts';
import { refuseWithoutSpace } from './download-queue.ts';
import { BadGguf, type GgufHeader, readGgufHeader } from './gguf-header.ts';
import { type ImportedFacts, importedFacts, type ProbedModel } from './local-models.ts';
import { freeId, hashFile, isPackaged, look, type ModelFileStore, partOf } from './model-files.ts';
import { type ModelRow, otherChecksum, otherSize } from './model-rows.ts';

/** What an import needs besides the files of models. */
export interface ImportTools {
  /** What the rules for paths need to know. */
  readonly places: Omit<PathPolicy, 'allowed'>;
  readonly logger: Logger;
  /** Loads a model file and describes it. Throws an AppError that says why it does not load. */
  readonly probe: (path: string, signal: AbortSignal) => Promise<ProbedModel>;
  readonly freeBytes: (folder: string) => Promise<number>;
  /** Cancels a download, if there is one: the file has arrived otherwise. */
  readonly cancelDownload: (id: string) => Promise<void>;
}

interface Identified {
  readonly sha256: string;
  readonly facts: ImportedFacts;
  /** The model of the catalog whose very file it is. */
  readonly entry: CatalogEntry | undefined;
}

/**
 * Copies, checks and installs a file that the user names or sends; returns the model's id. With `meant`, it must be the
 * file of that model in the catalog. If anything fails, nothing of it is left.
 */
export async function importModel(
  files: ModelFileStore,
  tools: ImportTools,
  source: ModelFileSource,
  signal: AbortSignal,
  meant?: CatalogEntry,
): Promise<string> {
  if (source.kind === 'stream') return take(files, tools, source, signal, meant);
  const file = await openModelFile(source.path, tools.places);
  try {
    const { size } = await file.stat();
    const imported = { name: basename(source.path), bytes: size, blocks: blocksOf(file, size) };
    return await take(files, tools, imported, signal, meant);
  } finally {
    await file.close();
  }
}

async function take(
  files: ModelFileStore,
  tools: ImportTools,
  file: ImportedFile,
  signal: AbortSignal,
  meant: CatalogEntry | undefined,
): Promise<string> {
  const { folder, turn } = files;
  const { name, bytes } = file;
  let row: ModelRow | undefined;
  try {
    if (meant && bytes !== meant.sizeBytes) throw otherSize(meant, bytes);
    refuseWithoutSpace(bytes, await tools.freeBytes(folder), name);
    row = await turn.run(() => rowFor(files, name, bytes));
    const part = partOf(files.pathOf(row));
    const sha256 = await writeModelFile(file, part, signal);
    if (meant && sha256 !== meant.sha256) throw otherChecksum(meant, sha256);
    const identified = await identify(files, tools, { path: part, sha256, fileName: name }, signal);
    if (identified.entry) await tools.cancelDownload(identified.entry.id);
    signal.throwIfAborted();
    const { id } = row;
    return await turn.run(() => accept(files, id, identified));
  } catch (error) {
    if (row) await drop(files, row);
    signal.throwIfAborted();
    throw asAppError(error);
  }
}

async function rowFor(
  { catalog, rows, folder }: ModelFileStore,
  name: string,
  size: number,
): Promise<ModelRow> {
  const id = freeId(catalog, rows, name);
  const file = rows.freeFile(id, await readdir(folder));
  return rows.add({ id, file, status: 'importing', source: 'import', size_bytes: size });
}

async function identify(
  { catalog }: ModelFileStore,
  { probe }: ImportTools,
  { path, sha256, fileName }: { readonly path: string; readonly sha256: string; readonly fileName: string },
  signal: AbortSignal,
): Promise<Identified> {
  const header = await checkedHeader(path);
  const probed = await probe(path, signal);
  return { sha256, facts: importedFacts(header, probed, fileName), entry: catalog.bySha256(sha256) };
}

/** The copy gets its name, unless the same model is here already. */
async function accept(
  files: ModelFileStore,
  id: string,
  { sha256, facts, entry }: Identified,
): Promise<string> {
  const { rows } = files;
  const row = rows.get(id);
  if (!row) throw new AppError('CANCELLED');
  const same = rows.all().find((other) => other.status === 'installed' && other.sha256 === sha256);
  if (same) {
    await drop(files, row);
    return same.id;
  }
  const before = rows
    .all()
    .find(
      (other) =>
        (other.status === 'missing' || other.status === 'removed') &&
        (other.id === entry?.id || other.sha256 === sha256),
    );
  if (before) {
    if (!isPackaged(before)) await rm(files.pathOf(before), { force: true });
    await rows.delete(before.id);
  }
  const isFree = entry !== undefined && !rows.get(entry.id);
  const next = isFree ? entry.id : (before?.id ?? id);
  await rows.change(id, { id: next, sha256, facts: isFree ? null : JSON.stringify(facts) });
  const path = files.pathOf(row);
  await moveDurably(partOf(path), path);
  await files.install(next);
  return next;
}

/** Leaves nothing of an import, unless its copy has its name already: then the next start finds it whole. */
async function drop(files: ModelFileStore, { file }: ModelRow): Promise<void> {
  const row = files.rows.all().find((other) => other.file === file && other.status === 'importing');
  const path = files.pathOf({ file });
  await rm(partOf(path), { force: true });
  if (row && !(await look(path))) await files.rows.delete(row.id);
}

/**
 * Compares the bytes of files that are to be checked with what is known of them; `refuse` is called with one that
 * cannot be used.
 */
export async function checkModelFiles(
  files: ModelFileStore,
  tools: ImportTools,
  rows: readonly ModelRow[],
  signal: AbortSignal,
  refuse: (id: string) => void,
): Promise<void> {
  for (const row of rows) {
    if (row.status !== 'checking') continue;
    await checkFile(files, tools, row, signal, refuse).catch((error: unknown) => {
      if (!signal.aborted) tools.logger.error({ error, model: row.id }, 'A model file could not be checked.');
    });
  }
}

async function checkFile(
  files: ModelFileStore,
  tools: ImportTools,
  row: ModelRow,
  signal: AbortSignal,
  refuse: (id: string) => void,
): Promise<void> {
  const { rows, turn } = files;
  const path = files.pathOf(row);
  /** Unless something else has become of it meanwhile. */
  const settle = (work: () => Promise<void>) =>
    turn.run(async () => {
      if (rows.get(row.id)?.status === 'checking') await work();
    });
  try {
    const sha256 = await hashFile(path, signal);
    if (row.sha256 !== null) {
      if (row.sha256 === sha256) return await settle(() => files.install(row.id));
      await settle(async () => void (await files.lose(row)));
      return refuse(row.id);
    }
    const { facts, entry } = await identify(files, tools, { path, sha256, fileName: row.file }, signal);
    if (entry) await tools.cancelDownload(entry.id);
    await settle(() => {
      const isFree = entry !== undefined && !rows.get(entry.id);
      const known = { id: isFree ? entry.id : row.id, facts: isFree ? null : JSON.stringify(facts) };
      return files.install(row.id, { ...known, sha256 });
    });
  } catch (error) {
    if (signal.aborted) return;
    const { code, said } = asAppError(error);
    const modified_ms = (await look(path))?.modifiedMs ?? null;
    const error_message = storedAdvice([said]);
    const broken = { status: 'failed', error_code: code, error_message, error_hint: null } as const;
    await settle(async () => {
      await rows.change(row.id, { ...broken, modified_ms });
      refuse(row.id);
    });
  }
}

/**
 * The header of a model file that an engine here could run. Throws INVALID_REQUEST saying what is wrong with the file.
 */
export async function checkedHeader(path: string): Promise<GgufHeader> {
  const header = await readGgufHeader(path).catch((error: unknown) => {
    if (!(error instanceof BadGguf)) throw error;
    throw new AppError('INVALID_REQUEST', {
      message: say('fileIsNoModel', { why: error.why }),
      hint: say('downloadModelFileAgain'),
      cause: error,
    });
  });
  if (architectures.has(header.architecture)) return header;
  throw new AppError('INVALID_REQUEST', {
    message: say('architectureUnsupported', { architecture: header.architecture }),
    hint: say('supportedArchitectures', { names: { list: [...architectures.keys()].sort() } }),
    remedy: say('listsSuchModels'),
  });
}

const BLOCK_BYTES = 1024 * 1024;

/**
 * Opens a file that the user names, by the rules for paths; it may lie in any folder, such as a hidden one where other
 * programs keep their models. Throws FILE_NOT_FOUND, FILE_ACCESS_DENIED, FILE_NOT_ALLOWED, INVALID_REQUEST.
 */
async function openModelFile(written: string, places: Omit<PathPolicy, 'allowed'>): Promise<FileHandle> {
  if (!isAbsolute(written)) {
    throw new AppError('INVALID_REQUEST', { message: say('modelPathNotAbsolute') });
  }
  const policy: PathPolicy = { ...places, allowed: 'anywhere' };
  try {
    const path = await checkPathAllowed(written, policy);
    return await openToRead(path, (file) => checkOpenedFile(file, path, policy));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'FILE_NOT_ALLOWED') throw error;
    throw new AppError('FILE_NOT_ALLOWED', {
      message: say('modelFileNotAllowed'),
      hint: say('giveModelFile'),
      cause: error,
    });
  }
}

/** A model file that a user brings: what it is called, how long it is, and its bytes. */
interface ImportedFile {
  readonly name: string;
  readonly bytes: number;
  /** From the first byte to the last, once. A block is done with before the next one is asked for. */
  readonly blocks: AsyncIterable<Uint8Array>;
}

/** The blocks of an open file, all in the same memory: finish with each before requesting the next one. */
async function* blocksOf(source: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  for (let position = 0; position < bytes; ) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, bytes - position), position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Writes an imported file to disk and flushes it; returns its sha256. Throws INVALID_REQUEST as soon as its first bytes
 * are not those of a model, or if it has another length than announced; or the signal's reason.
 */
async function writeModelFile(
  { bytes, blocks }: Pick<ImportedFile, 'bytes' | 'blocks'>,
  to: string,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  // What an earlier import left there is of no use.
  await rm(to, { force: true });
  const copy = await open(to, 'wx', 0o600);
  try {
    let head = Buffer.alloc(0);
    let position = 0;
    for await (const block of blocks) {
      signal.throwIfAborted();
      if (head.length < MAGIC.length) head = Buffer.concat([head, block.subarray(0, MAGIC.length)]);
      refuseUnlessGguf(head);
      if (position + block.length > bytes) throw otherLength('longer');
      hash.update(block);
      for (let done = 0; done < block.length; ) {
        done += (await copy.write(block, done, block.length - done, position + done)).bytesWritten;
      }
      position += block.length;
    }
    signal.throwIfAborted();
    if (head.length < MAGIC.length) throw notGguf(head.length);
    if (position < bytes) throw otherLength('shorter');
    await copy.sync();
    return hash.digest('hex');
  } finally {
    await copy.close();
  }
}

const MAGIC = Buffer.from('GGUF', 'latin1');

/** Compares as much as has arrived. */
function refuseUnlessGguf(head: Buffer): void {
  const length = Math.min(head.length, MAGIC.length);
  if (!head.subarray(0, length).equals(MAGIC.subarray(0, length))) throw notGguf(head.length);
}

function notGguf(size: number): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('fileIsNoModel', { why: say(size === 0 ? 'fileIsEmpty' : 'fileIsNoGguf') }),
    hint: say('modelFilesEndIn'),
    remedy: say('showsModelSources'),
  });
}

function otherLength(than: 'longer' | 'shorter'): AppError {
  return new AppError('BUSY', {
    message: say(than === 'longer' ? 'fileBecameLonger' : 'fileBecameShorter'),
    hint: say('tryAgainOnceUnwritten'),
  });
}
