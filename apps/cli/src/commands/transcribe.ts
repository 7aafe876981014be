import { transcriptFormats } from '@quoth/contract';
import { Option } from 'commander';
import { planOutputs } from '../plan-outputs.ts';
import type { Register } from '../register.ts';
import { withSpeechOptions } from '../speech-options.ts';
import { type TranscribeFlags, transcribeFiles } from '../transcribe-files.ts';

/** `quoth transcribe FILE...`: uploads the bytes through the listener, one file after the other. */
export const transcribe: Register = (command, environment) => {
  withSpeechOptions(command.argument('<file...>', 'audio or video files; "-" is standard input'))
    .addOption(new Option('--format <format>', 'output format').choices(transcriptFormats).default('txt'))
    .option('--output <path>', 'a file, or an existing folder')
    .option('--force', 'overwrite existing files')
    .addHelpText(
      'after',
      '\nExamples:\n  quoth transcribe memo.m4a\n  quoth transcribe talk.mp3 --format srt --output talk.srt\n  quoth transcribe *.wav --output texts/\n  quoth transcribe memo.wav --preset email\n  ffmpeg -i film.mkv -f wav - | quoth transcribe -',
    )
    .action(async (files: string[], options: TranscribeFlags) => {
      const { output, force = false } = options;
      const format = options.json ? 'json' : options.format;
      const jobs = await planOutputs(environment, files, { output, format, force });
      await transcribeFiles(environment, jobs, { ...options, format });
    });
};
