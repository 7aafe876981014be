import { spawn } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { type AudioFormat, probedFormats } from '@quoth/contract';
import { isText } from '../sniff-format.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { DECODER_PROCESS_BYTES, guardMemory } from './guard-memory.ts';
import { DECODER_MEMORY_BYTES, limitedCommand } from './limit-memory.ts';

/** As much of a file as FFmpeg gets to see when it is asked what it is. */
export const PROBED_BYTES = 64 * 1024;
/** A text has no control characters in so many bytes; formats that begin with a header in letters do. */
const TEXT_BYTES = 4_096;
/** FFmpeg's own measure of certainty, 0 to 100; 50 is what a file's name alone would count, below it anything might be anything. */
const LEAST_SCORE = 50;
/** What it says of MP3 whose first frame is not whole, as of a recorded broadcast: four frames in a row, which chance does not bring about. */
const LEAST_SCORE_OF_MP3 = 25;
const LONGEST_MS = 5_000;
const MOST_ANSWER_CHARACTERS = 64 * 1024;
/** Each is a process. */
const AT_A_TIME = 2;

/** Formats that we tell by their first bytes ourselves, and FFmpeg also where something else comes before them, such as the rest of a packet; by its names. */
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
  readonly longestMs?: number;
}

/**
 * Asks FFmpeg what bytes are that we do not know. It gets the beginning of the file through a pipe and nothing else, may answer with the formats of
 * an explicit list alone, and works in a process with limited memory, time and output.
 */
export class FormatProbe {
  readonly #searchPath: string;
  readonly #platform: NodeJS.Platform;
  readonly #longestMs: number;
  readonly #waiting: (() => void)[] = [];
  #free = AT_A_TIME;

  constructor({ env, platform, longestMs = LONGEST_MS }: FormatProbeOptions) {
    this.#searchPath = env.PATH ?? '';
    this.#platform = platform;
    this.#longestMs = longestMs;
  }

  /** True where it is worth reading on to PROBED_BYTES: FFmpeg is there, and what came so far (4 KiB, or all) is no text. */
  isWorthIt(head: Uint8Array): boolean {
    return !isText(head, TEXT_BYTES) && this.#program() !== undefined;
  }

  /** The format by the first PROBED_BYTES of a file; undefined if it is not audio, or nobody knows. Throws the signal's reason. */
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
    const command = limitedCommand(
      {
        program,
        args: [
          ...['-hide_banner', '-loglevel', 'quiet', '-threads', '1', '-max_alloc', String(64 * 1024 * 1024)],
          ...['-protocol_whitelist', 'pipe', '-format_whitelist', allowed.join(',')],
          ...['-probesize', String(PROBED_BYTES), '-formatprobesize', String(PROBED_BYTES)],
          ...[
            '-show_entries',
            'format=format_name,probe_score',
            '-of',
            'default=noprint_wrappers=1',
            'pipe:0',
          ],
        ],
      },
      DECODER_MEMORY_BYTES,
    );
    const child = spawn(command.program, command.args, {
      env: { MALLOC_ARENA_MAX: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const kill = () => child.kill('SIGKILL');
    using _abort = addAbortListener(signal, kill);
    using _memory = guardMemory(child, DECODER_PROCESS_BYTES, kill);
    const tooLong = setTimeout(kill, this.#longestMs);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.length > MOST_ANSWER_CHARACTERS) kill();
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
  if (name === undefined || Number(score) < (name === 'mp3' ? LEAST_SCORE_OF_MP3 : LEAST_SCORE))
    return undefined;
  // A file that says which kind of MP4 it is was judged already: it is a picture.
  if (name === 'mov' && Buffer.from(head.subarray(4, 8)).toString('latin1') === 'ftyp') return undefined;
  return known[name] ?? probedFormats.find((format) => format === name);
}
