import {
  type HyperWhisperField,
  hyperWhisperFields,
  type Mode,
  type ModeWarning,
  modeDefaults,
  modeFields,
} from '@quoth/contract';
import type { Command } from 'commander';
import type { CliEnvironment, Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { checkLanguage, describeSchema, modeNamed, valueWritten } from '../terminal/choices.ts';
import { printNote, printNotice, table } from '../terminal/print.ts';
import { inQuotes } from '../terminal/wording.ts';

type Options = Record<string, unknown> & { json?: boolean };

/** `quoth modes list|show|create|edit|delete`; a mode is meant by its id or its name. */
export const modes: Register = (command, environment) => {
  command
    .command('list')
    .description('List all modes')
    .action(async (options: Options) => {
      const body = await (await environment.openOrStart()).listModes();
      printNotice(environment, options.json, body, () =>
        table([
          ['Id', 'Mode', 'Language', ''],
          ...body.modes.map((mode) => [mode.id, mode.name, mode.language, mode.isDefault ? 'default' : '']),
        ]),
      );
    });
  command
    .command('show <mode>')
    .description('Show one mode, by name or id')
    .action(async (written: string, options: Options) => {
      const client = await environment.openOrStart();
      const body = await client.getMode({ params: { id: (await modeNamed(client, written)).id } });
      printNotice(environment, options.json, body, () => describe(body.mode));
    });
  addModeOptions(command.command('create [name]').description('Create a mode')).action(
    async (written: string | undefined, options: Options) => {
      const { name = written, ...fields } = modeFieldsOf(options);
      if (typeof name !== 'string')
        throw new UsageError('A mode needs a name: quoth modes create "My mode".');
      const body = await (await environment.openOrStart()).createMode({ body: { name, ...fields } });
      printNotice(environment, options.json, body, () => `Created ${body.mode.name} (${body.mode.id}).`);
      printWarnings(environment, body);
    },
  );
  addModeOptions(command.command('edit <mode>').description('Change a mode')).action(
    async (written: string, options: Options) => {
      const fields = modeFieldsOf(options);
      if (Object.keys(fields).length === 0)
        throw new UsageError(
          `Name a field to change, such as: quoth modes edit ${inQuotes(written)} --english-spelling british\nTo see all of them: quoth modes edit --help`,
        );
      const client = await environment.openOrStart();
      const id = (await modeNamed(client, written)).id;
      const body = await client.updateMode({ params: { id }, body: fields });
      printNotice(environment, options.json, body, () => `Changed ${body.mode.name}.`);
      printWarnings(environment, body);
    },
  );
  command
    .command('delete <mode>')
    .description('Delete a mode')
    .action(async (written: string, options: Options) => {
      const client = await environment.openOrStart();
      const body = await client.deleteMode({ params: { id: (await modeNamed(client, written)).id } });
      printNotice(environment, options.json, body, () => `Deleted ${written}.`);
    });
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth modes create Mail --preset email --language en\n  quoth modes edit Mail --punctuation false\n  quoth modes delete Mail',
  );
};

/** On standard error, so that `--json` stays what it is. */
function printWarnings(
  environment: CliEnvironment,
  { warnings = [] }: { readonly warnings?: readonly ModeWarning[] | undefined },
): void {
  for (const { field, message } of warnings)
    printNote(environment, `Warning: --${flagOf(field)}: ${message}`);
}

function describe(mode: Mode): string {
  return table(
    Object.entries(mode).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** Those of other clients are kept, and not set here. */
type FieldName = Exclude<keyof typeof modeFields, HyperWhisperField>;
const names = Object.keys(modeFields).filter(
  (name) => !hyperWhisperFields.some((kept) => kept === name),
) as FieldName[];

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
  numbersAsDigits: 'Write spoken numbers in digits: off, dictation or always.',
  numbersAsWords: 'Write counts from 2 to 100 in words: off, dictation or always.',
  spokenMarks: 'Saying "comma" or "scratch that" does it: off, dictation or always.',
  removeFillers: 'Leave out "um" and words said twice: off, dictation or always.',
  spaceBetweenDictations: 'Put a space between two dictations at the same place.',
  sendKey: 'Press after a dictation, in the programs of the setting sendPrograms: off, enter or ctrl-enter.',
  customVocabulary: 'Words to expect, separated by commas; "heard => written" also replaces.',
  useStreamingTranscription: 'Send speech to a cloud provider while you speak.',
  enableScreenOCR: 'Read words to expect from the screen.',
  applications: 'Programs in which dictations use this mode: [{"program": "thunderbird"}].',
  sendProgramName: 'Tell the rewriting provider which program the text is for.',
  isDefault: 'Make this the default mode.',
  sortOrder: 'Position in the list.',
};

/** Adds one option for each field of a mode, `--field-name <value>`; `null` clears a field that can be empty. */
function addModeOptions(command: Command): Command {
  for (const name of names) command.option(`--${flagOf(name)} <value>`, helpOf(name));
  return command;
}

/** The fields that were given, each with the JSON type that the contract wants. Throws UsageError. */
function modeFieldsOf(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
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
  return describeSchema(modeFields[name]);
}
