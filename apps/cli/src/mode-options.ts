import { modeDefaults, modeFields } from '@quoth/contract';
import type { Command } from 'commander';
import { checkLanguage } from './check-language.ts';
import { UsageError } from './exit-codes.ts';
import { inQuotes } from './in-quotes.ts';
import { takesInWords } from './takes-in-words.ts';
import { valueWritten } from './written-value.ts';

type FieldName = keyof typeof modeFields;
const names = Object.keys(modeFields) as FieldName[];

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

/** What the field means, what it takes, and what it is when nobody says. */
function helpOf(name: FieldName): string {
  const usual =
    name in modeDefaults
      ? `; default ${JSON.stringify(modeDefaults[name as keyof typeof modeDefaults])}`
      : '';
  return `${modeFields[name].description ?? ''} Takes ${hintOf(name)}${usual}.`;
}

function hintOf(name: FieldName): string {
  return takesInWords(modeFields[name]);
}
