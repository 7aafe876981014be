import { addAbortListener } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AudioFormat, say } from '@quoth/contract';
import { spawn } from '@quoth/processes/programs';
import { BYTES_PER_SAMPLE, SAMPLE_RATE } from '../spool.ts';
import { demuxerOf } from './ffmpeg.ts';
import { DECODER_PROCESS_BYTES, DecoderTime, guardMemory, limitedCommand } from './limited-process.ts';
import { DecodeError } from './wav-and-aiff.ts';

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
 * Decodes through pipes, so that no audio reaches the disk: raw samples, signed 16-bit little-endian, 16 kHz, mono, as they arrive. FFmpeg is reported
 * the format and may open nothing else. Throws DecodeError, or the signal's reason, or what the source throws; leaving the loop ends the decoder.
 * The samples are complete only if the decoder ended by itself and without an error; everything else is a DecodeError, however much was decoded. The
 * result decides what somebody pays, and no one sees what is missing. (The desktop keeps the recording and takes what can be decoded: `decodeWithFfmpeg`.)
 */
export async function* decodeStream(job: StreamDecodeJob): AsyncGenerator<Buffer, void, void> {
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
    ...['-ac', '1', '-ar', String(SAMPLE_RATE), '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'],
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
  using _memory = guardMemory(child, DECODER_PROCESS_BYTES, end);
  using time = new DecoderTime({ stalledMs, totalMs }, end);
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
 * The source; its own failure is reported, because to the decoder it would look like the end of the file. A decoder that stops reading is thrown into
 * this generator by the pipeline, too; that is no failure of the source.
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
