import { modeDefaults, modeFields } from '@quoth/contract';
import type { Command } from 'commander';
import { checkLanguage } from './check-language.ts';
import { UsageError } from './exit-codes.ts';
import { inQuotes } from './in-quotes.ts';
import { takesInWords } from './takes-in-words.ts';
import { valueWritten } from './written-value.ts';

type FieldName = keyof typeof modeFields;
const names = Object.keys(modeFields) as FieldName[];

/** What each option does, in the words of a person at a terminal. */
const help: Readonly<Record<FieldName, string>> = {
  name: 'Name of the mode, such as "Mail".',
  preset: 'Style of rewriting.',
  language: 'Language you speak, such as en or de-CH; auto detects it.',
  model: 'Speech model: a name from "quoth models list", auto for the best one, or cloud.',
  cloudProvider: 'Cloud provider that transcribes, with --model cloud.',
  cloudTranscriptionModel: "The cloud provider's speech model.",
  cloudTranscriptionDomain: 'Subject of the speech, for providers with a model for it.',
  cloudAccuracyTier: 'Accuracy to ask a gateway for.',
  postProcessingMode: 'Rewriting: 0 off, 1 by a cloud provider, 2 on this computer.',
  postProcessingProvider: 'Provider that rewrites; null takes the first one that works.',
  languageModel: 'Language model on this computer that rewrites.',
  cloudPostProcessingModel: "The cloud provider's language model that rewrites.",
  customInstructions: "Your instructions, added to the style's own.",
  userSystemPrompt: 'The whole prompt, with --preset custom.',
  geminiCustomPrompt: 'Prompt for a model that transcribes and rewrites in one step.',
  punctuation: 'Keep punctuation; false removes it.',
  capitalization: 'Keep capital letters; false writes in lower case.',
  profanityFilter: 'Replace swear words with asterisks.',
  removeTrailingPeriod: 'Leave out the last full stop, as in chats.',
  englishSpelling: 'Spelling of English; null leaves it as it is.',
  spokenLineBreaks: 'Saying "new line" or "new paragraph" starts one.',
  spaceBetweenDictations: 'Put a space between two dictations at the same place.',
  customVocabulary: 'Words to expect, separated by commas; "heard => written" also replaces.',
  useStreamingTranscription: 'Send speech to a cloud provider while you speak.',
  enableScreenOCR: 'Read words to expect from the screen.',
  applications: 'Programs in which dictations use this mode: [{"program": "thunderbird"}].',
  sendProgramName: 'Tell the rewriting provider which program the text is for.',
  isDefault: 'Make this the default mode.',
  sortOrder: 'Position in the list.',
};

/** Adds one option for each field of a mode, `--field-name <value>`; `null` clears a field that can be empty. */
export function addModeOptions(command: Command): Command {
  for (const name of names) command.option(`--${flagOf(name)} <value>`, helpOf(name));
  return command;
}

/** The fields that were given, each with the JSON type that the contract wants. Throws UsageError. */
export function modeFieldsOf(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = names.flatMap((name): [string, unknown][] => {
    const written = options[attributeOf(name)];
    return typeof written === 'string' ? [[name, toValue(name, written)]] : [];
  });
  return Object.fromEntries(given);
}

function toValue(name: FieldName, written: string): unknown {
  if (name === 'language') checkLanguage(written);
  const schema = modeFields[name];
  const value = valueWritten(schema, written);
  if (value === undefined) {
    const hint = hintOf(name);
    throw new UsageError(
      `--${flagOf(name)} does not take ${inQuotes(written)}${hint === '' ? '' : `: give ${hint}`}.`,
    );
  }
  return value;
}

function flagOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}

/** Commander names an option's value by its flag in camel case: `--enable-screen-ocr` is `enableScreenOcr`. */
function attributeOf(name: string): string {
  return flagOf(name).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** What the option does, what it takes, and its default. */
function helpOf(name: FieldName): string {
  const defaults: Partial<Record<FieldName, unknown>> = modeDefaults;
  const usual = defaults[name];
  const isEmpty = usual === undefined || usual === null || (Array.isArray(usual) && usual.length === 0);
  const takes = hintOf(name);
  return takes === 'text' && isEmpty
    ? help[name]
    : `${help[name]} Takes ${takes}${isEmpty ? '' : `; default ${String(usual)}`}.`;
}

function hintOf(name: FieldName): string {
  return takesInWords(modeFields[name]);
}
