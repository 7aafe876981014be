import { type Client, QuothError } from '@quoth/client';
import {
  type EndpointPreset,
  endpointPresets,
  type Provider,
  type ProviderAccount,
  withVersion,
} from '@quoth/contract';
import type { Register } from '../environment.ts';
import { readSecret } from '../terminal/ask.ts';
import { printNotice, table } from '../terminal/print.ts';
import { formatTime, inQuotes } from '../terminal/wording.ts';

interface Options {
  readonly json?: boolean;
}

interface EndpointOptions extends Options {
  readonly id?: string;
  readonly name?: string;
  readonly withKey?: boolean;
  readonly allowUnencrypted?: boolean;
}

const unencrypted =
  'it is in your local network and called by http: what you say and the key can be read and changed there';

/**
 * `quoth providers list|set-key|remove-key|test|models|add-endpoint|add-gateway|balance|remove-endpoint`. Keys come
 * from a prompt or standard input, never from an argument.
 */
export const providers: Register = (command, environment) => {
  command
    .command('list')
    .description('List providers and their health')
    .action(async (options: Options) => {
      const body = await (await environment.openOrStart()).listProviders();
      printNotice(environment, options.json, body, () => listed(body.providers));
    });
  command
    .command('set-key <provider>')
    .description('Store and check a key, read from a prompt or from standard input')
    .action(async (written: string, options: Options) => {
      const { id, displayName } = await providerNamed(await environment.openOrStart(), written);
      const key = await readSecret(environment, `Key for ${displayName} (it is not shown): `);
      // An application that was started for this command may have ended while the key was looked for.
      const client = await environment.openOrStart();
      await client.setProviderKey({ params: { id }, body: { key } });
      const body = await client.testProvider({ params: { id }, signal: environment.signal });
      printNotice(environment, options.json, body, () => `The key is kept. ${described(body.provider)}`);
    });
  command
    .command('remove-key <provider>')
    .description('Remove a key')
    .action(async (written: string, options: Options) => {
      const client = await environment.openOrStart();
      const { id } = await providerNamed(client, written);
      const body = await client.removeProviderKey({ params: { id } });
      printNotice(environment, options.json, body, () => described(body.provider));
    });
  command
    .command('test <provider>')
    .description('Test a key or server; exit code 1 unless it works')
    .action(async (written: string, options: Options) => {
      const client = await environment.openOrStart();
      const { id } = await providerNamed(client, written);
      const body = await client.testProvider({ params: { id }, signal: environment.signal });
      if (body.provider.status !== 'healthy') throw unhealthy(body.provider);
      printNotice(environment, options.json, body, () => described(body.provider));
    });
  command
    .command('models <server>')
    .description('List the models of one of your servers')
    .action(async (written: string, options: Options) => {
      const client = await environment.openOrStart();
      const { id } = await providerNamed(client, written);
      const body = await client.listEndpointModels({ params: { id }, signal: environment.signal });
      printNotice(environment, options.json, body, () => body.models.join('\n'));
    });
  command
    .command('add-endpoint <address>')
    .description(`Add an OpenAI-compatible server: its base address, or ${endpointPresets.join(', ')}`)
    .option('--id <id>', 'its id in modes and requests')
    .option('--name <name>', 'its display name')
    .option('--with-key', 'it needs a key: read it from a prompt or from standard input')
    .option('--allow-unencrypted', unencrypted)
    .action(async (address: string, { id, name, withKey, allowUnencrypted, json }: EndpointOptions) => {
      const preset = endpointPresets.find((known) => known === address.toLowerCase());
      const key = withKey
        ? await readSecret(environment, 'Key of the server (it is not shown): ')
        : undefined;
      const client = await environment.openOrStart();
      const body = await client.addEndpoint({
        body: { ...whereIs(preset, address), id, displayName: name, key, allowUnencrypted },
      });
      printNotice(environment, json, body, () => {
        const { id: added, displayName, base_url } = body.provider;
        return `Added ${displayName} (${added}) at ${base_url}. "quoth providers test ${added}" checks it.`;
      });
    });
  command
    .command('add-gateway <address>')
    .description('Add a Quoth gateway by its address; asks for the token')
    .option('--id <id>', 'its id in modes and requests')
    .option('--name <name>', 'its display name')
    .option('--allow-unencrypted', unencrypted)
    .action(async (address: string, { id, name, allowUnencrypted, json }: EndpointOptions) => {
      const key = await readSecret(environment, 'Token of the gateway (it is not shown): ');
      const client = await environment.openOrStart();
      const body = await client.addEndpoint({
        body: {
          ...{ preset: 'quoth-gateway', baseUrl: withVersion(address), id },
          ...{ displayName: name, key, allowUnencrypted },
        },
      });
      const tested = await client.testProvider({
        params: { id: body.provider.id },
        signal: environment.signal,
      });
      printNotice(
        environment,
        json,
        tested,
        () =>
          `${described(tested.provider)} A mode with "model": "cloud" and a tier goes there; "quoth providers balance ${body.provider.id}" shows what is left.`,
      );
    });
  command
    .command('balance <gateway>')
    .description('Show the remaining credit at a gateway and the price per minute')
    .action(async (written: string, options: Options) => {
      const client = await environment.openOrStart();
      const { id } = await providerNamed(client, written);
      const body = await client.getProviderAccount({ params: { id }, signal: environment.signal });
      printNotice(environment, options.json, body, () => balanceOf(body.account));
    });
  command
    .command('remove-endpoint <server>')
    .description('Remove one of your servers and its key')
    .action(async (written: string, options: Options) => {
      const client = await environment.openOrStart();
      const { id, displayName } = await providerNamed(client, written);
      const body = await client.removeEndpoint({ params: { id } });
      printNotice(environment, options.json, body, () => `Removed ${displayName}.`);
    });
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth providers set-key deepgram\n  pass show deepgram | quoth providers set-key deepgram\n  quoth providers add-endpoint ollama\n  quoth providers add-gateway https://cloud.example.com\n  quoth transcribe memo.wav --engine deepgram',
  );
};

function balanceOf({ currency, available_micro: left, tiers, low }: ProviderAccount): string {
  const money = (micro: number) => `${(micro / 1_000_000).toFixed(4)} ${currency}`;
  const rows = tiers.map(({ id, per_minute_micro: price, minutes_left: minutes }) => [
    id,
    `${money(price)} a minute`,
    minutes === null ? '' : `${minutes} minutes left`,
  ]);
  const warning = low ? ['Low: less than ten minutes are left.'] : [];
  return [`${money(left)} left`, table(rows), ...warning].join('\n');
}

function whereIs(preset: EndpointPreset | undefined, address: string) {
  return preset ? { preset } : { baseUrl: address };
}

/** The provider that is meant by its id or its name. Throws INVALID_REQUEST naming those that there are. */
async function providerNamed(client: Client, written: string): Promise<Provider> {
  const { providers: all } = await client.listProviders();
  const wanted = written.trim().toLowerCase();
  const found = all.find(({ id, displayName }) => id === wanted || displayName.toLowerCase() === wanted);
  if (found) return found;
  throw new QuothError('INVALID_REQUEST', {
    message: `There is no provider ${inQuotes(written)}.`,
    hint: `There are ${all.map(({ id }) => id).join(', ')}.`,
  });
}

function listed(all: readonly Provider[]): string {
  const rows = all.map((provider) => [
    provider.id,
    provider.displayName,
    provider.jobs.join(', '),
    provider.label,
    provider.checked_at === null ? '' : `checked ${ageOf(provider.checked_at)}`,
  ]);
  const reasons = all.flatMap(({ displayName, reason }) =>
    reason === null ? [] : [`${displayName}: ${reason}`],
  );
  return [table([['Provider', 'Name', 'Does', 'Health', ''], ...rows]), ...reasons].join('\n');
}

function described({ displayName, label, reason }: Provider): string {
  return `${displayName}: ${label}.${reason === null ? '' : ` ${reason}`}`;
}

function ageOf(checkedAt: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(checkedAt)) / 1000));
  return `${formatTime(seconds)} ago`;
}

function unhealthy(provider: Provider): QuothError {
  return new QuothError(provider.status === 'unauthorized' ? 'MISSING_API_KEY' : 'ENGINE_UNAVAILABLE', {
    message: described(provider),
    hint:
      provider.status === 'unauthorized'
        ? `Set a valid key: quoth providers set-key ${provider.id}`
        : 'Check the network and the address, then try again.',
  });
}
