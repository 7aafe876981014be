import { createHash, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsync, open, read, writev } from 'node:fs';
import { type FileHandle, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type FormatProbe, PROBED_BYTES, sniffFormat, tooLongAudio, wavSeconds } from '@quoth/audio';
import { AppError, type AudioFormat, audioFormatNames, limits, say, systemCode } from '@quoth/contract';
import type { IngestedAudio } from '../declarations/index.ts';
import { checkOpenedFile, checkPathAllowed, openToRead, type PathPolicy } from './named-files.ts';

const BLOCK_BYTES = 1024 * 1024;
/** What has come and is not in the file yet: more is not taken from the sender. */
const MAX_WAITING_BYTES = 256 * 1024;
/** After how much more of a wav file it is asked again how long it is. */
const LENGTH_LOOK_BYTES = 64 * 1024 * 1024;
/** Streams that are written at the same time: each that stalls holds an open file and space on the disk. */
const MAX_IN_PROGRESS = 32;

/** Knows formats that the first bytes do not tell us. */
type Probe = Pick<FormatProbe, 'isPlausible' | 'formatOf'>;

/**
 * Takes in audio from outside: it is copied or streamed into our own folder before anything reads it, and identified by
 * its first bytes. It can be worked on while the disk takes it. If anything fails, nothing is left behind.
 */
export class AudioIntake {
  readonly #incoming: string;
  readonly #maxBytes: number;
  readonly #probe: Probe | undefined;
  #inProgress = 0;

  /** `probe` is asked for what no first bytes known to us tell. */
  constructor({
    incoming,
    maxBytes = limits.uploadBytes,
    probe,
  }: {
    incoming: string;
    maxBytes?: number;
    probe?: Probe;
  }) {
    this.#incoming = incoming;
    this.#maxBytes = maxBytes;
    this.#probe = probe;
  }

  /** Copies a file through one handle, opened once: what is swapped, deleted or added afterwards changes nothing. */
  async fromPath(written: string, policy: PathPolicy, signal: AbortSignal): Promise<IngestedAudio> {
    const path = await checkPathAllowed(written, policy);
    const source = await openToRead(path, (file) => checkOpenedFile(file, path, policy));
    try {
      const { size } = await source.stat();
      return await this.fromStream(blocksOf(source, size), signal, size);
    } finally {
      await source.close();
    }
  }

  fromBytes(bytes: Uint8Array, signal: AbortSignal): Promise<IngestedAudio> {
    return this.fromStream(
      (async function* () {
        yield bytes;
      })(),
      signal,
    );
  }

  /**
   * `leastBytes`: as many will come at least, where the sender has said so. Throws RATE_LIMITED while too many are in
   * progress, PAYLOAD_TOO_LARGE, AUDIO_DECODE_FAILED if it is empty or not audio, INVALID_REQUEST for a wav file that
   * is too long (both as soon as its first bytes show that), or the signal's reason.
   */
  async fromStream(
    stream: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    leastBytes = 0,
  ): Promise<IngestedAudio> {
    if (this.#inProgress >= MAX_IN_PROGRESS) {
      throw new AppError('RATE_LIMITED', {
        message: say('uploadsInProgress', { count: MAX_IN_PROGRESS }),
        hint: say('waitForAnUpload'),
      });
    }
    this.#inProgress++;
    const path = join(this.#incoming, randomUUID());
    const file = new GrowingFile(path);
    const discard = async () => {
      await file.close();
      // Nearly always it has been moved away; asking that costs less than a turn of the thread pool.
      if (existsSync(path)) await rm(path, { force: true });
    };
    try {
      const { bytes, format, sha256 } = await this.#written(stream, file, signal, leastBytes);
      // Its name is flushed where it is moved to, before a caller learns that it was accepted.
      const flushed = file.flushed().catch((error: unknown) => Promise.reject(withoutPath(error)));
      // Only what is kept waits for it.
      flushed.catch(() => undefined);
      return { path, bytes, format, sha256, flushed, discard };
    } catch (error) {
      await discard();
      throw withoutPath(error);
    } finally {
      this.#inProgress--;
    }
  }

  async #written(
    stream: AsyncIterable<Uint8Array>,
    file: GrowingFile,
    signal: AbortSignal,
    leastBytes: number,
  ): Promise<Pick<IngestedAudio, 'bytes' | 'format' | 'sha256'>> {
    const hash = createHash('sha256');
    const sniffer = new FormatSniffer(file, this.#probe, signal);
    let bytes = 0;
    let lookAt = 0;
    for await (const chunk of stream) {
      signal.throwIfAborted();
      if (bytes + chunk.length > this.#maxBytes) {
        throw new AppError('PAYLOAD_TOO_LARGE', {
          message: say('audioTooLarge', { mebibytes: Math.floor(this.#maxBytes / 1024 / 1024) }),
          hint: say('splitOrCompressAudio'),
        });
      }
      hash.update(chunk);
      await file.append(chunk);
      bytes += chunk.length;
      if ((await sniffer.look(bytes, false)) !== 'wav' || bytes < lookAt) continue;
      // Before the rest is received; again, because a sender that has not said how much comes may not end.
      lookAt = bytes + LENGTH_LOOK_BYTES;
      const read = async (buffer: Buffer, position: number) => {
        const part = await file.read(position, buffer.length);
        buffer.set(part);
        return part.length;
      };
      const { there } = await wavSeconds({ size: Math.max(bytes, leastBytes), read });
      if (there > limits.audioSeconds) throw tooLongAudio(limits.audioSeconds);
    }
    signal.throwIfAborted();
    if (bytes === 0) throw new AppError('AUDIO_DECODE_FAILED', { message: say('audioEmpty') });
    const format = await sniffer.look(bytes, true);
    await file.written();
    return { bytes, format, sha256: hash.digest('hex') };
  }
}

/**
 * A new file (mode 600) that is written while its next bytes come: what comes meanwhile is written with one call. Call
 * `close` at the end, whatever happens.
 */
class GrowingFile {
  readonly #opened: Promise<number>;
  #head: Uint8Array | undefined;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  /** Throws with the next call where a file is there already. */
  constructor(path: string) {
    this.#opened = openFile(path, 'wx+', 0o600);
    // The next call that waits for it gets the error; until then it is not an unhandled one.
    this.#opened.catch(() => undefined);
  }

  /** Waits only where much is waiting to be written. Throws what an earlier write failed with. */
  async append(bytes: Uint8Array): Promise<void> {
    this.#head ??= bytes;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#writing ??= this.#written();
    this.#writing.catch(() => undefined);
    if (this.#waitingBytes >= MAX_WAITING_BYTES) await this.#writing;
  }

  /** Bytes that were appended, fewer at the end. The first ones need no reading. */
  async read(position: number, length: number): Promise<Uint8Array> {
    if (this.#head && position + length <= this.#head.length)
      return this.#head.subarray(position, position + length);
    await this.#writing;
    const buffer = new Uint8Array(length);
    const { bytesRead } = await readFile(await this.#opened, buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
  }

  /** Everything that was appended has been written: other readers find it. Throws where it was not. */
  async written(): Promise<void> {
    await this.#writing;
  }

  /** Flushes what was appended, then closes the file. */
  flushed(): Promise<void> {
    const flushing = this.#opened.then((file) => flushFile(file));
    this.#closed = flushing.then(
      () => this.#afterWriting(),
      () => this.#afterWriting(),
    );
    return this.#closed.then(() => flushing);
  }

  close(): Promise<void> {
    this.#closed ??= this.#afterWriting();
    return this.#closed;
  }

  async #afterWriting(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    const file = await this.#opened.catch(() => undefined);
    if (file !== undefined) closeSync(file);
  }

  async #written(): Promise<void> {
    const file = await this.#opened;
    while (this.#waiting.length > 0) {
      let left = this.#waiting;
      this.#waiting = [];
      this.#waitingBytes = 0;
      while (left.length > 0) left = after(left, (await writeBlocks(file, left)).bytesWritten);
    }
    this.#writing = undefined;
  }
}

const openFile = promisify(open);
const readFile = promisify(read);
const writeBlocks = promisify(writev);
const flushFile = promisify(fsync);

/** What is left of blocks behind their first bytes. */
function after(blocks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skipped = bytes;
  return blocks.flatMap((block) => {
    const rest = block.subarray(Math.min(skipped, block.length));
    skipped -= block.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}

/** The bytes that the sniffing asks for have not come yet. */
class NeedsMoreBytes extends Error {}

/**
 * Identifies the format of a file while it is being written, so that anything but audio is refused after its first
 * block.
 */
class FormatSniffer {
  readonly #file: GrowingFile;
  readonly #probe: Probe | undefined;
  readonly #signal: AbortSignal;
  #format: AudioFormat | undefined;
  #neededBytes = 0;

  constructor(file: GrowingFile, probe: Probe | undefined, signal: AbortSignal) {
    this.#file = file;
    this.#probe = probe;
    this.#signal = signal;
  }

  /**
   * Looks as soon as enough has been written. Throws AUDIO_DECODE_FAILED; the format is certain when the file is whole.
   */
  look(bytes: number, isWhole: true): Promise<AudioFormat>;
  look(bytes: number, isWhole: false): Promise<AudioFormat | undefined>;
  async look(bytes: number, isWhole: boolean): Promise<AudioFormat | undefined> {
    if (this.#format || (bytes < this.#neededBytes && !isWhole)) return this.#format;
    try {
      this.#format = await sniffFormat(async (position, length) => {
        if (position + length > bytes && !isWhole) {
          this.#neededBytes = position + length;
          throw new NeedsMoreBytes();
        }
        return this.#file.read(position, length);
      });
      this.#format ??= await this.#probed(bytes, isWhole);
    } catch (error) {
      if (error instanceof NeedsMoreBytes) return undefined;
      throw error;
    }
    if (this.#format) return this.#format;
    throw new AppError('AUDIO_DECODE_FAILED', {
      message: say('fileIsNoAudio'),
      hint: say('supportedAudioFormats', {
        formats: audioFormatNames.plain,
        more: audioFormatNames.withFfmpeg,
      }),
    });
  }

  /** What FFmpeg takes it for. Throws NeedsMoreBytes until enough has come to ask. */
  async #probed(bytes: number, isWhole: boolean): Promise<AudioFormat | undefined> {
    if (!this.#probe) return undefined;
    const head = await this.#file.read(0, Math.min(bytes, PROBED_BYTES));
    if (!this.#probe.isPlausible(head)) return undefined;
    if (bytes < PROBED_BYTES && !isWhole) {
      this.#neededBytes = PROBED_BYTES;
      throw new NeedsMoreBytes();
    }
    return this.#probe.formatOf(head, this.#signal);
  }
}

/** At most as many bytes as the file had when it was opened, so that a growing file cannot be read endlessly. */
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

function withoutPath(error: unknown): unknown {
  const code = systemCode(error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new AppError('DISK_FULL', {
    message: say('diskFullWhileReceiving'),
    hint: say('freeSpaceThenSend'),
    cause: error,
  });
}
