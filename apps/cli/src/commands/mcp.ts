import {
  adviceOf,
  bridgeSocket,
  clientIds,
  describeInstallation,
  describeRemoval,
  hasOwnToken,
  installClient,
  type McpClientId,
  ownTokenOf,
  removeClient,
  serveBridge,
  withOwnToken,
} from '@quoth/bridge';
import { QuothError } from '@quoth/client';
import {
  englishText,
  namedTokenKey,
  type RecordPermission,
  recordPermissions,
  type Scope,
} from '@quoth/contract';
import { launchCommand } from '@quoth/processes/places';
import { Option } from 'commander';
import type { CliEnvironment, Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { printNote, printNotice } from '../terminal/print.ts';
import { inQuotes } from '../terminal/wording.ts';
import { readScopes, scopesHelp } from './tokens.ts';

interface InstallFlags {
  readonly client: (typeof clientIds)[number];
  readonly config?: string;
  readonly scopes?: readonly Scope[];
  readonly record?: RecordPermission;
  readonly print?: boolean;
  readonly json?: boolean;
}

/** `quoth mcp`: the bridge itself, on standard input and output; `quoth mcp install` adds it to a client. */
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
    .description("Add Quoth to a client's MCP servers")
    .addOption(new Option('--client <client>', 'which client').choices(clientIds).makeOptionMandatory())
    .option('--config <file>', "another configuration file, such as a project's")
    .option('--print', 'print what to add without changing anything')
    .option('--scopes <scopes>', 'give the client its own token with only these scopes', readScopes)
    .addOption(
      new Option(
        '--record <permission>',
        'whether its token may record, with the scope record; ask: you press a button each time',
      ).choices(recordPermissions),
    )
    .addHelpText('after', scopesHelp())
    .action(async (flags: InstallFlags) => {
      const { config } = environment;
      const { program, args } = launchCommand(config.platform, ['mcp']);
      const launch = { command: program, args };
      if (flags.scopes && !flags.print) {
        const body = ownTokenOf(flags.client, flags.scopes, flags.record);
        await (await environment.openOrStart()).createNamedToken({ body });
      }
      const outcome = await installClient({
        client: flags.client,
        ...(flags.config === undefined ? {} : { file: flags.config }),
        print: flags.print ?? false,
        launch:
          flags.scopes || hasOwnToken(flags.client, config.dataFolder)
            ? withOwnToken(flags.client, launch)
            : launch,
        surroundings: config,
      });
      const notAdded = `${flags.scopes ? 'Its token has been created, but its' : 'Its'} configuration is as it was. Add by hand what "--print" prints.`;
      if (outcome.state === 'refused' && flags.json)
        throw refused(englishText(outcome.reason, 'commandLine'), notAdded);
      const advice = outcome.state === 'printed' ? adviceOf(outcome) : undefined;
      if (advice !== undefined && !flags.json) printNote(environment, advice);
      printNotice(environment, flags.json, { ok: true, ...outcome }, () => describeInstallation(outcome));
      if (flags.print && flags.scopes && !flags.json)
        printNote(environment, tokenByHand(flags, flags.scopes, config.dataFolder));
      if (outcome.state === 'refused') throw refused(englishText(outcome.reason, 'commandLine'), notAdded);
    });
  command
    .command('remove')
    .description("Remove Quoth from a client's MCP servers, and revoke the client's own token")
    .addOption(new Option('--client <client>', 'which client').choices(clientIds).makeOptionMandatory())
    .option('--config <file>', "another configuration file, such as a project's")
    .action(async ({ client, config: file, json }: Pick<InstallFlags, 'client' | 'config' | 'json'>) => {
      const revoked = await takeToken(environment, client);
      const surroundings = environment.config;
      const outcome = await removeClient({ client, ...(file !== undefined && { file }), surroundings });
      if (outcome.state === 'refused') {
        const token = revoked === undefined ? '' : ` Its token ${revoked} has been revoked.`;
        throw refused(
          englishText(outcome.reason, 'commandLine'),
          `Take the entry "quoth" out by hand.${token}`,
        );
      }
      const body = { ok: true, ...outcome, revoked: revoked ?? null } as const;
      printNotice(environment, json, body, () => describeRemoval(client, outcome, revoked));
    });
};

/** Takes the client's own token away; undefined where it has none. */
async function takeToken(environment: CliEnvironment, id: McpClientId): Promise<string | undefined> {
  const client = await environment.openOrStart();
  const { name: wanted } = ownTokenOf(id, [], undefined);
  const { named_tokens: all } = await client.listNamedTokens();
  const own = all.find(({ name, file }) => file !== null && namedTokenKey(name) === namedTokenKey(wanted));
  if (own) await client.revokeNamedToken({ params: { id: own.id } });
  return own?.name;
}

async function serve(
  { config, pipes, stderr, signal }: CliEnvironment,
  as: string | undefined,
): Promise<void> {
  if (!pipes) throw new UsageError('"quoth mcp" needs its own standard input and output.');
  const onError = (error: Error) => printNote({ stderr }, `quoth mcp: ${error.name}`);
  await serveBridge({
    config: { ...config, as, socket: bridgeSocket(config.env) },
    ...pipes,
    signal,
    onError,
  });
}

/** What is printed names a token that printing does not make. */
function tokenByHand({ client, record }: InstallFlags, scopes: readonly Scope[], dataFolder: string): string {
  if (hasOwnToken(client, dataFolder))
    return 'It keeps the token that it has: without "--print", that gets these scopes.';
  const { name } = ownTokenOf(client, scopes, record);
  const allowed = record === undefined ? '' : ` --record ${record}`;
  return `Its token is not created by this. To create it: quoth tokens create ${inQuotes(name)} --scopes ${scopes.join(',')}${allowed} --to-file`;
}

function refused(message: string, hint: string): QuothError {
  return new QuothError('INVALID_REQUEST', { message, hint });
}
