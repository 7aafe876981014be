import { type Client, QuothError } from '@quoth/client';
import type { NamedToken, Scope } from '@quoth/contract';
import { didYouMean } from '../did-you-mean.ts';
import { localTime } from '../local-time.ts';
import { printNotice, table } from '../print.ts';
import { readTime } from '../read-time.ts';
import type { Register } from '../register.ts';
import { readScopes, scopesHelp } from '../scopes-option.ts';

interface CreateFlags {
  readonly scopes: readonly Scope[];
  readonly expires?: string;
  readonly toFile?: boolean;
  readonly json?: boolean;
}

/** `quoth tokens create|list|revoke`: tokens for programs; one is meant by its name or its id. */
export const tokens: Register = (command, environment) => {
  command
    .command('create <name>')
    .description('make a token for a program and print it, once')
    .requiredOption('--scopes <scopes>', 'what it allows, separated by commas', readScopes)
    .option('--expires <time>', 'when it ends, such as 2027-01-31; never without it')
    .option(
      '--to-file',
      'write it to a file in the data folder for "quoth mcp --as NAME" and do not print it',
    )
    .addHelpText('after', scopesHelp())
    .action(async (name: string, { scopes, expires, toFile, json }: CreateFlags) => {
      const expires_at = expires === undefined ? undefined : readTime(expires);
      const client = await environment.openOrStart();
      const body = await client.createNamedToken({
        body: { name, scopes: [...scopes], expires_at, to_file: toFile },
      });
      const { token, named_token } = body;
      if (!json && token !== null)
        environment.stderr.write(`The token of ${named_token.name}. It is not shown again:\n`);
      printNotice(environment, json, body, () => token ?? `Written to ${named_token.file}.`);
    });
  command
    .command('list')
    .description('list tokens: their scopes, last use and calls of the last 30 days')
    .action(async ({ json }: { json?: boolean }) => {
      const body = await (await environment.openOrStart()).listNamedTokens();
      printNotice(environment, json, body, () => listed(body.named_tokens));
    });
  command
    .command('revoke <token>')
    .description('revoke a token: refused at once, and its open connections end')
    .action(async (written: string, { json }: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const { id, name } = await tokenNamed(client, written);
      const body = await client.revokeNamedToken({ params: { id } });
      printNotice(environment, json, body, () => `Revoked ${name}.`);
    });
  command.addHelpText(
    'after',
    `${scopesHelp()}\n\nExamples:\n  quoth tokens create notes --scopes transcribe,rewrite\n  quoth tokens create backup --scopes history.read --expires 2027-01-31\n  quoth tokens list\n  quoth tokens revoke notes`,
  );
};

async function tokenNamed(client: Client, written: string): Promise<NamedToken> {
  const { named_tokens: all } = await client.listNamedTokens();
  const wanted = written.normalize('NFKC').trim().toLowerCase();
  const found = all.find(({ id, name }) => id === wanted || name.normalize('NFKC').toLowerCase() === wanted);
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
  const rows = all.map(({ name, scopes, last_used_at, expires_at, calls }) => {
    const sum = (outcome: 'done' | 'failed' | 'refused') =>
      calls.reduce((total, day) => total + day[outcome], 0);
    return [
      name,
      scopes.join(','),
      last_used_at === null ? 'never' : localTime(last_used_at),
      expires_at === null
        ? ''
        : `${Date.parse(expires_at) <= Date.now() ? 'ended' : 'until'} ${localTime(expires_at)}`,
      `${sum('done')} done, ${sum('failed')} failed, ${sum('refused')} refused`,
    ];
  });
  return table([['Token', 'Scopes', 'Last used', 'Ends', 'Calls in 30 days'], ...rows]);
}
