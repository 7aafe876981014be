import { type TranscriptFormat, transcriptFormats } from '@quoth/contract';
import { InvalidArgumentError, Option } from 'commander';
import type { Register } from '../register.ts';
import { withSpeechOptions } from '../speech-options.ts';
import type { WatchFlags } from '../watch/folder-watcher.ts';
import { watchFolder } from '../watch/watch-folder.ts';

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
