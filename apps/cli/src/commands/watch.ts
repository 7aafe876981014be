import { type TranscriptFormat, transcriptFormats } from '@quoth/contract';
import { InvalidArgumentError, Option } from 'commander';
import type { Register } from '../register.ts';
import { withSpeechOptions } from '../speech-options.ts';
import { type WatchFlags, watchFolder } from '../watch/watch-folder.ts';

/** `quoth watch FOLDER`: new audio files become transcripts beside them. */
export const watch: Register = (command, environment) => {
  withSpeechOptions(command.argument('<folder>', 'the folder where audio or video files appear'))
    .addOption(
      new Option(
        '--to <formats>',
        `what to write beside each file: ${transcriptFormats.join(', ')}, with commas between`,
      )
        .argParser(formatsIn)
        .default(['txt'], 'txt'),
    )
    .option('--recursive', 'also in the folders inside')
    .option('--existing', 'also files that are there already; without it only new ones')
    .option('--once', 'transcribe what is there and has no transcript yet, then end')
    .addOption(
      new Option('--settle <seconds>', 'how long a file must not change before it counts as complete')
        .argParser(seconds)
        .default(3),
    )
    .addHelpText(
      'after',
      `
A transcript that exists is never overwritten, and no file is transcribed twice, even if its transcript was deleted.
What is done is kept in the data folder: after a restart the command goes on with what is new since. Ctrl-C ends it, with exit code 0.

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
    throw new InvalidArgumentError(`Formats are ${transcriptFormats.join(', ')}, with commas between.`);
  return transcriptFormats.filter((format) => formats.includes(format));
}

function seconds(written: string): number {
  const value = Number(written);
  if (/^\d{1,4}(\.\d+)?$/.test(written) && value >= 0.1 && value <= 3_600) return value;
  throw new InvalidArgumentError('It must be a number of seconds from 0.1 to 3600.');
}
