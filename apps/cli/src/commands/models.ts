import type { Register } from '../command-table.ts';
import { printResult, table } from '../print.ts';

/** `quoth models list`. */
export const models: Register = (command, environment) => {
  command
    .command('list')
    .description('the model catalog')
    .option('--installed', 'only what can be used now')
    .action(async (options: { installed?: boolean; json?: boolean }) => {
      const client = await environment.openOrStart();
      const query = options.installed ? { installed_only: true } : {};
      const body = await client.listModels({ query });
      printResult(environment, options.json, body, () =>
        table(
          body.models.map((model) => [
            model.id,
            model.displayName,
            model.installed ? 'installed' : (model.install_hint ?? 'not installed'),
          ]),
        ),
      );
    });
  command.addHelpText('after', '\nExamples:\n  quoth models list --installed');
};
