import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { AppError } from '@quoth/contract';
import { checkOpenedFile, checkPathAllowed, openToRead, type PathPolicy } from '../../intake/index.ts';

const BLOCK_BYTES = 1024 * 1024;

/**
 * Opens a file that the user names, by the rules for paths; it may lie in any folder, such as a hidden one where other programs keep their models. Throws
 * FILE_NOT_FOUND, FILE_ACCESS_DENIED, FILE_NOT_ALLOWED, INVALID_REQUEST.
 */
export async function openModelFile(
  written: string,
  places: Omit<PathPolicy, 'allowed'>,
): Promise<FileHandle> {
  if (!isAbsolute(written)) {
    throw new AppError('INVALID_REQUEST', { message: 'A model file must be given by its absolute path.' });
  }
  const policy: PathPolicy = { ...places, allowed: 'anywhere' };
  try {
    const path = await checkPathAllowed(written, policy);
    return await openToRead(path, (file) => checkOpenedFile(file, path, policy));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'FILE_NOT_ALLOWED') throw error;
    const message = 'This is not a regular file, or it belongs to Quoth or the system.';
    throw new AppError('FILE_NOT_ALLOWED', {
      message,
      hint: 'Give a model file, which ends in .gguf.',
      cause: error,
    });
  }
}

/** A model file that a user brings: what it is called, how long it is, and its bytes. */
export interface ImportedFile {
  readonly name: string;
  readonly bytes: number;
  /** From the first byte to the last, once. A block is done with before the next one is asked for. */
  readonly blocks: AsyncIterable<Uint8Array>;
}

/** The blocks of an open file, all in the same memory: finish with each before requesting the next one. */
export async function* blocksOf(source: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  for (let position = 0; position < bytes; ) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, bytes - position), position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Writes an imported file to disk and flushes it; returns its sha256. Throws INVALID_REQUEST as soon as its first bytes are not those of a model,
 * or if it has another length than announced; or the signal's reason.
 */
export async function writeModelFile(
  { bytes, blocks }: Pick<ImportedFile, 'bytes' | 'blocks'>,
  to: string,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  const copy = await open(to, 'w', 0o600);
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
    message: `This file cannot be used as a speech model: ${size === 0 ? 'it is empty' : 'it is not a GGUF file'}.`,
    hint: 'Model files end in .gguf; "quoth models list" shows the available ones and their sources.',
  });
}

function otherLength(than: 'longer' | 'shorter'): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `The file became ${than} while it was being copied.`,
    hint: 'Try again once nothing writes to it any more.',
  });
}
