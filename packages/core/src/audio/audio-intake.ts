import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@quoth/contract';
import { AppError, syncFolder, systemCode } from '../base/index.ts';
import type { AudioFormat } from './audio-format.ts';
import { judgeOpened, judgePath, type PathPolicy } from './judge-path.ts';
import { sniffFormat } from './sniff-format.ts';

const BLOCK_BYTES = 1024 * 1024;

/** Audio that lies whole in our own folder. */
export interface TakenAudio {
  readonly path: string;
  readonly bytes: number;
  readonly format: AudioFormat;
  /** Deletes it, unless it has been moved away. */
  discard(): Promise<void>;
}

/**
 * Takes audio in from outside: copied or streamed into our own folder before anything looks at it, flushed to the disk, and
 * told to be audio by its first bytes. Whatever fails, nothing is left behind.
 */
export class AudioIntake {
  readonly #incoming: string;
  readonly #maximumBytes: number;

  constructor({ incoming, maximumBytes = limits.uploadBytes }: { incoming: string; maximumBytes?: number }) {
    this.#incoming = incoming;
    this.#maximumBytes = maximumBytes;
  }

  /** Copies a file through one handle, opened once: what is swapped, deleted or added afterwards changes nothing. */
  async fromPath(written: string, policy: PathPolicy, signal: AbortSignal): Promise<TakenAudio> {
    const path = await judgePath(written, policy);
    const source = await openRegularFile(path);
    try {
      await judgeOpened(source, path, policy);
      const { size } = await source.stat();
      return await this.fromStream(blocksOf(source, size), signal);
    } finally {
      await source.close();
    }
  }

  fromBytes(bytes: Uint8Array, signal: AbortSignal): Promise<TakenAudio> {
    return this.fromStream(
      (async function* () {
        yield bytes;
      })(),
      signal,
    );
  }

  /** Throws PAYLOAD_TOO_LARGE, AUDIO_DECODE_FAILED when it is empty or no audio, or the signal's reason. */
  async fromStream(stream: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<TakenAudio> {
    const path = join(this.#incoming, randomUUID());
    const discard = () => rm(path, { force: true });
    try {
      const file = await open(path, 'wx+', 0o600);
      try {
        const bytes = await this.#written(stream, file, signal);
        const format = await formatOf(file, bytes);
        await file.sync();
        await syncFolder(this.#incoming);
        return { path, bytes, format, discard };
      } finally {
        await file.close();
      }
    } catch (error) {
      await discard();
      throw inWords(error);
    }
  }

  async #written(stream: AsyncIterable<Uint8Array>, file: FileHandle, signal: AbortSignal): Promise<number> {
    let bytes = 0;
    for await (const chunk of stream) {
      signal.throwIfAborted();
      if (bytes + chunk.length > this.#maximumBytes) {
        throw new AppError('PAYLOAD_TOO_LARGE', {
          message: `The audio is larger than ${Math.floor(this.#maximumBytes / 1024 / 1024)} MiB.`,
          hint: 'Cut it into parts, or compress it.',
        });
      }
      for (let done = 0; done < chunk.length; ) {
        done += (await file.write(chunk, done, chunk.length - done)).bytesWritten;
      }
      bytes += chunk.length;
    }
    signal.throwIfAborted();
    return bytes;
  }
}

async function formatOf(file: FileHandle, bytes: number): Promise<AudioFormat> {
  if (bytes === 0) throw new AppError('AUDIO_DECODE_FAILED', { message: 'The audio is empty.' });
  const format = await sniffFormat(async (position, length) => {
    const buffer = new Uint8Array(length);
    const { bytesRead } = await file.read(buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
  });
  if (format) return format;
  throw new AppError('AUDIO_DECODE_FAILED', {
    message: 'These bytes are not audio, whatever the name or content type says.',
    hint: 'Known are wav, mp3, m4a, aac, flac, ogg, opus, webm and aiff.',
  });
}

/** Opened without waiting (a pipe would), and judged by the handle, so that nothing can be swapped in between. */
async function openRegularFile(path: string): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EACCES' || code === 'EPERM') throw new AppError('FILE_ACCESS_DENIED', { cause: error });
    if (code === 'ELOOP' || code === 'ENXIO') throw notRegular();
    throw new AppError('FILE_NOT_FOUND', { cause: error });
  }
  const stat = await file.stat();
  if (stat.isFile()) return file;
  await file.close();
  throw notRegular();
}

function notRegular(): AppError {
  return new AppError('FILE_NOT_ALLOWED', {
    message: 'This is no regular file.',
    hint: 'Name an audio file, not a folder, pipe or device.',
  });
}

/** At most as many bytes as the file had when it was opened: one that grows does not keep us for ever. */
async function* blocksOf(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  let position = 0;
  while (position < size) {
    const buffer = new Uint8Array(Math.min(BLOCK_BYTES, size - position));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function inWords(error: unknown): unknown {
  const code = systemCode(error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new AppError('TRANSCRIPTION_FAILED', {
    message: 'The disk is full, so the audio could not be kept.',
    hint: 'Free some space in the data folder and send it again.',
    cause: error,
  });
}
