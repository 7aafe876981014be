import { addAbortListener } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AudioFormat, say } from '@quoth/contract';
import { spawn } from '@quoth/processes/programs';
import { BYTES_PER_SAMPLE, SAMPLE_RATE } from '../spool.ts';
import { chosenChannel } from './channels.ts';
import { demuxerOf } from './ffmpeg.ts';
import { DecoderTime, guardMemory, limitedCommand } from './limited-process.ts';
import { type DecodedBlock, DecodeError } from './wav-and-aiff.ts';

/** Audio that is not in a file that other programs could read. */
export interface StreamDecodeJob {
  readonly program: string;
  readonly format: AudioFormat;
  /** The file's bytes; or, for a container that is read from its end, the descriptor of a seekable file. */
  readonly source: AsyncIterable<Uint8Array> | { readonly descriptor: number };
  /** Audio beyond this is left out. */
  readonly maxSeconds: number;
  readonly signal: AbortSignal;
  /** Milliseconds. A decoder without output for this long is ended; time in which no one reads does not count. */
  readonly stalledMs?: number;
  /** For the whole file, even if it keeps writing; time in which no one reads does not count. */
  readonly totalMs?: number;
}

/**
 * Decodes through pipes, so that no audio reaches the disk: raw samples, signed 16-bit little-endian, 16 kHz, as they
 * arrive, of one channel (counted from 0) or the mix of all. FFmpeg gets the format and may open nothing else.
 * Throws DecodeError, or the signal's reason, or what the source throws; leaving the loop ends the decoder. The samples
 * are complete only if the decoder ended by itself and without an error; everything else is a DecodeError, however much
 * was decoded. The result decides what somebody pays, and no one sees what is missing. (The desktop keeps the recording
 * and takes what can be decoded: `decodeWithFfmpeg`.)
 */
export function decodeStream(job: StreamDecodeJob, channel?: number): AsyncGenerator<Buffer, void, void> {
  const mono = channel === undefined ? ['-ac', '1'] : ['-af', `pan=mono|c0=c${channel}`];
  return decoded(job, [...mono, '-c:a', 'pcm_s16le', '-f', 's16le']);
}

/** Of a file whose channels differ. */
const MAX_LISTENED_S = 1_200;

/**
 * The channel to decode where the mix of all would lose speech, as `chosenChannel` finds it; undefined for the mix.
 * Ends the decoder once somebody has been heard. Throws what `decodeStream` throws.
 */
export async function channelOfStream(job: StreamDecodeJob): Promise<number | undefined> {
  const samples = decoded(job, ['-c:a', 'pcm_s16be', '-f', 'au']);
  const choice = await chosenChannel(blocksOf(samples), MAX_LISTENED_S);
  return typeof choice === 'number' ? choice : undefined;
}

/** The channels of an AU file, whose header says where the samples begin and how many channels there are. */
async function* blocksOf(file: AsyncIterable<Buffer>): AsyncGenerator<DecodedBlock, void, void> {
  let bytes = Buffer.alloc(0);
  let channels = 0;
  for await (const chunk of file) {
    bytes = Buffer.concat([bytes, chunk]);
    if (channels === 0) {
      if (bytes.length < 24 || bytes.length < bytes.readUInt32BE(4)) continue;
      channels = bytes.readUInt32BE(20);
      bytes = bytes.subarray(bytes.readUInt32BE(4));
    }
    const frameBytes = channels * BYTES_PER_SAMPLE;
    const frames = Math.floor(bytes.length / frameBytes);
    const samples = bytes;
    const read = (channel: number) =>
      Float32Array.from(
        { length: frames },
        (_, frame) => samples.readInt16BE(frame * frameBytes + channel * BYTES_PER_SAMPLE) / 32_768,
      );
    yield {
      sampleRate: SAMPLE_RATE,
      channels: Array.from({ length: channels }, (_, channel) => read(channel)),
    };
    bytes = bytes.subarray(frames * frameBytes);
  }
}

async function* decoded(job: StreamDecodeJob, output: readonly string[]): AsyncGenerator<Buffer, void, void> {
  const { program, format, source, maxSeconds, signal, stalledMs = 15_000, totalMs = 20 * 60_000 } = job;
  signal.throwIfAborted();
  const isFile = 'descriptor' in source;
  const command = limitedCommand(program, [
    ...[
      '-nostdin',
      '-hide_banner',
      '-loglevel',
      'error',
      '-threads',
      '1',
      '-filter_threads',
      '1',
      '-max_alloc',
      String(256 * 1024 * 1024),
    ],
    ...['-protocol_whitelist', isFile ? 'file' : 'pipe'],
    ...['-f', demuxerOf(format), '-i', isFile ? 'file:/dev/fd/3' : 'pipe:0'],
    ...['-vn', '-sn', '-dn', '-map_metadata', '-1', '-t', String(maxSeconds + 1)],
    ...['-ar', String(SAMPLE_RATE), ...output, 'pipe:1'],
  ]);
  const child = spawn(command.program, command.args, {
    // Arenas are address space that threads reserve and a decoder does not need.
    env: { MALLOC_ARENA_MAX: '1' },
    stdio: ['pipe', 'pipe', 'ignore', isFile ? source.descriptor : 'ignore'],
  });
  const ended = new Promise<{ code: number | null; killedBy: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', () => reject(new DecodeError(say('ffmpegNotStarted'))));
    child.once('close', (code, killedBy) => resolve({ code, killedBy }));
  });
  // Read below; it may fail before somebody waits for it.
  ended.catch(() => undefined);
  const kill = () => child.kill('SIGKILL');
  using _abort = addAbortListener(signal, kill);
  let problem: { readonly reason: unknown } | undefined;
  const end = (reason: unknown) => {
    problem ??= { reason };
    kill();
  };
  using _memory = guardMemory(child, end);
  using time = new DecoderTime(child, { stalledMs, totalMs }, end);
  // It may stop reading before the end: its output counts.
  if (child.stdin)
    pipeline(Readable.from(isFile ? [] : watched(source, end)), child.stdin, { signal }).catch(
      () => undefined,
    );
  let bytes = 0;
  try {
    time.run();
    for await (const chunk of child.stdout ?? []) {
      // The decoder's time stops until the reader asks for the next block.
      time.stop();
      bytes += (chunk as Buffer).length;
      yield chunk as Buffer;
      time.run();
    }
    const { code, killedBy } = await ended;
    signal.throwIfAborted();
    if (problem) throw problem.reason;
    if (killedBy !== null) throw new DecodeError(say('decoderEnded'));
    if (code !== 0)
      throw new DecodeError(
        bytes < BYTES_PER_SAMPLE
          ? say('audioDamaged')
          : say('audioDamagedAfter', { seconds: inSeconds(bytes) }),
        say('checkAudioPlaysToEnd'),
      );
    if (bytes < BYTES_PER_SAMPLE) throw new DecodeError(say('audioWithoutSamples'));
  } finally {
    kill();
  }
}

function inSeconds(bytes: number): string {
  return (bytes / BYTES_PER_SAMPLE / SAMPLE_RATE).toFixed(1);
}

/**
 * The source; its own failure is reported, because to the decoder it would look like the end of the file. A decoder
 * that stops reading is thrown into this generator by the pipeline, too; that is no failure of the source.
 */
async function* watched(
  source: AsyncIterable<Uint8Array>,
  onFailure: (reason: unknown) => void,
): AsyncGenerator<Uint8Array, void, void> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        onFailure(error);
        throw error;
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}
