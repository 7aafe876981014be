import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { AppError, systemCode } from '@quoth/contract';

const BLOCK_BYTES = 1024 * 1024;

/** Opens a file that the user names: a regular one, without waiting for a pipe. Throws FILE_NOT_FOUND, FILE_ACCESS_DENIED, FILE_NOT_ALLOWED, INVALID_REQUEST. */
export async function openModelFile(path: string): Promise<FileHandle> {
  if (!isAbsolute(path) || path.includes('\0')) {
    throw new AppError('INVALID_REQUEST', { message: 'A model file must be given by its absolute path.' });
  }
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EACCES' || code === 'EPERM') throw new AppError('FILE_ACCESS_DENIED', { cause: error });
    throw new AppError('FILE_NOT_FOUND', { cause: error });
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new AppError('FILE_NOT_ALLOWED', {
    message: 'This is not a regular file.',
    hint: 'Give a model file, which ends in .gguf.',
  });
}

/** Copies an open file and flushes the copy; gives the sha256 of the copy. Rejects with the signal's reason. */
export async function copyFile(
  source: FileHandle,
  bytes: number,
  to: string,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  const copy = await open(to, 'w', 0o600);
  try {
    const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
    for (let position = 0; position < bytes; ) {
      signal.throwIfAborted();
      const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, bytes - position), position);
      if (bytesRead === 0) {
        throw new AppError('INVALID_REQUEST', {
          message: 'The file was truncated while it was being copied.',
        });
      }
      const block = buffer.subarray(0, bytesRead);
      hash.update(block);
      for (let done = 0; done < bytesRead; ) {
        done += (await copy.write(block, done, bytesRead - done, position + done)).bytesWritten;
      }
      position += bytesRead;
    }
    await copy.sync();
    return hash.digest('hex');
  } finally {
    await copy.close();
  }
}
