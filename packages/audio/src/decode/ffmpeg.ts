import { rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { AudioFormat, SniffedFormat } from '@quoth/contract';
import { isProgram, spawn } from '@quoth/processes/programs';
import { BYTES_PER_SAMPLE, SAMPLE_RATE } from '../spool.ts';
import type { SpoolJob } from './decode-in-process.ts';
import { type DecoderLimits, limitedCommand, runDecoder } from './limited-process.ts';
import { DecodeError } from './wav-and-aiff.ts';

const demuxers: Readonly<Record<SniffedFormat, string> & Partial<Record<AudioFormat, string>>> = {
  wav: 'wav',
  mp3: 'mp3',
  aac: 'aac',
  m4a: 'mov',
  flac: 'flac',
  ogg: 'ogg',
  opus: 'ogg',
  webm: 'matroska',
  aiff: 'aiff',
  wma: 'asf',
  amr: 'amr',
  avi: 'avi',
  caf: 'caf',
  au: 'au',
  flv: 'flv',
  wv: 'wv',
  ape: 'ape',
  ac3: 'ac3',
  eac3: 'eac3',
  dts: 'dts',
  tta: 'tta',
  w64: 'w64',
  rm: 'rm',
  mpeg: 'mpeg',
  ts: 'mpegts',
};

/** FFmpeg's name of the format's demuxer; forced, so that a playlist or script that calls itself audio reads nothing else. */
export function demuxerOf(format: AudioFormat): string {
  return demuxers[format] ?? format;
}

/** How much of the end of FFmpeg's output is kept, in characters; read for one purpose only and never shown. */
const MAX_OUTPUT_CHARACTERS = 4_096;
/**
 * Its exit code does not say so (it is 0 if only the last write failed), and what it wrote until then must not be mistaken for the whole recording.
 */
const FULL_DISK = /No space left on device|quota exceeded/i;

/** FFmpeg's message if the file has no stream of the requested kind. */
const NO_SOUND = /matches no streams/i;

/** A film without sound is not damaged. */
class SilentFile extends DecodeError {
  constructor() {
    super('The file has no sound, only video.', 'Export it again with its sound.');
  }
}

/** The ffmpeg program on this search path, or ffprobe, which comes with it; on Windows, where people unpack it, also beside our own program. Or undefined. */
export function findFfmpeg(
  searchPath: string,
  platform: NodeJS.Platform,
  tool: 'ffmpeg' | 'ffprobe' = 'ffmpeg',
  program = process.execPath,
): string | undefined {
  const isWindows = platform === 'win32';
  const name = isWindows ? `${tool}.exe` : tool;
  return [...searchPath.split(delimiter), isWindows ? dirname(program) : '']
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => isProgram(path));
}

/** Decodes with FFmpeg, its memory limited by the system, and returns the number of samples. Throws DecodeError, or the signal's reason. */
export async function decodeWithFfmpeg(
  program: string,
  job: SpoolJob,
  signal: AbortSignal,
  limits: DecoderLimits,
): Promise<number> {
  // FFmpeg would make it readable for everybody.
  await writeFile(job.spoolPath, '', { mode: 0o600 });
  signal.throwIfAborted();
  const seconds = Math.ceil(job.maxSamples / SAMPLE_RATE) + 1;
  const command = limitedCommand(program, [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ...['-threads', '1', '-filter_threads', '1'],
    ...['-protocol_whitelist', 'file', '-max_alloc', String(256 * 1024 * 1024)],
    ...['-f', demuxerOf(job.format), '-i', `file:${job.path}`],
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-t', String(seconds), '-fs', String(seconds * SAMPLE_RATE * BYTES_PER_SAMPLE)],
    ...['-ac', '1', '-ar', String(SAMPLE_RATE), '-c:a', 'pcm_s16le', '-f', 's16le', `file:${job.spoolPath}`],
  ]);
  const child = spawn(command.program, command.args, {
    // Arenas are address space that threads reserve and a decoder does not need.
    env: { MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lastOutput = '';
  child.stderr.setEncoding('latin1').on('data', (words: string) => {
    lastOutput = (lastOutput + words).slice(-MAX_OUTPUT_CHARACTERS);
  });
  try {
    await runDecoder(child, job.spoolPath, limits, signal);
    if (FULL_DISK.test(lastOutput)) {
      throw Object.assign(new Error('The samples could not be written.'), { code: 'ENOSPC' });
    }
    // FFmpeg gives up on some damaged files after it has decoded most of them: what it wrote is worth having.
    const { size } = await stat(job.spoolPath).catch(() => ({ size: 0 }));
    const samples = Math.floor(size / BYTES_PER_SAMPLE);
    if (samples === 0 && NO_SOUND.test(lastOutput)) throw new SilentFile();
    if (samples === 0 && child.exitCode !== 0) throw new DecodeError('The audio is damaged.');
    return samples;
  } catch (error) {
    await rm(job.spoolPath, { force: true });
    throw error;
  }
}
