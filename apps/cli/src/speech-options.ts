import { presets } from '@quoth/contract';
import { type Command, Option } from 'commander';
import { withCaptionOptions } from './caption-options.ts';

/** Adds the options of a command that transcribes files: `SpeechFlags`. */
export function withSpeechOptions(command: Command): Command {
  return withCaptionOptions(command)
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
    .option('--no-save', 'keep nothing');
}
