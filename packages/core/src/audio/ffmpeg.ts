import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { AudioFormat } from './audio-format.ts';
import type { SpoolJob } from './in-process/decode-in-process.ts';
import { DecodeError } from './in-process/decoded-block.ts';
import { SPOOL_RATE } from './in-process/write-spool.ts';

/** FFmpeg's names of its demuxers; forced, so that a playlist or script that calls itself audio reads nothing else. */
const demuxers: Readonly<Record<AudioFormat, string>> = {
  wav: 'wav',
  mp3: 'mp3',
  aac: 'aac',
  m4a: 'mov',
  flac: 'flac',
  ogg: 'ogg',
  opus: 'ogg',
  webm: 'matroska',
  aiff: 'aiff',
};

const BYTES_PER_SAMPLE = 2;
/** What FFmpeg said last, in characters; read for one thing only and never shown. */
const MOST_WORDS = 4_096;
/** Its exit code does not tell (0 when only the last write failed), and what it wrote until then must not pass for the whole recording. */
const FULL_DISK = /No space left on device|quota exceeded/i;

/** The ffmpeg program on this search path, or undefined. */
export function findFfmpeg(searchPath: string, platform: NodeJS.Platform): string | undefined {
  const name = platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  return searchPath
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => isProgram(path));
}

/** Decodes with FFmpeg and returns the number of samples; it is ended when it writes nothing for `stalledMs`. Throws DecodeError, or the signal's reason. */
export async function decodeWithFfmpeg(
  program: string,
  job: SpoolJob,
  signal: AbortSignal,
  stalledMs: number,
): Promise<number> {
  // FFmpeg would make it readable for everybody.
  await writeFile(job.spoolPath, '', { mode: 0o600 });
  signal.throwIfAborted();
  const seconds = Math.ceil(job.maximumSamples / SPOOL_RATE) + 1;
  const child = spawn(
    program,
    [
      ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
      ...['-protocol_whitelist', 'file', '-max_alloc', String(256 * 1024 * 1024)],
      ...['-f', demuxers[job.format], '-i', `file:${job.path}`],
      ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
      ...['-t', String(seconds), '-fs', String(seconds * SPOOL_RATE * BYTES_PER_SAMPLE)],
      ...['-ac', '1', '-ar', String(SPOOL_RATE), '-c:a', 'pcm_s16le', '-f', 's16le', `file:${job.spoolPath}`],
    ],
    { env: {}, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true },
  );
  let lastWords = '';
  child.stderr.setEncoding('latin1').on('data', (words: string) => {
    lastWords = (lastWords + words).slice(-MOST_WORDS);
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  const watch = killWhenStalled(job.spoolPath, kill, stalledMs);
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', () => reject(new DecodeError('FFmpeg cannot be started.')));
      child.once('close', () => resolve());
    });
    signal.throwIfAborted();
    if (FULL_DISK.test(lastWords)) {
      throw Object.assign(new Error('The samples cannot be written.'), { code: 'ENOSPC' });
    }
    // FFmpeg gives up on some damaged files after it has decoded most of them: what it wrote is worth having.
    const { size } = await stat(job.spoolPath).catch(() => ({ size: 0 }));
    const samples = Math.floor(size / BYTES_PER_SAMPLE);
    if (samples === 0 && child.exitCode !== 0) throw new DecodeError('The audio is damaged.');
    return samples;
  } catch (error) {
    await rm(job.spoolPath, { force: true });
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
    clearInterval(watch);
  }
}

function killWhenStalled(spoolPath: string, kill: () => void, stalledMs: number): NodeJS.Timeout {
  let size = -1;
  return setInterval(() => {
    const now = statSync(spoolPath, { throwIfNoEntry: false })?.size ?? 0;
    if (now === size) kill();
    size = now;
  }, stalledMs);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
