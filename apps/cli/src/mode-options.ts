import { modeFields } from '@quoth/contract';
import type { Command } from 'commander';
import { UsageError } from './exit-codes.ts';
import { valueWritten } from './written-value.ts';

type FieldName = keyof typeof modeFields;
const names = Object.keys(modeFields) as FieldName[];

/** Adds one option for each field of a mode, `--field-name <value>`; `null` clears a field that can be empty. */
export function addModeOptions(command: Command): Command {
  for (const name of names) command.option(`--${flagOf(name)} <value>`, hintOf(name));
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
  const schema = modeFields[name];
  const value = valueWritten(schema, written);
  if (value === undefined) {
    const hint = hintOf(name);
    throw new UsageError(
      `--${flagOf(name)} does not take "${written}"${hint === '' ? '' : `: give ${hint}`}.`,
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

function hintOf(name: FieldName): string {
  const schema = modeFields[name];
  if (schema.safeParse(true).success) return 'true or false';
  if (schema.safeParse(['a']).success) return 'a list with commas between';
  const words = optionsOf(schema);
  return words ? words.join(', ') : '';
}

function optionsOf(schema: (typeof modeFields)[FieldName]): readonly string[] | undefined {
  const inner = 'unwrap' in schema ? schema.unwrap() : schema;
  if ('in' in inner && 'options' in inner.in) return inner.in.options.map(String);
  if (!('options' in inner)) return undefined;
  return inner.options.map((option) =>
    typeof option === 'object' ? [...option.values].join() : String(option),
  );
}
