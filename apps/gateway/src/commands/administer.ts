import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { printedJson } from '@quoth/contract';
import { parseUnits, withUnits } from '../ledger/prices.ts';
import {
  addressOf,
  type CommandLine,
  dataFolderOf,
  howToStart,
  readAdminKey,
  startingFileOf,
} from '../read-config.ts';

/** How often a gateway that is starting is asked again. */
const AGAIN_MS = 200;

/** A client of a running gateway's admin routes. */
export class AdminClient {
  readonly #base: string;
  readonly #key: string;
  readonly #mayStart: () => boolean;
  /** What the gateway's amounts are in, such as `USD`; known after the first answer. */
  currency: string | undefined;

  /** `mayStart`: asked while nothing listens there; true to wait for it. */
  constructor(base: string, key: string, mayStart = () => false) {
    this.#base = base.replace(/\/+$/, '');
    this.#key = key;
    this.#mayStart = mayStart;
  }

  /** Throws an Error with the gateway's words. */
  async ask<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const response = await this.#reach(`${this.#base}/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.currency = response.headers.get('x-quoth-currency') ?? undefined;
    const answer = (await response.json()) as T & { error?: { message?: string } };
    if (response.ok) return answer;
    throw new Error(answer.error?.message ?? `The gateway answers with status ${response.status}.`);
  }

  async #reach(url: string, request: RequestInit): Promise<Response> {
    for (;;) {
      // Read before asking: it may begin to listen in between.
      const mayStart = this.#mayStart();
      try {
        return await fetch(url, request);
      } catch (error) {
        // Only a refused connection: then nothing was sent.
        const isRefused = ((error as Error).cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';
        if (!isRefused || !mayStart)
          throw new Error(
            `No gateway answers at ${this.#base}. Start it ${howToStart}, or name its address with --url.`,
          );
        await sleep(AGAIN_MS);
      }
    }
  }
}

/** A gateway that was started at the same moment has not said so yet. */
const GRACE_MS = 2_000;
const STARTING_MS = 120_000;

/** The commands with which an operator administers a running gateway. Returns false for any other command. */
export async function administer({ command, words, options }: CommandLine): Promise<boolean> {
  const work = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!work) return false;
  const mayStart = waiting(dataFolderOf(options));
  const client = new AdminClient(addressOf(options), await adminKey(options, mayStart), mayStart);
  const answer = await work(client, words, options);
  const shown = withUnits(answer) as object;
  const hasAmounts = JSON.stringify(shown) !== JSON.stringify(answer);
  console.log(printedJson(hasAmounts ? { ...shown, currency: client.currency } : shown, 2));
  return true;
}

/** Whether a gateway of this folder is starting, or may be about to; says what is waited for. */
function waiting(folder: string): () => boolean {
  const began = performance.now();
  let said: string | undefined;
  return () => {
    const waited = performance.now() - began;
    const isKnown = isStarting(folder);
    const words = isKnown
      ? 'The gateway is starting. Waiting until it is ready …'
      : 'Looking for a gateway that has just been started …';
    // Nothing is printed for a gateway that is not known to be starting and answers at once.
    if (words !== said && (isKnown || waited > GRACE_MS / 4)) {
      console.error(words);
      said = words;
    }
    return waited < (isKnown ? STARTING_MS : GRACE_MS);
  };
}

/** The first start creates the key: a gateway that is about to has none yet. */
async function adminKey(options: CommandLine['options'], mayStart: () => boolean): Promise<string> {
  for (;;) {
    const isLast = !mayStart();
    const key = readAdminKey(options);
    if (key !== undefined) return key;
    if (isLast)
      throw new Error(
        `There is no admin key in ${dataFolderOf(options)}. Start the gateway ${howToStart}, or name its folder with --data-folder.`,
      );
    await sleep(100);
  }
}

function isStarting(folder: string): boolean {
  try {
    const id = Number(readFileSync(startingFileOf(folder), 'utf8'));
    return id > 0 && process.kill(id, 0);
  } catch {
    return false;
  }
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
    const amount_micro = above0(word(words, 1, 'an amount, such as 10.00'));
    const path = `/accounts/${word(words, 0, "the account's id")}/grants`;
    return client.ask('POST', path, { amount_micro, note: options.note }, { 'idempotency-key': key });
  },
  'set-price': (client, words, options) => {
    const base = { vendor: word(words, 0, 'a vendor'), model: word(words, 1, 'a model, or "*"') };
    if (options['per-minute'] === undefined) {
      if (options['per-million-input'] === undefined || options['per-million-output'] === undefined)
        throw new Error(
          'This command needs --per-minute 0.006 for speech, or --per-million-input 0.10 and --per-million-output 0.40 for texts.',
        );
      return client.ask('POST', '/prices', {
        ...base,
        kind: 'text',
        per_million_input_tokens_micro: micro(options['per-million-input']),
        per_million_output_tokens_micro: micro(options['per-million-output']),
      });
    }
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
      amount_micro: above0(word(words, 1, 'an amount, such as 0.01')),
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
  if (amount === undefined)
    throw new Error(
      `"${written}" is not an amount. Write 10 or 0.0043, in the currency, with six decimals at most.`,
    );
  return String(amount);
}

function above0(written: string): string | undefined {
  const amount = micro(written);
  if (amount === '0') throw new Error('The amount must be more than 0.');
  return amount;
}

function whole(written: string | boolean | undefined): number | undefined {
  if (written === undefined) return undefined;
  const seconds = Number(written);
  if (Number.isInteger(seconds) && seconds >= 0) return seconds;
  throw new Error(`"${written}" is not a whole number of seconds.`);
}
