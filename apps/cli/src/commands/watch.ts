import { realpath, stat } from 'node:fs/promises';
import { QuothError } from '@quoth/client';
import { type TranscriptFormat, transcriptFormats } from '@quoth/contract';
import { InvalidArgumentError, Option } from 'commander';
import type { CliEnvironment, Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { checkEngine, checkLanguage } from '../terminal/choices.ts';
import { kindOf } from '../terminal/output-files.ts';
import { inQuotes } from '../terminal/wording.ts';
import { RewritingReport, wantedRewriting } from '../transcribing/rewriting.ts';
import { withSpeechOptions } from '../transcribing/transcribe-files.ts';
import { FolderWatcher, type WatchFlags, watchMessages } from '../watch/folder-watcher.ts';
import { WatchJournal, writeTranscripts } from '../watch/transcripts.ts';
import { FolderScanner } from '../watch/watched-files.ts';

/** `quoth watch FOLDER`: new audio files become transcripts beside them. */
export const watch: Register = (command, environment) => {
  withSpeechOptions(command.argument('<folder>', 'the folder where audio or video files appear'))
    .addOption(
      new Option(
        '--to <formats>',
        `formats to write beside each file, separated by commas: ${transcriptFormats.join(', ')}`,
      )
        .argParser(formatsIn)
        .default(['txt'], 'txt'),
    )
    .option('--recursive', 'include subfolders')
    .option('--existing', 'also transcribe files that are already there, not only new ones')
    .option('--once', 'transcribe every file that has no transcript yet, then exit')
    .addOption(
      new Option('--settle <seconds>', 'how long a file must stay unchanged before it counts as complete')
        .argParser(seconds)
        .default(3),
    )
    .addHelpText(
      'after',
      `
A transcript that you wrote or changed is never overwritten, and no file is transcribed twice, even if its transcript was deleted.
Progress is kept in the data folder: after a restart, the command continues with the files that are new since then. Ctrl-C ends it with exit code 0.

Examples:
  quoth watch ~/Recordings
  quoth watch ~/Videos --to srt --recursive
  quoth watch ~/Videos --to srt --once`,
    )
    .action((folder: string, options: WatchFlags) => watchFolder(environment, folder, options));
};

function formatsIn(written: string): TranscriptFormat[] {
  const formats = written.split(',').map((format) => format.trim().toLowerCase());
  const known: readonly string[] = transcriptFormats;
  const wrong = formats.find((format) => !known.includes(format));
  if (wrong !== undefined)
    throw new InvalidArgumentError(`Formats are ${transcriptFormats.join(', ')}, separated by commas.`);
  return transcriptFormats.filter((format) => formats.includes(format));
}

function seconds(written: string): number {
  const value = Number(written);
  if (/^\d{1,4}(\.\d+)?$/.test(written) && value >= 0.1 && value <= 3_600) return value;
  throw new InvalidArgumentError('It must be a number of seconds from 0.1 to 3600.');
}

/**
 * Transcribes new files of a folder, one after the other, until Ctrl-C or, with `once`, until nothing is left. Wrong
 * options fail before the first file.
 */
async function watchFolder(environment: CliEnvironment, given: string, flags: WatchFlags): Promise<void> {
  checkLanguage(flags.language);
  if ((await kindOf(given)) === 'none')
    throw new QuothError('FILE_NOT_FOUND', {
      message: `There is no folder ${inQuotes(given)}.`,
      hint: 'Check the path.',
    });
  if (!(await stat(given)).isDirectory())
    throw new UsageError(`${inQuotes(given)} is not a folder. For files: quoth transcribe FILE...`);
  const folder = await realpath(given);
  const client = await environment.openOrStart();
  await checkEngine(client, flags.engine);
  const rewriting = await wantedRewriting(client, flags);
  const outcome = new RewritingReport(environment, rewriting);
  const { dataFolder, platform } = environment.config;
  const messages = watchMessages({ environment, folder, json: flags.json ?? false });
  const watcher = new FolderWatcher({
    folder,
    flags,
    signal: environment.signal,
    scanner: new FolderScanner(folder, {
      recursive: flags.recursive ?? false,
      platform,
      onUnreadable: (path, why) => messages.passedOver(path, why),
    }),
    journal: new WatchJournal(dataFolder, folder),
    write: (file, wanted) => writeTranscripts(file, wanted, { environment, flags, rewriting, outcome }),
    messages,
  });
  await watcher.run();
}
