import { QuothError } from '@quoth/client';
import {
  adviceOf,
  clientIds,
  describeInstallation,
  installClient,
  launchOfClone,
  serveBridge,
} from '@quoth/mcp';
import { Option } from 'commander';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { printNotice } from '../print.ts';
import type { Register } from '../register.ts';

interface InstallFlags {
  readonly client: (typeof clientIds)[number];
  readonly config?: string;
  readonly print?: boolean;
  readonly json?: boolean;
}

/** `quoth mcp`: the bridge itself, on standard input and output; `quoth mcp install` tells a client of it. */
export const mcp: Register = (command, environment) => {
  command
    .addHelpText(
      'after',
      '\nExamples:\n  quoth mcp install --client claude-code\n  quoth mcp install --client zed --print\n  quoth mcp                     run by clients: MCP on standard input and output',
    )
    .action(() => serve(environment));
  command
    .command('install')
    .description("add Quoth to a client's MCP servers")
    .addOption(new Option('--client <client>', 'which client').choices(clientIds).makeOptionMandatory())
    .option('--config <file>', "another configuration file, such as a project's")
    .option('--print', 'print what to add without changing anything')
    .action(async (flags: InstallFlags) => {
      const { config } = environment;
      const outcome = await installClient({
        client: flags.client,
        ...(flags.config === undefined ? {} : { file: flags.config }),
        print: flags.print ?? false,
        launch: launchOfClone(environment.config.platform),
        surroundings: config,
      });
      if (outcome.state === 'refused' && flags.json) throw refused(outcome.reason);
      const advice = outcome.state === 'printed' ? adviceOf(outcome) : undefined;
      if (advice !== undefined && !flags.json) environment.stderr.write(`${advice}\n`);
      printNotice(environment, flags.json, { ok: true, ...outcome }, () => describeInstallation(outcome));
      if (outcome.state === 'refused') throw refused(outcome.reason);
    });
};

async function serve({ config, pipes, stderr, signal }: CliEnvironment): Promise<void> {
  if (!pipes) throw new UsageError('"quoth mcp" needs its own standard input and output.');
  const onError = (error: Error) => stderr.write(`quoth mcp: ${error.name}\n`);
  await serveBridge({ config, ...pipes, signal, onError });
}

function refused(reason: string): QuothError {
  return new QuothError('INVALID_REQUEST', {
    message: reason,
    hint: 'Nothing was changed. Add by hand what "--print" prints.',
  });
}
