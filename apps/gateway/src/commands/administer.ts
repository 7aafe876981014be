import { randomUUID } from 'node:crypto';
import { parseUnits } from '../ledger/micro.ts';
import { type CommandLine, readAdminKey } from '../read-config.ts';
import { AdminClient } from './admin-client.ts';

/** The commands with which an operator administers a running gateway. Returns false for any other command. */
export async function administer({ command, words, options }: CommandLine): Promise<boolean> {
  const url = typeof options.url === 'string' ? options.url : `http://127.0.0.1:${options.port ?? 39_300}`;
  const work = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!work) return false;
  const client = new AdminClient(url, readAdminKey(options));
  console.log(JSON.stringify(await work(client, words, options), null, 2));
  return true;
}

type Work = (
  client: AdminClient,
  words: readonly string[],
  options: CommandLine['options'],
) => Promise<unknown>;

const commands: Readonly<Record<string, Work>> = {
  'add-account': (client, words) => client.ask('POST', '/accounts', { name: word(words, 0, 'a name') }),
  'add-token': (client, words, options) =>
    client.ask('POST', `/accounts/${word(words, 0, "the account's id")}/tokens`, {
      name: word(words, 1, 'a name for the token'),
      daily_budget_micro: micro(options['daily-budget']),
      total_budget_micro: micro(options['total-budget']),
    }),
  grant: (client, words, options) => {
    const key = typeof options.key === 'string' ? options.key : randomUUID();
    const amount_micro = micro(word(words, 1, 'an amount, such as 10.00'));
    const path = `/accounts/${word(words, 0, "the account's id")}/grants`;
    return client.ask('POST', path, { amount_micro, note: options.note }, { 'idempotency-key': key });
  },
  'set-price': (client, words, options) => {
    const base = { vendor: word(words, 0, 'a vendor'), model: word(words, 1, 'a model, or "*"') };
    if (options['per-minute'] === undefined)
      return client.ask('POST', '/prices', {
        ...base,
        kind: 'text',
        per_million_input_tokens_micro: micro(options['per-million-input']),
        per_million_output_tokens_micro: micro(options['per-million-output']),
      });
    return client.ask('POST', '/prices', {
      ...base,
      kind: 'speech',
      per_minute_micro: micro(options['per-minute']),
      minimum_seconds: whole(options['minimum-seconds']),
      rounding_seconds: whole(options['rounding-seconds']),
    });
  },
  'revoke-token': (client, words) =>
    client.ask(
      'DELETE',
      `/accounts/${word(words, 0, "the account's id")}/tokens/${word(words, 1, "the token's id")}`,
    ),
  'close-account': (client, words) =>
    client.ask('PATCH', `/accounts/${word(words, 0, "the account's id")}`, { closed: true }),
  reverse: (client, words, options) =>
    client.ask('POST', `/requests/${word(words, 0, "the request's id, from X-Quoth-Request")}/reversal`, {
      amount_micro: micro(word(words, 1, 'an amount, such as 0.01')),
      note: options.note,
    }),
  switch: (client, words) =>
    client.ask('PUT', `/vendors/${word(words, 0, 'a vendor')}`, {
      kind: oneOf(word(words, 1, '"speech" or "text"'), ['speech', 'text']),
      switched_on: oneOf(word(words, 2, '"on" or "off"'), ['on', 'off']) === 'on',
    }),
  account: (client, words) => client.ask('GET', `/accounts/${word(words, 0, "the account's id")}`),
  log: (client) => client.ask('GET', '/log'),
  accounts: (client) => client.ask('GET', '/accounts'),
  vendors: (client) => client.ask('GET', '/vendors'),
  prices: (client) => client.ask('GET', '/prices'),
  books: (client) => client.ask('GET', '/books'),
};

function word(words: readonly string[], index: number, what: string): string {
  const found = words[index];
  if (found === undefined) throw new Error(`This command needs ${what}.`);
  return found;
}

function oneOf(written: string, known: readonly string[]): string {
  if (known.includes(written)) return written;
  throw new Error(`"${written}" is none of ${known.join(', ')}.`);
}

/** As text, because JSON's numbers are unsuitable for money. */
function micro(written: string | boolean | undefined): string | undefined {
  if (written === undefined) return undefined;
  const amount = typeof written === 'string' ? parseUnits(written) : undefined;
  if (amount === undefined) throw new Error(`"${written}" is no amount. Write 10 or 0.0043.`);
  return String(amount);
}

function whole(written: string | boolean | undefined): number | undefined {
  return written === undefined ? undefined : Number(written);
}
