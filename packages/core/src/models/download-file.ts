import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import { backoff, say } from '@quoth/contract';
import { moveDurably } from '../base/index.ts';
import {
  type Fetch,
  type HubRequest,
  RestartDownload,
  requestFile,
  TryAgain,
  WrongBytes,
} from './download-request.ts';
import { hashOf, partOf, sizeOfFile } from './model-files.ts';

/** What downloads are made with; tests put their own in. */
export interface DownloadTools {
  readonly fetch: Fetch;
  /** Waits; rejects when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  /** Milliseconds without a byte after which an attempt is canceled. */
  readonly stallMs: number;
}

/** The file that is wanted, and where. */
interface FileDownload {
  readonly address: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly etag: string | null;
  /** Path of the complete file. */
  readonly path: string;
}

interface DownloadHooks extends PartHooks {
  readonly onVerifying: () => void;
  /** The next attempt comes after a while. */
  readonly onWaiting: (why: TryAgain) => void;
}

/** Attempts in a row that bring nothing, by what was wrong. */
const MAX_FAILURES: Readonly<Record<TryAgain['reason'], number>> = {
  unreachable: 3,
  stalled: 3,
  'broken-off': 5,
  busy: 6,
  broken: 5,
};
/** A file that turns out wrong is fetched once more from the first byte on. */
const MAX_RESTARTS = 1;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** A hub that asks for more is taken at its word: the download fails, and says how long. */
const MAX_ASKED_MS = 600_000;

/**
 * Downloads a file, with as many attempts as it takes while they make progress; its sha256 is compared and it is
 * flushed before it gets its name. Throws TryAgain, WrongBytes, RestartDownload or Refused with the last reason, a
 * system error, or the signal's reason.
 */
export async function downloadFile(
  tools: DownloadTools,
  download: FileDownload,
  hooks: DownloadHooks,
  signal: AbortSignal,
): Promise<void> {
  const part = partOf(download.path);
  // A link or a pipe would be written through.
  const there = await lstat(part).catch(() => undefined);
  if (there?.isFile() === false) await rm(part);
  let { etag } = download;
  let restarts = 0;
  let failures = 0;
  const onEtag = async (next: string | null) => {
    etag = next;
    await hooks.onEtag(next);
  };
  for (;;) {
    signal.throwIfAborted();
    const before = await sizeOfFile(part);
    try {
      const sha256 = await fetchPart(
        tools.fetch,
        { ...download, etag, part, stallMs: tools.stallMs },
        { onBytes: hooks.onBytes, onEtag },
        signal,
      );
      hooks.onVerifying();
      if (sha256 !== download.sha256) throw new WrongBytes(say('downloadedFileDiffers'));
      signal.throwIfAborted();
      await moveDurably(part, download.path);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WrongBytes || error instanceof RestartDownload) {
        await rm(part, { force: true });
        hooks.onBytes(0);
        if (restarts++ >= MAX_RESTARTS) throw error;
      } else if (error instanceof TryAgain) {
        failures = (await sizeOfFile(part)) > before ? 1 : failures + 1;
        if (failures >= MAX_FAILURES[error.reason]) throw error;
        if ((error.waitMs ?? 0) > MAX_ASKED_MS) throw error;
        hooks.onWaiting(error);
        await tools.sleep(error.waitMs ?? waitAfter(failures, tools.random()), signal);
      } else throw error;
    }
  }
}

/** Twice as long each time, and a little by chance, so that many clients do not come back at once. */
function waitAfter(failures: number, chance: number): number {
  return backoff(failures - 1, FIRST_WAIT_MS, MAX_WAIT_MS) * (0.75 + chance / 2);
}

/** One attempt at the rest of a file. */
interface PartRequest extends Omit<HubRequest, 'from'> {
  readonly part: string;
  /** Milliseconds without a byte after which the attempt ends. */
  readonly stallMs: number;
}

interface PartHooks {
  /** How many bytes have arrived. */
  readonly onBytes: (bytes: number) => void;
  /** Remembers what the following bytes belong to, before the first of them is written. */
  readonly onEtag: (etag: string | null) => Promise<void>;
}

/**
 * Completes the `.part` file and flushes it; returns the sha256 of the whole file, including the bytes of earlier runs.
 * If it breaks off, the bytes so far stay for the next attempt. Throws as `requestFile` does, or the signal's reason.
 */
async function fetchPart(
  fetch: Fetch,
  request: PartRequest,
  hooks: PartHooks,
  signal: AbortSignal,
): Promise<string> {
  const { O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
  // Windows has no such flag.
  const file = await open(request.part, O_RDWR | O_CREAT | (O_NOFOLLOW ?? 0), 0o600);
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
    // Asked for before the etag is stored: bytes that no one has asked for are lost when the connection breaks
    // meanwhile.
    let coming = next(reader, either);
    coming.catch(() => undefined);
    if (from === 0) await hooks.onEtag(etag);
    hooks.onBytes(position);
    for (;;) {
      const { done, value } = await coming;
      if (done) break;
      timer.refresh();
      if (position + value.length > request.sizeBytes) {
        throw new WrongBytes(say('tooManyBytesArrived', { bytes: request.sizeBytes }));
      }
      await writeAt(file, value, position);
      hash.update(value);
      position += value.length;
      hooks.onBytes(position);
      coming = next(reader, either);
    }
    if (position < request.sizeBytes) throw new TryAgain('broken-off');
    return hash;
  } finally {
    clearTimeout(timer);
    // Not awaited, since a hanging connection would hold us up. What was fetched lies on the disk; a connection that
    // breaks now changes nothing.
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
