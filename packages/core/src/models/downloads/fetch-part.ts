import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { TryAgain, WrongBytes } from './download-errors.ts';
import { type Fetch, type FileRequest, requestFile } from './request-file.ts';

const BLOCK_BYTES = 1024 * 1024;

/** One attempt at the rest of a file. */
export interface PartRequest extends Omit<FileRequest, 'from'> {
  readonly part: string;
  /** Milliseconds without a byte after which the attempt ends. */
  readonly stallMs: number;
}

export interface PartHooks {
  /** How many bytes have arrived. */
  readonly onBytes: (bytes: number) => void;
  /** Remembers what the following bytes belong to, before the first of them is written. */
  readonly onEtag: (etag: string | null) => Promise<void>;
}

/**
 * Completes the `.part` file and flushes it; returns the sha256 of the whole file, including the bytes of earlier runs. If it breaks off, the bytes
 * so far stay for the next attempt. Throws as `requestFile` does, or the signal's reason.
 */
export async function fetchPart(
  fetch: Fetch,
  request: PartRequest,
  hooks: PartHooks,
  signal: AbortSignal,
): Promise<string> {
  const file = await open(request.part, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    let { size } = await file.stat();
    if (size > request.sizeBytes) {
      await file.truncate(0);
      size = 0;
    }
    const hash = await hashOf(file, size, signal);
    hooks.onBytes(size);
    const whole =
      size === request.sizeBytes ? hash : await receive(fetch, request, file, size, hash, hooks, signal);
    await file.sync();
    return whole.digest('hex');
  } finally {
    await file.close();
  }
}

/** The hash of a file's first bytes. */
export async function hashOf(file: FileHandle, bytes: number, signal: AbortSignal): Promise<Hash> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, Math.max(1, bytes)));
  for (let position = 0; position < bytes; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - position), position);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
  return hash;
}

async function receive(
  fetch: Fetch,
  request: PartRequest,
  file: FileHandle,
  size: number,
  hashed: Hash,
  hooks: PartHooks,
  signal: AbortSignal,
): Promise<Hash> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new TryAgain('stalled')), request.stallMs);
  const either = AbortSignal.any([signal, stalled.signal]);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const { body, from, etag } = await requestFile(fetch, { ...request, from: size }, either);
    reader = body.getReader();
    let position = from;
    let hash = hashed;
    if (from < size) {
      await file.truncate(0);
      hash = createHash('sha256');
    }
    if (from === 0) await hooks.onEtag(etag);
    hooks.onBytes(position);
    for (;;) {
      const { done, value } = await next(reader, either);
      if (done) break;
      timer.refresh();
      if (position + value.length > request.sizeBytes) {
        throw new WrongBytes(`more than ${request.sizeBytes} bytes arrived`);
      }
      await writeAt(file, value, position);
      hash.update(value);
      position += value.length;
      hooks.onBytes(position);
    }
    if (position < request.sizeBytes) throw new TryAgain('broken-off');
    return hash;
  } finally {
    clearTimeout(timer);
    // Not awaited, since a hanging connection would hold us up. What was fetched lies on the disk; a connection that breaks now changes nothing.
    reader?.cancel().catch(() => undefined);
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal) {
  try {
    return await reader.read();
  } catch (cause) {
    signal.throwIfAborted();
    throw new TryAgain('broken-off', { cause });
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}
