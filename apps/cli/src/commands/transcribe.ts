import { transcriptFormats } from '@quoth/contract';
import { Option } from 'commander';
import type { Register } from '../command-table.ts';
import { planOutputs } from '../plan-outputs.ts';
import { type TranscribeFlags, transcribeFiles } from '../transcribe-files.ts';

/** `quoth transcribe FILE...`: uploads the bytes through the door, one file after the other. */
export const transcribe: Register = (command, environment) => {
  command
    .argument('<file...>', 'audio or video files')
    .option('--mode <mode>', 'name or id of a mode')
    .option('--model <id>', 'a model of "quoth models list"')
    .option('--engine <name>', 'such as whisper, parakeet or pocketsphinx')
    .option('--language <tag>', 'such as en, or auto')
    .option('--translate', 'into English, by a model that translates')
    .option('--vocabulary <terms>', 'names and words to expect, with commas between')
    .addOption(new Option('--format <format>', 'what to write').choices(transcriptFormats).default('txt'))
    .option('--output <path>', 'a file, or a folder that exists')
    .addHelpText(
      'after',
      '\nExamples:\n  quoth transcribe memo.wav\n  quoth transcribe talk.mp3 --format srt --output talk.srt\n  quoth transcribe *.wav --output texts/',
    )
    .action(async (files: string[], options: TranscribeFlags) => {
      const jobs = await planOutputs(files, options.output, options.json ? 'json' : options.format);
      await transcribeFiles(environment, jobs, options);
    });
};
