import type { Mode } from '@quoth/contract';
import { UsageError } from '../exit-codes.ts';
import { inQuotes } from '../in-quotes.ts';
import { modeNamed } from '../mode-named.ts';
import { addModeOptions, modeFieldsOf } from '../mode-options.ts';
import { printNotice, table } from '../print.ts';
import type { Register } from '../register.ts';

type Options = Record<string, unknown> & { json?: boolean };

/** `quoth modes list|show|create|edit|delete`; a mode is meant by its id or its name. */
export const modes: Register = (command, environment) => {
  command
    .command('list')
    .description('list all modes')
    .action(async (options: Options) => {
      const body = await (await environment.openOrStart()).listModes();
      printNotice(environment, options.json, body, () =>
        table(body.modes.map((mode) => [mode.id, mode.name, mode.language, mode.isDefault ? 'default' : ''])),
      );
    });
  command
    .command('show <mode>')
    .description('show one mode, by name or id')
    .action(async (written: string, options: Options) => {
      const client = await environment.openOrStart();
      const body = await client.getMode({ params: { id: (await modeNamed(client, written)).id } });
      printNotice(environment, options.json, body, () => describe(body.mode));
    });
  addModeOptions(command.command('create [name]').description('create a mode')).action(
    async (written: string | undefined, options: Options) => {
      const { name = written, ...fields } = modeFieldsOf(options);
      if (typeof name !== 'string')
        throw new UsageError('A mode needs a name: quoth modes create "My mode".');
      const body = await (await environment.openOrStart()).createMode({ body: { name, ...fields } });
      printNotice(environment, options.json, body, () => `Created ${body.mode.name} (${body.mode.id}).`);
    },
  );
  addModeOptions(command.command('edit <mode>').description('change the given fields')).action(
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
    },
  );
  command
    .command('delete <mode>')
    .description('delete a mode')
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

function describe(mode: Mode): string {
  return table(
    Object.entries(mode).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
