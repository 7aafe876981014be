import { type Client, QuothError } from '@quoth/client';
import {
  type NamedToken,
  namedTokenKey,
  type RecordPermission,
  recordPermissions,
  type Scope,
  scopeMeanings,
  scopes,
  sharedTokenPermissions,
} from '@quoth/contract';
import { InvalidArgumentError, Option } from 'commander';
import type { Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { readTime } from '../terminal/choices.ts';
import { printNote, printNotice, table } from '../terminal/print.ts';
import { didYouMean, localTime } from '../terminal/wording.ts';

interface CreateFlags {
  readonly scopes: readonly Scope[];
  readonly expires?: string;
  readonly toFile?: boolean;
  readonly record?: RecordPermission;
  readonly json?: boolean;
}

interface AllowFlags {
  readonly record: RecordPermission;
  readonly sharedToken?: boolean;
  readonly json?: boolean;
}

/** `quoth tokens create|list|allow|revoke`: tokens for programs, each named by its name or its id. */
export const tokens: Register = (command, environment) => {
  command
    .command('create <name>')
    .description('Create a token for a program and print it, once')
    .requiredOption('--scopes <scopes>', 'what the token allows, separated by commas', readScopes)
    .option('--expires <time>', 'when it ends, such as 2027-01-31 (default: never)')
    .option(
      '--to-file',
      'write it to a file in the data folder for "quoth mcp --as NAME" and do not print it',
    )
    .addOption(
      new Option(
        '--record <permission>',
        'whether it may record, with the scope record; ask: you press a button each time',
      ).choices(recordPermissions),
    )
    .addHelpText('after', scopesHelp())
    .action(async (name: string, { scopes, expires, toFile, record, json }: CreateFlags) => {
      const expires_at = expires === undefined ? undefined : readTime(expires);
      const client = await environment.openOrStart();
      const body = await client.createNamedToken({
        body: { name, scopes: [...scopes], record, expires_at, to_file: toFile },
      });
      const { token, named_token } = body;
      if (!json && token !== null)
        printNote(environment, `The token of ${named_token.name}. It will not be shown again:`);
      printNotice(environment, json, body, () => token ?? `Written to ${named_token.file}.`);
    });
  command
    .command('list')
    .description('List tokens: their scopes, last use and calls of the last 30 days')
    .action(async ({ json }: { json?: boolean }) => {
      const body = await (await environment.openOrStart()).listNamedTokens();
      printNotice(environment, json, body, () => listed(body.named_tokens));
    });
  command
    .command('allow [token]')
    .description('Set whether a program whose token has the scope record may record')
    .addOption(
      new Option(
        '--record <permission>',
        'never; ask: you press a button each time; always: with a sign on the screen',
      )
        .choices(recordPermissions)
        .makeOptionMandatory(),
    )
    .option('--shared-token', 'for all programs that use the token in the discovery file (never or ask)')
    .action(async (written: string | undefined, { record, sharedToken, json }: AllowFlags) => {
      const client = await environment.openOrStart();
      if (sharedToken) {
        const shared = sharedTokenPermissions.find((permission) => permission === record);
        if (written !== undefined || shared === undefined) throw notShared();
        const body = await client.updateSettings({ body: { sharedTokenRecord: shared } });
        printNotice(
          environment,
          json,
          body,
          () => `Programs with the shared token: ${permissionTexts[record]}.`,
        );
        return;
      }
      if (written === undefined) throw new UsageError('Name a token, or use --shared-token.');
      const { id, name } = await tokenNamed(client, written);
      const body = await client.allowNamedToken({ params: { id }, body: { record } });
      printNotice(environment, json, body, () => `${name}: ${permissionTexts[record]}.`);
    });
  command
    .command('revoke <token>')
    .description('Revoke a token: it is refused at once, and its open connections are closed')
    .action(async (written: string, { json }: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const { id, name } = await tokenNamed(client, written);
      const body = await client.revokeNamedToken({ params: { id } });
      printNotice(environment, json, body, () => `Revoked ${name}.`);
    });
  command.addHelpText(
    'after',
    `${scopesHelp()}\n\nExamples:\n  quoth tokens create notes --scopes transcribe,rewrite\n  quoth tokens create backup --scopes history.read --expires 2027-01-31\n  quoth tokens allow notes --record ask\n  quoth tokens list\n  quoth tokens revoke notes`,
  );
};

const permissionTexts: Readonly<Record<RecordPermission, string>> = {
  never: 'may not record',
  ask: 'may ask to record, and you press a button each time',
  always: 'may record at any time, with a sign on the screen',
};

function notShared(): UsageError {
  return new UsageError(
    '--shared-token takes no name, and only --record never or --record ask: any program can read it.',
  );
}

async function tokenNamed(client: Client, written: string): Promise<NamedToken> {
  const { named_tokens: all } = await client.listNamedTokens();
  const wanted = namedTokenKey(written);
  const found = all.find(({ id, name }) => id === wanted || namedTokenKey(name) === wanted);
  if (found) return found;
  const names = all.map(({ name }) => name);
  throw new QuothError('INVALID_REQUEST', {
    message: `There is no token "${written}".${didYouMean(written, names)}`,
    hint: '"quoth tokens list" lists them.',
  });
}

function listed(all: readonly NamedToken[]): string {
  if (all.length === 0)
    return 'No program has a token of its own. Make one: quoth tokens create NAME --scopes transcribe';
  const rows = all.map(({ name, scopes, record, last_used_at, expires_at, calls }) => {
    const sum = (outcome: 'done' | 'failed' | 'refused') =>
      calls.reduce((total, day) => total + day[outcome], 0);
    return [
      name,
      scopes.map((scope) => (scope === 'record' ? `record (${record})` : scope)).join(','),
      last_used_at === null ? 'never' : localTime(last_used_at),
      expires_at === null
        ? ''
        : `${Date.parse(expires_at) <= Date.now() ? 'ended' : 'until'} ${localTime(expires_at)}`,
      `${sum('done')} done, ${sum('failed')} failed, ${sum('refused')} refused`,
    ];
  });
  return table([['Token', 'Scopes', 'Last used', 'Ends', 'Calls in 30 days'], ...rows]);
}

/** Scopes as they are written on the command line, separated by commas or spaces. */
export function readScopes(written: string): Scope[] {
  const names = written.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('Name at least one scope.');
  return names.map((name) => {
    const found = scopes.find((scope) => scope === name.toLowerCase());
    if (found) return found;
    throw new InvalidArgumentError(`There is no scope "${name}".${didYouMean(name, scopes)}`);
  });
}

/** For `--help`. */
export function scopesHelp(): string {
  return `\nScopes:\n${table(scopes.map((scope) => ['', scope, scopeMeanings[scope]]))}`;
}
