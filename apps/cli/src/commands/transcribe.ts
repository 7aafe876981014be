import { presets, transcriptFormats } from '@quoth/contract';
import { Option } from 'commander';
import { withCaptionOptions } from '../caption-options.ts';
import { planOutputs } from '../plan-outputs.ts';
import type { Register } from '../register.ts';
import { type TranscribeFlags, transcribeFiles } from '../transcribe-files.ts';

/** `quoth transcribe FILE...`: uploads the bytes through the listener, one file after the other. */
export const transcribe: Register = (command, environment) => {
  withCaptionOptions(command)
    .argument('<file...>', 'audio or video files; "-" is standard input')
    .option('--mode <mode>', 'name or id of a mode; the default mode if omitted')
    .option('--model <id>', 'a model from "quoth models list"')
    .option('--engine <name>', 'such as whisper, parakeet or pocketsphinx')
    .option('--language <tag>', 'such as en, or auto')
    .option('--translate', 'translate into English, with a model that can')
    .option('--vocabulary <terms>', 'expected names and words, separated by commas')
    .option('--rewrite', 'have a language model rewrite the text, even if the mode does not')
    .option('--no-rewrite', "skip the mode's rewriting")
    .addOption(
      new Option('--preset <preset>', 'rewrite with this preset, whatever the mode says').choices(presets),
    )
    .option('--save', 'keep audio and text in the history, whatever the setting says')
    .option('--no-save', 'keep nothing')
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
