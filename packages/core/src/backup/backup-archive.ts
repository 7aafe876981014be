import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, asAppError, DiskFull, say, systemCode } from '@quoth/contract';
import { type Extract, extract, type Pack, pack } from 'tar-stream';
import * as z from 'zod';
import { audioName } from '../recordings/index.ts';

/*
 * A backup is a plain tar, so that its contents can be reached without Quoth: first what it is (`quoth-backup.json`),
 * then the database, the audio, perhaps the keys, and last a list of every file with its size and SHA-256. A backup
 * that was cut off anywhere has no list, and is refused.
 */

export const ABOUT = 'quoth-backup.json';
export const DATABASE = 'quoth.db';
export const KEYS = 'keys.age';
const MANIFEST = 'manifest.json';

/** A year of heavy use has 20,000 recordings. */
const MAX_FILES = 1_000_000;
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;
const MAX_SMALL_FILE_BYTES = 1024 * 1024;

const backupAbout = z.object({
  format: z.literal('quoth-backup'),
  version: z.int(),
  app_version: z.string().max(100),
  created_at: z.iso.datetime(),
  recordings: z.int().min(0),
});
export type BackupAbout = z.output<typeof backupAbout>;

const manifestSchema = z.object({
  files: z.array(z.object({ path: z.string(), size: z.int().min(0), sha256: z.string() })).max(MAX_FILES),
});
type WrittenFile = z.output<typeof manifestSchema>['files'][number];

/** Writes a backup's entries one after the other. */
export class ArchiveWriter {
  readonly #pack: Pack = pack();
  readonly #files: WrittenFile[] = [];
  readonly #written: Promise<void>;
  bytes = 0;

  constructor(target: FileHandle) {
    this.#written = this.#writeTo(target);
    // It is awaited at the end; until then a full disk shows as the failure of the entry that is being written.
    this.#written.catch((error: unknown) => this.#pack.destroy(error as Error));
  }

  /** One file, of exactly this size. `onBytes` is called with the size of each part. */
  async add(
    path: string,
    size: number,
    parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    onBytes: (bytes: number) => void = () => undefined,
  ): Promise<void> {
    const hash = createHash('sha256');
    const done = Promise.withResolvers<void>();
    const sink = this.#pack.entry({ name: path, size, mode: 0o600 }, (error) =>
      error ? done.reject(error) : done.resolve(),
    );
    // Whichever fails first is thrown below.
    done.promise.catch(() => undefined);
    let left = size;
    for await (const part of parts) {
      hash.update(part);
      left -= part.length;
      onBytes(part.length);
      if (!sink.write(part)) await Promise.race([once(sink, 'drain'), done.promise, this.#written]);
    }
    if (left !== 0) throw new Error(`${path} changed while it was read.`);
    sink.end(null);
    await Promise.race([done.promise, this.#written]);
    this.#files.push({ path, size, sha256: hash.digest('hex') });
  }

  async addBytes(path: string, bytes: Uint8Array): Promise<void> {
    await this.add(path, bytes.length, [bytes]);
  }

  /** Adds the list of files, and resolves when everything is written. */
  async finish(): Promise<void> {
    await this.addBytes(MANIFEST, Buffer.from(JSON.stringify({ files: this.#files })));
    this.#pack.finalize();
    await this.#written;
  }

  async #writeTo(target: FileHandle): Promise<void> {
    for await (const chunk of this.#pack as AsyncIterable<Uint8Array>) {
      await target.writeFile(chunk);
      this.bytes += chunk.length;
    }
  }
}

export interface UnpackedBackup {
  readonly about: BackupAbout;
  readonly audioFiles: number;
  readonly keys: Buffer | undefined;
}

/**
 * Unpacks a backup into an empty folder and checks every file against the list. Nothing but the names of a backup is
 * written, so that no entry leads elsewhere. Throws INVALID_REQUEST for a file that is no whole backup, or one of a
 * newer format.
 */
export async function unpackBackup(
  file: string,
  folder: string,
  onBytes: (bytes: number) => void,
): Promise<UnpackedBackup> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const entries = extract();
  source.on('error', (error) => entries.destroy(error));
  source.on('data', (chunk) => {
    try {
      onBytes(chunk.length);
    } catch (error) {
      // Thrown here, it would end the process, and what was unpacked would stay.
      entries.destroy(error as Error);
    }
  });
  source.pipe(entries as unknown as NodeJS.WritableStream);
  let about: BackupAbout | undefined;
  try {
    return await unpackEntries(entries, folder, (read) => (about = read));
  } catch (error) {
    throw readingError(error, about === undefined);
  } finally {
    source.destroy();
    entries.destroy();
  }
}

async function unpackEntries(
  entries: Extract,
  folder: string,
  onAbout: (about: BackupAbout) => void,
): Promise<UnpackedBackup> {
  const found = new Map<string, WrittenFile>();
  let about: BackupAbout | undefined;
  let keys: Buffer | undefined;
  let manifest: z.output<typeof manifestSchema> | undefined;
  for await (const entry of entries) {
    const { name, size, type } = entry.header;
    if (type !== 'file' || found.has(name) || found.size >= MAX_FILES || manifest) throw notWhole();
    if (about === undefined && name !== ABOUT) throw notABackup();
    const parts = entry as AsyncIterable<Uint8Array>;
    if (name === ABOUT) {
      const bytes = await bytesOf(parts, size, MAX_SMALL_FILE_BYTES);
      about = readAbout(bytes);
      onAbout(about);
      found.set(name, writtenFile(name, bytes));
    } else if (name === KEYS) {
      keys = await bytesOf(parts, size, MAX_SMALL_FILE_BYTES);
      found.set(name, writtenFile(name, keys));
    } else if (name === MANIFEST) {
      manifest = manifestSchema.parse(parsed(await bytesOf(parts, size, MAX_MANIFEST_BYTES)));
    } else if (
      name === DATABASE ||
      (name.startsWith('audio/') && !name.includes('\\') && audioName.test(name.slice('audio/'.length)))
    ) {
      found.set(name, await unpackFile(parts, join(folder, name), name));
    } else throw notWhole();
  }
  if (!about) throw notABackup();
  if (!manifest || !found.has(DATABASE) || manifest.files.length !== found.size) throw notWhole();
  for (const { path, size, sha256 } of manifest.files) {
    const file = found.get(path);
    if (file?.size !== size || file.sha256 !== sha256) throw notWhole();
  }
  const audioFiles = [...found.keys()].filter((name) => name.startsWith('audio/')).length;
  return { about, audioFiles, keys };
}

async function unpackFile(
  parts: AsyncIterable<Uint8Array>,
  path: string,
  name: string,
): Promise<WrittenFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const part of parts) {
      hash.update(part);
      size += part.length;
      await file.writeFile(part);
    }
    await file.datasync();
    return { path: name, size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

async function bytesOf(source: AsyncIterable<Uint8Array>, size: number, most: number): Promise<Buffer> {
  if (size > most) throw notWhole();
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

function writtenFile(path: string, bytes: Uint8Array): WrittenFile {
  return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function readAbout(bytes: Buffer): BackupAbout {
  const { data } = backupAbout.safeParse(parsed(bytes));
  if (!data) throw notABackup();
  if (data.version > 1)
    throw new AppError('INVALID_REQUEST', {
      message: say('backupOfNewerFormat', { version: data.app_version }),
      hint: say('installThatVersion', { version: data.app_version }),
    });
  return data;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function notABackup(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('notABackup'),
    hint: say('chooseBackupFile'),
  });
}

/** The backup is damaged, cut off, or was not written by Quoth. */
export function notWhole(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('backupDamaged'),
    hint: say('copyBackupAgain'),
  });
}

/** What is wrong with a file that does not even say that it is a backup is said of the file. */
function readingError(error: unknown, isUnknown: boolean): unknown {
  if (error instanceof AppError) return error;
  if (systemCode(error) === 'ENOENT') return new AppError('FILE_NOT_FOUND', { cause: error });
  if (systemCode(error) === 'EACCES') return new AppError('FILE_ACCESS_DENIED', { cause: error });
  // The library's errors have codes as well: a file that is cut off within an entry destroys the stream.
  if (asAppError(error) instanceof DiskFull || (error instanceof Error && 'errno' in error)) return error;
  return isUnknown ? notABackup() : notWhole();
}
