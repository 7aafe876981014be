import { dirname, extname, relative } from 'node:path';
import { type TranscriptFormat, transcriptFormats } from '@quoth/contract';
import { InvalidArgumentError, Option } from 'commander';
import type { CliEnvironment, Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { kindOf, planOutputs, STANDARD_INPUT } from '../terminal/output-files.ts';
import { printNote } from '../terminal/print.ts';
import { inQuotes } from '../terminal/wording.ts';
import { transcribeFiles, withSpeechOptions } from '../transcribing/transcribe-files.ts';
import { type LiveFlags, liveExample, transcribeSpoken } from '../transcribing/transcribe-spoken.ts';
import { FolderScanner } from '../watch/watched-files.ts';

interface Flags extends Omit<LiveFlags, 'format'> {
  readonly format?: TranscriptFormat;
  readonly live?: boolean;
  readonly recursive?: boolean;
}

/**
 * `quoth transcribe FILE...`: uploads the bytes through the listener, one file after the other; or, with `--live`, what
 * is being spoken.
 */
export const transcribe: Register = (command, environment) => {
  withSpeechOptions(command.argument('<file...>', 'audio or video files; "-" is standard input'))
    .addOption(
      new Option('--format <format>', 'output format: txt, or what the name of --output says').choices(
        transcriptFormats,
      ),
    )
    .option('--output <path>', 'a file, or an existing folder; with -r it gets the same folders inside')
    .option('-r, --recursive', 'take the audio and video files of folders, and of folders inside')
    .option('--force', 'overwrite existing files')
    .option('--live', 'transcribe standard input while it is being recorded: raw 16-bit mono samples, or wav')
    .addOption(new Option('--rate <hertz>', 'sample rate of raw samples: 16000 by default').argParser(rateOf))
    .addHelpText(
      'after',
      `\nWith --live, text appears as you speak. The end of the input or Ctrl-C ends the recording.\n\nExamples:\n  quoth transcribe memo.m4a\n  quoth transcribe talk.mp3 --format srt --output talk.srt\n  quoth transcribe *.wav --output texts/\n  quoth transcribe -r ~/Recordings --output texts/\n  quoth transcribe memo.wav --preset email\n  ffmpeg -i film.mkv -f wav - | quoth transcribe -\n  ${liveExample}`,
    )
    .action(async (written: string[], options: Flags) => {
      const { files, subfolders } = options.recursive
        ? await inFolders(environment, written)
        : { files: written, subfolders: new Map<string, string>() };
      const { output, force = false, live = false } = options;
      checkLive(files, options);
      const format = options.json ? 'json' : (options.format ?? formatOf(output));
      const jobs = await planOutputs(environment, files, { output, format, force, subfolders });
      if (live) await transcribeSpoken(environment, jobs[0]?.output, { ...options, format });
      else await transcribeFiles(environment, jobs, { ...options, format });
    });
};

/** `talk.srt` is to hold captions. */
function formatOf(output: string | undefined): TranscriptFormat {
  const extension = extname(output ?? '')
    .slice(1)
    .toLowerCase();
  return transcriptFormats.find((format) => format === extension) ?? 'txt';
}

/**
 * The files themselves, and those with sound in the folders among them, with where they lie inside. Throws UsageError
 * for a folder without any.
 */
async function inFolders(
  environment: CliEnvironment,
  written: readonly string[],
): Promise<{ files: string[]; subfolders: Map<string, string> }> {
  const { platform } = environment.config;
  const files: string[] = [];
  const subfolders = new Map<string, string>();
  for (const path of written) {
    if (path === STANDARD_INPUT || (await kindOf(path)) !== 'folder') {
      files.push(path);
      continue;
    }
    const onUnreadable = (unread: string) => printNote(environment, `Left out, it cannot be read: ${unread}`);
    const scanner = new FolderScanner(path, { recursive: true, platform, onUnreadable });
    const found = (await scanner.scan()) ?? [];
    scanner.close();
    if (found.length === 0) throw new UsageError(`There are no audio or video files in ${inQuotes(path)}.`);
    const paths = found.map((file) => file.path).sort();
    files.push(...paths);
    for (const inside of paths) subfolders.set(inside, relative(path, dirname(inside)));
  }
  return { files, subfolders };
}

function checkLive(files: readonly string[], { live = false, rate }: Flags): void {
  if (!live && rate !== undefined) throw new UsageError('--rate is for --live: a file says its rate itself.');
  if (live && (files.length !== 1 || files[0] !== STANDARD_INPUT))
    throw new UsageError(`--live reads standard input alone: ${liveExample}`);
}

function rateOf(written: string): number {
  if (/^[1-9]\d{0,5}$/.test(written)) return Number(written);
  throw new InvalidArgumentError('It must be a number of samples per second, such as 16000.');
}
