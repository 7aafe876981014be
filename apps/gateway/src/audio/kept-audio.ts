import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '@quoth/contract';
import { GatewayError } from '../errors.ts';

const BLOCK_BYTES = 256 * 1024;
const CIPHER_BLOCK = 16;

/** Uploaded audio, kept until the last try is over and read once for each try. */
export interface KeptAudio {
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly isInMemory: boolean;
  read(): AsyncGenerator<Uint8Array, void, void>;
  /** At most the given number of bytes, from a position on. */
  readAt(position: number, length: number): Promise<Uint8Array>;
  discard(): Promise<void>;
}

export interface AudioKeeperOptions {
  /** For uploads that are too large for memory. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Of one upload. */
  readonly memoryBytes: number;
  /** Of all uploads together, in memory. */
  readonly totalMemoryBytes: number;
  /** Of all uploads together, in files. */
  readonly totalFileBytes: number;
  /** Called when the file system fails. */
  readonly report: StorageReport;
  /** Creates a file for reading and writing; tests pass one that fails. */
  readonly createFile?: typeof namelessFile;
}

/**
 * Keeps uploads: small ones in memory, larger ones in a temporary file that is encrypted with a key in memory only and
 * has no name, so that whatever ends the process, no one can read it.
 */
export class AudioKeeper {
  readonly #options: AudioKeeperOptions;
  #inMemory = 0;
  #inFiles = 0;

  constructor(options: AudioKeeperOptions) {
    this.#options = options;
  }

  /**
   * `announcedBytes`: the length that the client announced; it decides whether a file is used from the start. Throws
   * payload_too_large; unavailable if the disk is full or the files of all uploads together have reached their limit;
   * or what the stream throws.
   */
  async keep(
    stream: AsyncIterable<Uint8Array>,
    announcedBytes = 0,
    maxBytes = this.#options.maxBytes,
  ): Promise<KeptAudio> {
    const { memoryBytes, totalMemoryBytes } = this.#options;
    const hash = createHash('sha256');
    const parts: Uint8Array[] = [];
    let bytes = 0;
    let reserved = 0;
    let file: EncryptedFile | undefined;
    const releaseMemory = () => {
      this.#inMemory -= reserved;
      reserved = 0;
    };
    try {
      for await (const chunk of stream) {
        bytes += chunk.length;
        if (bytes > maxBytes)
          throw new GatewayError('payload_too_large', {
            message: `The audio is larger than ${Math.floor(maxBytes / 1_000_000)} MB. Split it into parts, or compress it.`,
            param: 'file',
          });
        hash.update(chunk);
        const fits =
          Math.max(bytes, announcedBytes) <= memoryBytes && this.#inMemory + chunk.length <= totalMemoryBytes;
        if (!file && fits) {
          parts.push(chunk);
          this.#inMemory += chunk.length;
          reserved += chunk.length;
          continue;
        }
        if (!file) {
          // An upload that cannot be kept whole is refused before most of it has come.
          this.#checkRoom(Math.max(bytes, announcedBytes));
          file = await this.#createFile();
          for (const part of parts) await file.append(part);
          parts.length = 0;
          releaseMemory();
        }
        this.#checkRoom(chunk.length);
        await file.append(chunk);
      }
    } catch (error) {
      releaseMemory();
      await file?.close();
      throw error;
    }
    const sha256 = hash.digest();
    if (file) {
      const kept = file;
      return {
        bytes,
        sha256,
        isInMemory: false,
        read: () => kept.read(),
        readAt: (position, length) => kept.readAt(position, length),
        discard: () => kept.close(),
      };
    }
    const all = Buffer.concat(parts);
    parts.length = 0;
    return {
      bytes,
      sha256,
      isInMemory: true,
      read: async function* () {
        for (let at = 0; at < all.length; at += BLOCK_BYTES) yield all.subarray(at, at + BLOCK_BYTES);
      },
      readAt: async (position, length) => all.subarray(position, position + length),
      discard: async () => releaseMemory(),
    };
  }

  #checkRoom(bytes: number): void {
    if (this.#inFiles + bytes <= this.#options.totalFileBytes) return;
    throw new GatewayError('unavailable', {
      message:
        'The gateway keeps as many large uploads as it can hold. Send this one again in a few seconds.',
      retryAfterSeconds: 10,
    });
  }

  async #createFile(): Promise<EncryptedFile> {
    const { folder, report, createFile = namelessFile } = this.#options;
    const grow = (bytes: number) => {
      this.#inFiles += bytes;
    };
    const failed = (error: unknown) => storageError(error, report);
    try {
      return new EncryptedFile(await createFile(folder), { grow, failed });
    } catch (error) {
      throw failed(error);
    }
  }
}

interface FileOwner {
  /** Called with the bytes that the file has grown by; negative when it is deleted. */
  readonly grow: (bytes: number) => void;
  /** A failure of the file system in the client's words. */
  readonly failed: (error: unknown) => Error;
}

/**
 * Grows at its end and can be read anywhere. AES-256 in counter mode: the position in the file is the position in the
 * key stream.
 */
class EncryptedFile {
  readonly #file: FileHandle;
  readonly #owner: FileOwner;
  readonly #key = randomBytes(32);
  readonly #iv = randomBytes(CIPHER_BLOCK);
  readonly #cipher = createCipheriv('aes-256-ctr', this.#key, this.#iv);
  #bytes = 0;
  #closed = false;

  constructor(file: FileHandle, owner: FileOwner) {
    this.#file = file;
    this.#owner = owner;
  }

  async append(chunk: Uint8Array): Promise<void> {
    const sealed = this.#cipher.update(chunk);
    // Counted before it is written: uploads run concurrently.
    this.#owner.grow(sealed.length);
    const at = this.#bytes;
    this.#bytes += sealed.length;
    try {
      for (let done = 0; done < sealed.length; )
        done += (await this.#file.write(sealed, done, sealed.length - done, at + done)).bytesWritten;
    } catch (error) {
      throw this.#owner.failed(error);
    }
  }

  /**
   * One decipher and one buffer for the whole: new ones for each block would pile up until the garbage collector runs.
   */
  async *read(): AsyncGenerator<Uint8Array, void, void> {
    const sealed = Buffer.alloc(BLOCK_BYTES);
    const decipher = createDecipheriv('aes-256-ctr', this.#key, this.#iv);
    for (let at = 0; at < this.#bytes; ) {
      const { bytesRead } = await this.#file.read(sealed, 0, BLOCK_BYTES, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield decipher.update(sealed.subarray(0, bytesRead));
    }
  }

  async readAt(position: number, length: number): Promise<Uint8Array> {
    const from = position - (position % CIPHER_BLOCK);
    const wanted = Math.max(0, Math.min(position + length, this.#bytes) - from);
    const sealed = Buffer.alloc(wanted);
    const { bytesRead } = await this.#file.read(sealed, 0, wanted, from);
    const decipher = createDecipheriv('aes-256-ctr', this.#key, counterAt(this.#iv, from / CIPHER_BLOCK));
    return decipher.update(sealed.subarray(0, bytesRead)).subarray(position - from);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#file.close();
    this.#owner.grow(-this.#bytes);
  }
}

function counterAt(iv: Buffer, blocks: number): Buffer {
  const counter = (BigInt(`0x${iv.toString('hex')}`) + BigInt(blocks)) & ((1n << 128n) - 1n);
  return Buffer.from(counter.toString(16).padStart(32, '0'), 'hex');
}

/**
 * A file of the folder that only this process can read, and that disappears with it: it has no name. Windows keeps the
 * name until the file is closed.
 */
export async function namelessFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `quoth-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  // Refused on Windows, where it is still open.
  await rm(path, { force: true }).catch(() => undefined);
  return file;
}

/** Tells the operator that audio cannot be kept, with the system's error code, such as ENOSPC. */
export type StorageReport = (code: string) => void;

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * A failure of the file system while audio is kept: the gateway's fault, not the client's. Nothing is charged; the same
 * request may succeed later.
 */
export function storageError(error: unknown, report: StorageReport): GatewayError {
  if (error instanceof GatewayError) return error;
  const code = systemCode(error) ?? 'unknown';
  report(code);
  return new GatewayError('unavailable', {
    message: FULL.has(code)
      ? "The disk of the gateway is full, so the audio could not be kept. Nothing was charged. Send it again later, or tell the gateway's operator."
      : "The gateway could not keep the audio. Nothing was charged. Send it again later, or tell the gateway's operator.",
    retryAfterSeconds: 60,
  });
}
