import { addAbortListener } from 'node:events';
import { type AudioFormat, probedFormats } from '@quoth/contract';
import { spawn } from '@quoth/processes/programs';
import { findFfmpeg } from './decode/ffmpeg.ts';
import { guardMemory, limitedCommand } from './decode/limited-process.ts';

/** Reads bytes of a file from a position: at most the requested number, fewer at its end. */
export type ReadAt = (position: number, length: number) => Promise<Uint8Array>;

/** The format by its first bytes, never by its name; undefined for anything that is not audio. */
export async function sniffFormat(read: ReadAt): Promise<AudioFormat | undefined> {
  const head = await read(0, 4_096);
  const tagged = tagLength(head);
  if (tagged === undefined) return formatOf(head, read, 0);
  const format = await formatOf(await read(tagged, 4_096), read, tagged);
  return format === 'mp3' || format === 'aac' || format === 'flac' ? format : undefined;
}

/** Brands of pictures, which lie in the same container as mp4 (ISO/IEC 23008-12). */
const pictures = /^(hei[cxms]|hev[cxms]|mif1|msf1|avif|avis|crx )$/;

async function formatOf(head: Uint8Array, read: ReadAt, at: number): Promise<AudioFormat | undefined> {
  const text = (from: number, length: number) =>
    Buffer.from(head.subarray(from, from + length)).toString('latin1');
  if (text(0, 6) === '#!AMR\n' || text(0, 9) === '#!AMR-WB\n') return 'amr';
  // Its first bytes are no letters, and may all look like those of a text.
  const dolby = dolbyFrame(head);
  if (dolby) {
    const next = dolbyFrame(await read(at + dolby.length, 16));
    return next?.format === dolby.format ? dolby.format : undefined;
  }
  // A text can begin with the letters of a format; its next bytes then are letters too, never small numbers.
  if (isText(head)) return undefined;
  if (/^(RIFF|RF64|BW64)$/.test(text(0, 4)) && text(8, 4) === 'WAVE') return 'wav';
  if (text(0, 4) === 'FORM' && /^AIF[FC]$/.test(text(8, 4))) return 'aiff';
  if (text(0, 4) === 'fLaC') return 'flac';
  if (text(0, 4) === 'OggS' && head[4] === 0) return text(0, 4_096).includes('OpusHead') ? 'opus' : 'ogg';
  if (text(4, 4) === 'ftyp' && head.length >= 16) return pictures.test(text(8, 4)) ? undefined : 'm4a';
  if (text(0, 4) === '\x1aE\xdf\xa3' && /webm|matroska/.test(text(0, 80))) return 'webm';
  const further = furtherFormat(head, text);
  if (further) return further;
  if (await isTransportStream(head, read, at)) return 'ts';
  const length = mpegFrameLength(head) ?? adtsFrameLength(head);
  if (length === undefined) return undefined;
  // Two bytes of sync occur in any file by chance; a second frame right after the first does not.
  const second = await read(at + length, 16);
  if (mpegFrameLength(head) !== undefined && sameMpegStream(head, second)) return 'mp3';
  if (adtsFrameLength(head) !== undefined && adtsFrameLength(second) !== undefined) return 'aac';
  return undefined;
}

/** Formats that FFmpeg alone decodes, by the magic numbers that its own demuxers look for. */
function furtherFormat(
  head: Uint8Array,
  text: (from: number, length: number) => string,
): AudioFormat | undefined {
  if (Buffer.from(head.subarray(0, 16)).toString('hex') === ASF_HEADER) return 'wma';
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'AVI ') return 'avi';
  if (text(0, 4) === 'caff' && head[4] === 0) return 'caf';
  if (text(0, 4) === '.snd') return 'au';
  if (text(0, 3) === 'FLV' && head[3] === 1) return 'flv';
  if (text(0, 4) === 'wvpk') return 'wv';
  if (text(0, 4) === 'MAC ') return 'ape';
  if (text(0, 4) === 'TTA1') return 'tta';
  if (text(0, 4) === '.RMF' && head[4] === 0) return 'rm';
  if (text(0, 4) === '\x7f\xfe\x80\x01') return 'dts';
  if (Buffer.from(head.subarray(0, 16)).toString('hex') === W64_HEADER) return 'w64';
  return text(0, 4) === '\x00\x00\x01\xba' ? 'mpeg' : undefined;
}

/** GUID of the header object (ASF specification 1.20, section 10.1). */
const ASF_HEADER = '3026b2758e66cf11a6d900aa0062ce6c';
/** GUID of the `riff` chunk of Sony Wave64. */
const W64_HEADER = '726966662e91cf11a5d628db04c10000';
/** Packets of a transport stream are 188 bytes long and begin with 0x47 (ISO/IEC 13818-1, section 2.4.3). */
const TS_PACKET = 188;

async function isTransportStream(head: Uint8Array, read: ReadAt, at: number): Promise<boolean> {
  if (head[0] !== 0x47) return false;
  const packets = await read(at, 5 * TS_PACKET);
  return [1, 2, 3, 4].every((packet) => packets[packet * TS_PACKET] === 0x47);
}

/**
 * No format's first 32 bytes are free of control characters; those of a text are. `length`: how many bytes are looked
 * at.
 */
function isText(head: Uint8Array, length = 32): boolean {
  return !head.subarray(0, length).some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20));
}

/** Length of an ID3v2 tag before the audio (id3.org, ID3v2.4.0, section 3.1), or undefined without one. */
function tagLength(head: Uint8Array): number | undefined {
  if (head.length < 10 || head[0] !== 0x49 || head[1] !== 0x44 || head[2] !== 0x33) return undefined;
  const [version = 0, , flags = 0, ...size] = head.subarray(3, 10);
  if (version < 2 || version > 4 || size.some((byte) => byte > 0x7f)) return undefined;
  const footer = (flags & 0x10) !== 0 ? 10 : 0;
  return 10 + footer + size.reduce((sum, byte) => sum * 128 + byte, 0);
}

/** kbit/s by index, for MPEG 1 and for MPEG 2 and 2.5, layers 1 to 3 (ISO/IEC 11172-3 and 13818-3). */
const bitrates: Readonly<Record<string, readonly number[]>> = {
  '1.1': [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1.2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1.3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2.1': [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2.2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2.3': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** Length in bytes of the MPEG audio frame at the start, or undefined when none exists. */
function mpegFrameLength(bytes: Uint8Array): number | undefined {
  const [sync = 0, first = 0, second = 0] = bytes;
  if (bytes.length < 4 || sync !== 0xff || (first & 0xe0) !== 0xe0) return undefined;
  const version = (first >> 3) & 3;
  const layer = 4 - ((first >> 1) & 3);
  if (version === 1 || layer === 4) return undefined;
  const rate = [44_100, 48_000, 32_000][(second >> 2) & 3];
  const kilobits = bitrates[`${version === 3 ? 1 : 2}.${layer}`]?.[second >> 4];
  if (!rate || !kilobits) return undefined;
  const sampleRate = rate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const padding = (second >> 1) & 1;
  if (layer === 1) return (Math.floor((12_000 * kilobits) / sampleRate) + padding) * 4;
  const samples = layer === 3 && version !== 3 ? 72_000 : 144_000;
  return Math.floor((samples * kilobits) / sampleRate) + padding;
}

function sameMpegStream(first: Uint8Array, second: Uint8Array): boolean {
  if (mpegFrameLength(second) === undefined) return false;
  const sampleRate = (bytes: Uint8Array) => (bytes[2] ?? 0) & 0x0c;
  return ((first[1] ?? 0) & 0xfe) === ((second[1] ?? 0) & 0xfe) && sampleRate(first) === sampleRate(second);
}

/** Length in bytes of the ADTS frame (AAC without a container) at the start, or undefined when none exists. */
function adtsFrameLength(bytes: Uint8Array): number | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = bytes;
  if (bytes.length < 7 || a !== 0xff || (b & 0xf6) !== 0xf0 || ((c >> 2) & 0xf) > 12) return undefined;
  const length = ((d & 3) << 11) | (e << 3) | (f >> 5);
  return length >= 7 ? length : undefined;
}

/** kbit/s of AC-3 by half of `frmsizecod` (ETSI TS 102 366, table 4.13). */
const dolbyBitrates = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
];

/**
 * The AC-3 or E-AC-3 frame at the start with its length in bytes, or undefined when none exists (ETSI TS 102 366,
 * sections 4.4.1 and E.1.3.1).
 */
function dolbyFrame(
  bytes: Uint8Array,
): { readonly format: 'ac3' | 'eac3'; readonly length: number } | undefined {
  const [first, second, a = 0, b = 0, sizes = 0, stream = 0] = bytes;
  if (bytes.length < 6 || first !== 0x0b || second !== 0x77) return undefined;
  const version = stream >> 3;
  if (version > 10)
    return version > 16 ? undefined : { format: 'eac3', length: 2 * ((((a & 7) << 8) | b) + 1) };
  const rate = [48, 44.1, 32][sizes >> 6];
  const kilobits = dolbyBitrates[(sizes & 0x3f) >> 1];
  if (!rate || !kilobits) return undefined;
  // 1,536 samples a frame; at 44.1 kHz every other frame is a word longer.
  const words = Math.floor((kilobits * 96) / rate) + (rate === 44.1 ? sizes & 1 : 0);
  return { format: 'ac3', length: 2 * words };
}

/** As much of a file as FFmpeg gets to see when it is asked what it is. */
export const PROBED_BYTES = 64 * 1024;
/** A text has no control characters in so many bytes; formats that begin with a header in letters do. */
const TEXT_BYTES = 4_096;
/** FFmpeg's own measure of certainty, 0 to 100; 50 is what a file's name alone would count, and less is a guess. */
const MIN_SCORE = 50;
/**
 * What it says of MP3 whose first frame is not whole, as of a recorded broadcast: four frames in a row, which chance
 * does not bring about.
 */
const MIN_MP3_SCORE = 25;
const MAX_MS = 5_000;
const MAX_ANSWER_CHARACTERS = 64 * 1024;
/** Each is a process. */
const AT_A_TIME = 2;

/**
 * Formats that we tell by their first bytes ourselves, and FFmpeg also where something else comes before them, such as
 * the rest of a packet; by its names.
 */
const known: Readonly<Record<string, AudioFormat>> = {
  dts: 'dts',
  mov: 'm4a',
  mp3: 'mp3',
  mpeg: 'mpeg',
  mpegts: 'ts',
};
/** FFmpeg compares with a demuxer's whole name. */
const allowed = ['mov,mp4,m4a,3gp,3g2,mj2', ...Object.keys(known), ...probedFormats];

export interface FormatProbeOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Milliseconds for one file. */
  readonly maxMs?: number;
}

/**
 * Asks FFmpeg what bytes are that we do not know. It gets the beginning of the file through a pipe and nothing else,
 * may answer with the formats of an explicit list alone, and works in a process with limited memory, time and output.
 */
export class FormatProbe {
  readonly #searchPath: string;
  readonly #platform: NodeJS.Platform;
  readonly #maxMs: number;
  readonly #waiting: (() => void)[] = [];
  #free = AT_A_TIME;

  constructor({ env, platform, maxMs = MAX_MS }: FormatProbeOptions) {
    this.#searchPath = env.PATH ?? '';
    this.#platform = platform;
    this.#maxMs = maxMs;
  }

  /**
   * True where it is worth reading on to PROBED_BYTES: FFmpeg is there, and what came so far (4 KiB, or all) is no
   * text.
   */
  isPlausible(head: Uint8Array): boolean {
    return !isText(head, TEXT_BYTES) && this.#program() !== undefined;
  }

  /**
   * The format by the first PROBED_BYTES of a file; undefined if it is not audio, or no one knows. Throws the signal's
   * reason.
   */
  async formatOf(head: Uint8Array, signal: AbortSignal): Promise<AudioFormat | undefined> {
    const program = this.#program();
    if (program === undefined || isText(head, TEXT_BYTES)) return undefined;
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free--;
    try {
      signal.throwIfAborted();
      return formatIn(await this.#asked(program, head, signal), head);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  /** What ffprobe printed; empty if it failed or was ended. */
  async #asked(program: string, head: Uint8Array, signal: AbortSignal): Promise<string> {
    const command = limitedCommand(program, [
      ...['-hide_banner', '-loglevel', 'quiet', '-threads', '1', '-max_alloc', String(64 * 1024 * 1024)],
      ...['-protocol_whitelist', 'pipe', '-format_whitelist', allowed.join(',')],
      ...['-probesize', String(PROBED_BYTES), '-formatprobesize', String(PROBED_BYTES)],
      ...['-show_entries', 'format=format_name,probe_score', '-of', 'default=noprint_wrappers=1', 'pipe:0'],
    ]);
    const child = spawn(command.program, command.args, {
      env: { MALLOC_ARENA_MAX: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const kill = () => child.kill('SIGKILL');
    using _abort = addAbortListener(signal, kill);
    using _memory = guardMemory(child, kill);
    const tooLong = setTimeout(kill, this.#maxMs);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.length > MAX_ANSWER_CHARACTERS) kill();
    });
    // It may have seen enough before the end.
    child.stdin.on('error', () => undefined);
    child.stdin.end(head.subarray(0, PROBED_BYTES));
    try {
      const code = await new Promise<number | null>((resolve) => {
        child.once('error', () => resolve(null));
        child.once('close', resolve);
      });
      signal.throwIfAborted();
      return code === 0 ? printed : '';
    } finally {
      clearTimeout(tooLong);
    }
  }

  /** Looked for each time: it may be installed while we run, and looking takes microseconds. */
  #program(): string | undefined {
    return findFfmpeg(this.#searchPath, this.#platform, 'ffprobe');
  }
}

function formatIn(printed: string, head: Uint8Array): AudioFormat | undefined {
  const [, name] = /^format_name=(\w+)/m.exec(printed) ?? [];
  const [, score] = /^probe_score=(\d+)$/m.exec(printed) ?? [];
  if (name === undefined || Number(score) < (name === 'mp3' ? MIN_MP3_SCORE : MIN_SCORE)) return undefined;
  // A file that says which kind of MP4 it is was judged already: it is a picture.
  if (name === 'mov' && Buffer.from(head.subarray(4, 8)).toString('latin1') === 'ftyp') return undefined;
  return known[name] ?? probedFormats.find((format) => format === name);
}
