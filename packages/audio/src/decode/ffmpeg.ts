import { addAbortListener } from 'node:events';
import { constants, open, rm, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { type AudioFormat, type SniffedFormat, say } from '@quoth/contract';
import { isProgram, spawn } from '@quoth/processes/programs';
import { BYTES_PER_SAMPLE, makeSpool, SAMPLE_RATE } from '../spool.ts';
import { containsSpeech } from '../voice-activity.ts';
import { chosenChannel } from './channels.ts';
import type { SpoolJob } from './decode-in-process.ts';
import { type DecoderLimits, guardMemory, limitedCommand, runDecoder } from './limited-process.ts';
import { DecodeError, notTwoChannels, readWav } from './wav-and-aiff.ts';

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

/**
 * FFmpeg's name of the format's demuxer; forced, so that a playlist or script that calls itself audio reads nothing
 * else.
 */
export function demuxerOf(format: AudioFormat): string {
  return demuxers[format] ?? format;
}

/** How much of the end of FFmpeg's output is kept, in characters; read for one purpose only and never shown. */
const MAX_OUTPUT_CHARACTERS = 4_096;
/**
 * Its exit code does not say so (it is 0 if only the last write failed), and what it wrote until then must not be
 * mistaken for the whole recording.
 */
const FULL_DISK = /No space left on device|quota exceeded/i;

/** FFmpeg's message if the file has no stream of the requested kind. */
const NO_SOUND = /matches no streams|not contain any stream/i;

/** A film without sound is not damaged. */
class SilentFile extends DecodeError {
  constructor() {
    super(say('videoWithoutSound'), say('exportWithSound'));
  }
}

/**
 * The ffmpeg program on this search path, or ffprobe, which comes with it; on Windows, where people unpack it, also
 * beside our own program. Or undefined.
 */
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

/** Which sound of a file to decode. */
interface Selection {
  /** Of the sound tracks, counted from 0; the one that FFmpeg takes for the main one if absent. */
  readonly track?: number;
  /** Of its channels, counted from 0; the mix of all if absent. */
  readonly channel?: number | undefined;
}

/**
 * Decodes with FFmpeg, its memory limited by the system, and returns the number of samples. Throws DecodeError, or the
 * signal's reason.
 */
async function decodeSelected(
  program: string,
  job: SpoolJob,
  { track, channel }: Selection,
  signal: AbortSignal,
  limits: DecoderLimits,
): Promise<number> {
  const seconds = Math.ceil(job.maxSamples / SAMPLE_RATE) + 1;
  const mono = channel === undefined ? ['-ac', '1'] : ['-af', `pan=mono|c0=c${channel}`];
  await runFfmpeg(
    program,
    job.spoolPath,
    [
      ...input(job),
      ...output(track),
      ...['-t', String(seconds), '-fs', String(seconds * SAMPLE_RATE * BYTES_PER_SAMPLE)],
      ...[...mono, '-ar', String(SAMPLE_RATE), '-c:a', 'pcm_s16le', '-f', 's16le', `file:${job.spoolPath}`],
    ],
    signal,
    limits,
  );
  // FFmpeg gives up on some damaged files after it has decoded most of them: what it wrote is worth having.
  const { size } = await stat(job.spoolPath);
  return Math.floor(size / BYTES_PER_SAMPLE);
}

function input({ format, path }: SpoolJob): string[] {
  return [
    ...['-protocol_whitelist', 'file', '-max_alloc', String(256 * 1024 * 1024)],
    ...['-f', demuxerOf(format), '-i', `file:${path}`],
  ];
}

function output(track: number | undefined): string[] {
  const map = track === undefined ? [] : ['-map', `0:a:${track}`];
  return [...map, '-vn', '-sn', '-dn', '-map_metadata', '-1'];
}

async function runFfmpeg(
  program: string,
  target: string,
  args: readonly string[],
  signal: AbortSignal,
  limits: DecoderLimits,
): Promise<void> {
  signal.throwIfAborted();
  // What another attempt has written must not be mistaken for what this one decodes.
  await (await open(target, constants.O_WRONLY | constants.O_TRUNC)).close();
  const command = limitedCommand(program, [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', '-threads', '1', '-filter_threads', '1'],
    ...args,
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
  await runDecoder(child, target, limits, signal);
  if (FULL_DISK.test(lastOutput)) {
    throw Object.assign(new Error('The samples could not be written.'), { code: 'ENOSPC' });
  }
  const { size } = await stat(target).catch(() => ({ size: 0 }));
  if (size > 0 || child.exitCode === 0) return;
  throw NO_SOUND.test(lastOutput) ? new SilentFile() : new DecodeError(say('audioDamaged'));
}

/** A sound track of a file. */
interface SoundTrack {
  readonly channels: number;
  readonly isDefault: boolean;
}

/** An answer is a few numbers for each track. */
const MAX_PROBE_CHARACTERS = 65_536;
const MAX_PROBE_MS = 10_000;

/**
 * The sound tracks of a file in their order, as far as ffprobe, which comes with FFmpeg, can say; else none. Throws the
 * signal's reason.
 */
async function soundTracks(program: string, job: SpoolJob, signal: AbortSignal): Promise<SoundTrack[]> {
  const command = limitedCommand(program, [
    ...['-hide_banner', '-loglevel', 'quiet', '-threads', '1', ...input(job)],
    ...['-select_streams', 'a', '-show_entries', 'stream=channels:stream_disposition=default'],
    ...['-of', 'csv=print_section=0'],
  ]);
  const child = spawn(command.program, command.args, {
    env: { MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const kill = () => child.kill('SIGKILL');
  using _abort = addAbortListener(signal, kill);
  using _memory = guardMemory(child, kill);
  const tooLong = setTimeout(kill, MAX_PROBE_MS);
  let printed = '';
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    printed = (printed + text).slice(0, MAX_PROBE_CHARACTERS);
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  clearTimeout(tooLong);
  signal.throwIfAborted();
  if (code !== 0) return [];
  return [...printed.matchAll(/^(\d+),([01])/gm)].map(([, channels, isDefault]) => ({
    channels: Number(channels),
    isDefault: isDefault === '1',
  }));
}

/**
 * Seconds that are listened to for the choice of a channel: first the one, then, where no one speaks in them, the
 * other.
 */
const LISTENED_S = [60, 1_200] as const;
/** What the channels may take on the disk meanwhile. */
const MAX_CHANNELS_BYTES = 2 ** 30;

/** Decodes the channels of a track one beside the other and chooses, as `chosenChannel` does. */
async function channelOf(
  ffmpeg: string,
  job: SpoolJob,
  track: number,
  signal: AbortSignal,
  limits: DecoderLimits,
): Promise<number | undefined> {
  const path = `${job.spoolPath}.channels`;
  await makeSpool(path);
  try {
    for (const seconds of LISTENED_S) {
      const length = [
        '-t',
        String(seconds),
        '-fs',
        String(MAX_CHANNELS_BYTES),
        '-ar',
        String(SAMPLE_RATE),
        '-c:a',
        'pcm_s16le',
        '-f',
        'wav',
      ];
      await runFfmpeg(
        ffmpeg,
        path,
        [...input(job), ...output(track), ...length, `file:${path}`],
        signal,
        limits,
      );
      const choice = await chosenChannel(readWav(path), seconds);
      if (choice !== 'silent') return choice === 'mix' ? undefined : choice;
    }
    return undefined;
  } finally {
    await rm(path, { force: true });
  }
}

/** What FFmpeg has decoded. */
interface FfmpegResult {
  readonly samples: number;
  /** The sound track, counted from 1, where it is not the main one, because no one speaks there. */
  readonly track?: number;
}

/**
 * Decodes with FFmpeg, its memory limited by the system: the channel or mix with the most speech, of the main sound
 * track or, if no one speaks there, of the next one in which somebody does. Throws DecodeError, or the signal's reason.
 */
export async function decodeWithFfmpeg(
  { ffmpeg, ffprobe }: { readonly ffmpeg: string; readonly ffprobe: string | undefined },
  job: SpoolJob,
  signal: AbortSignal,
  limits: DecoderLimits,
): Promise<FfmpegResult> {
  const tracks = ffprobe === undefined ? [] : await soundTracks(ffprobe, job, signal);
  if (tracks.length === 0)
    return { samples: await decodeSelected(ffmpeg, job, { channel: job.channel }, signal, limits) };
  const decode = async (track: number) => {
    const isMono = tracks[track]?.channels === 1;
    const channel = isMono ? undefined : await channelOf(ffmpeg, job, track, signal, limits);
    return decodeSelected(ffmpeg, job, { track, channel }, signal, limits);
  };
  const main = Math.max(
    0,
    tracks.findIndex(({ isDefault }) => isDefault),
  );
  const { channel } = job;
  if (channel !== undefined) {
    if (tracks[main]?.channels !== 2) throw notTwoChannels();
    return { samples: await decodeSelected(ffmpeg, job, { track: main, channel }, signal, limits) };
  }
  const samples = await decode(main);
  if (tracks.length === 1 || (await containsSpeech({ ...job, signal }))) return { samples };
  for (const track of tracks.keys()) {
    if (track === main) continue;
    const other = await decode(track);
    if (await containsSpeech({ ...job, signal })) return { samples: other, track: track + 1 };
  }
  return { samples: await decode(main) };
}
