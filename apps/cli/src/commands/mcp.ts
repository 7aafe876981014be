import { QuothError } from '@quoth/client';
import { type RecordLeave, recordLeaves, type Scope } from '@quoth/contract';
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
import { readScopes, scopesHelp } from '../scopes-option.ts';

interface InstallFlags {
  readonly client: (typeof clientIds)[number];
  readonly config?: string;
  readonly scopes?: readonly Scope[];
  readonly record?: RecordLeave;
  readonly print?: boolean;
  readonly json?: boolean;
}

/** `quoth mcp`: the bridge itself, on standard input and output; `quoth mcp install` tells a client of it. */
export const mcp: Register = (command, environment) => {
  command
    .option('--as <name>', 'use the token of this name instead of the one that allows everything')
    .addHelpText(
      'after',
      '\nExamples:\n  quoth mcp install --client claude-code\n  quoth mcp install --client cursor --scopes transcribe,rewrite,modes.read\n  quoth mcp install --client zed --print\n  quoth mcp                     run by clients: MCP on standard input and output',
    )
    .action(({ as }: { as?: string }) => serve(environment, as));
  command
    .command('install')
    .description("add Quoth to a client's MCP servers")
    .addOption(new Option('--client <client>', 'which client').choices(clientIds).makeOptionMandatory())
    .option('--config <file>', "another configuration file, such as a project's")
    .option('--print', 'print what to add without changing anything')
    .option('--scopes <scopes>', 'give it a token of its own that allows only this', readScopes)
    .addOption(new Option('--record <leave>', 'how far its scope record goes').choices(recordLeaves))
    .addHelpText('after', scopesHelp())
    .action(async (flags: InstallFlags) => {
      const { config } = environment;
      const launch = launchOfClone(config.platform);
      if (flags.scopes && !flags.print)
        await giveToken(environment, flags.client, flags.scopes, flags.record);
      const outcome = await installClient({
        client: flags.client,
        ...(flags.config === undefined ? {} : { file: flags.config }),
        print: flags.print ?? false,
        launch: flags.scopes ? { ...launch, args: [...launch.args, '--as', flags.client] } : launch,
        surroundings: config,
      });
      if (outcome.state === 'refused' && flags.json) throw refused(outcome.reason);
      const advice = outcome.state === 'printed' ? adviceOf(outcome) : undefined;
      if (advice !== undefined && !flags.json) environment.stderr.write(`${advice}\n`);
      printNotice(environment, flags.json, { ok: true, ...outcome }, () => describeInstallation(outcome));
      if (outcome.state === 'refused') throw refused(outcome.reason);
    });
};

/** Makes the client's own token, in place of the one that it had: the file is there before the client is told of it. */
async function giveToken(
  environment: CliEnvironment,
  name: string,
  scopes: readonly Scope[],
  record: RecordLeave | undefined,
): Promise<void> {
  const client = await environment.openOrStart();
  const { named_tokens: all } = await client.listNamedTokens();
  const before = all.find((token) => token.name.toLowerCase() === name);
  if (before?.file === null) {
    throw new QuothError('INVALID_REQUEST', {
      message: `There is already a token named "${name}", and it was shown to somebody.`,
      hint: `Revoke it first: quoth tokens revoke ${name}`,
    });
  }
  if (before) await client.revokeNamedToken({ params: { id: before.id } });
  await client.createNamedToken({ body: { name, scopes: [...scopes], record, to_file: true } });
}

async function serve(
  { config, pipes, stderr, signal }: CliEnvironment,
  as: string | undefined,
): Promise<void> {
  if (!pipes) throw new UsageError('"quoth mcp" needs its own standard input and output.');
  const onError = (error: Error) => stderr.write(`quoth mcp: ${error.name}\n`);
  await serveBridge({ config: { ...config, as }, ...pipes, signal, onError });
}

function refused(reason: string): QuothError {
  return new QuothError('INVALID_REQUEST', {
    message: reason,
    hint: 'Nothing was changed. Add by hand what "--print" prints.',
  });
}
