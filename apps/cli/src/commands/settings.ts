import type { Client } from '@quoth/client';
import { type Settings, settingDefaults, settingFields } from '@quoth/contract';
import { nearest } from '@quoth/text';
import type { CliEnvironment, Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { describeSchema, modeNamed, valueWritten } from '../terminal/choices.ts';
import { printNotice, printWrapped } from '../terminal/print.ts';
import { didYouMean, inQuotes } from '../terminal/wording.ts';
import { apiOn, describeApi } from './api.ts';
import { describeWyoming, wyomingOn } from './wyoming.ts';

type Name = keyof Settings;
const names = Object.keys(settingFields) as Name[];

/** `quoth settings list|get|set|reset`. */
export const settings: Register = (command, environment) => {
  command
    .command('list')
    .description('List all settings; changed ones are marked')
    .action(async (options: { json?: boolean }) => {
      const body = await (await environment.openOrStart()).getSettings();
      printWrapped(environment, options.json, body, () =>
        names.map((name) => entry(name, body.settings)).join('\n'),
      );
    });
  command
    .command('get <name>')
    .description('Print one setting as JSON')
    .action(async (written: string, options: { json?: boolean }) => {
      const name = nameOf(written);
      const { settings: all } = await (await environment.openOrStart()).getSettings();
      printNotice(environment, options.json, { ok: true, [name]: all[name] }, () =>
        JSON.stringify(all[name]),
      );
    });
  command
    .command('set <name> <value>')
    .description('Change a setting; null clears it where possible, commas separate list items')
    .action(async (written: string, text: string, options: { json?: boolean }) => {
      const name = nameOf(written);
      const value = valueWritten(settingFields[name], text);
      if (value === undefined) {
        throw new UsageError(
          `${name} takes ${describeSchema(settingFields[name])}, not ${inQuotes(text)}. ${settingFields[name].description ?? ''}`.trim(),
        );
      }
      const client = await environment.openOrStart();
      // A mode may be named as everywhere on the command line.
      const named =
        name === 'wyomingMode' && typeof value === 'string' ? await modeNamed(client, value) : undefined;
      await change(environment, client, { [name]: named?.id ?? value }, options.json);
    });
  command
    .command('reset <name>')
    .description('Reset a setting to its default')
    .action(async (written: string, options: { json?: boolean }) => {
      const name = nameOf(written);
      const client = await environment.openOrStart();
      await change(environment, client, { [name]: settingDefaults[name] }, options.json);
    });
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth settings set engineDevice cpu\n  quoth settings set engineIdleSeconds 0\n  quoth settings reset engineDevice',
  );
};

/**
 * Changes a setting, and says what came of it. Throws NO_CONNECTION where a listener that is switched on cannot have
 * its new port.
 */
async function change(
  environment: CliEnvironment,
  client: Client,
  changed: Partial<Settings>,
  json: boolean | undefined,
): Promise<void> {
  const body = await client.updateSettings({ body: changed });
  const words = (Object.keys(changed) as Name[]).map(
    (name) => `${name} is ${JSON.stringify(body.settings[name])}.`,
  );
  // It counts also where its listener cannot follow.
  if (!json) printNotice(environment, false, body, () => words.join('\n'));
  const moved = await movedListener(client, changed);
  if (json || moved !== undefined) printNotice(environment, json, body, () => moved ?? '');
}

/** The listener that has a new port, if it is switched on. */
async function movedListener(client: Client, changed: Partial<Settings>): Promise<string | undefined> {
  const isApi = 'apiFixedPort' in changed || 'apiContainerSocket' in changed;
  if (!isApi && !('wyomingPort' in changed)) return undefined;
  const { api_server: api, wyoming } = await client.getApplication();
  if (isApi && (api.enabled || api.this_run_only))
    return describeApi((await apiOn(client, api.this_run_only)).api_server);
  if ('wyomingPort' in changed && wyoming.enabled) return describeWyoming((await wyomingOn(client)).wyoming);
  return undefined;
}

/** The value, what it may be, and what it means. */
function entry(name: Name, all: Settings): string {
  const [value, usual] = [JSON.stringify(all[name]), JSON.stringify(settingDefaults[name])];
  const changed = value === usual ? '' : `   (changed; default ${usual})`;
  return [
    `${name.padEnd(24)} ${value}${changed}`,
    `    ${settingFields[name].description ?? ''}`,
    `    Takes ${describeSchema(settingFields[name])}; default ${usual}.`,
  ].join('\n');
}

function nameOf(written: string): Name {
  const wanted = written.toLowerCase().replace(/[-_]/g, '');
  const name = names.find((candidate) => candidate.toLowerCase() === wanted);
  if (name) return name;
  // The beginning of a name, also with a slip in it, is near to the name.
  const begun = names.filter((candidate) => nearest(wanted, [candidate.slice(0, wanted.length)]).length > 0);
  const near = didYouMean(written, names) || didYouMean(begun[0] ?? '', begun.slice(0, 1));
  throw new UsageError(
    `There is no setting ${inQuotes(written)}.${near}\nTo see all of them: quoth settings list`,
  );
}
