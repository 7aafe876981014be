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
    .option('--mode <mode>', 'name or id of a mode; the default one without it')
    .option('--model <id>', 'a model of "quoth models list"')
    .option('--engine <name>', 'such as whisper, parakeet or pocketsphinx')
    .option('--language <tag>', 'such as en, or auto')
    .option('--translate', 'into English, by a model that translates')
    .option('--vocabulary <terms>', 'names and words to expect, with commas between')
    .option('--rewrite', 'have a language model rewrite the text, also where the mode does not')
    .option('--no-rewrite', 'leave out the rewriting that the mode does')
    .addOption(new Option('--preset <preset>', 'rewrite so, whatever the mode says').choices(presets))
    .option('--save', 'keep audio and text in the history, whatever the setting says')
    .option('--no-save', 'keep nothing')
    .addOption(new Option('--format <format>', 'what to write').choices(transcriptFormats).default('txt'))
    .option('--output <path>', 'a file, or a folder that exists')
    .option('--force', 'overwrite files that are there')
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
