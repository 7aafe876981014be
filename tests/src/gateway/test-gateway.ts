import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach } from 'node:test';
import { wavBytes } from '@quoth/audio/fixtures/wav-bytes.ts';
import {
  AdminClient,
  checkBooks,
  type Database,
  type GatewayConfig,
  parseConfig,
  type RunningGateway,
  startGateway,
  withDefaultTiers,
} from '@quoth/gateway';
import { testDatabase } from '@quoth/gateway/fixtures';
import { vendorList } from '@quoth/vendors';
import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import type { Recognizer } from '../provider-simulator/recognizer.ts';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';

const adminKey = 'admin-key-of-the-tests-alone';
const metricsToken = 'metrics-token-of-the-tests';

interface Changes {
  readonly limits?: object;
  readonly file?: object;
  readonly vendors?: GatewayConfig['vendors'];
  readonly database?: Database;
}

/**
 * Starts a gateway before the file's tests, over vendors that hear these words or listen otherwise, hands both to
 * `then`, and ends them after the tests: its books must be right then. No fault outlives its test.
 */
export function gatewayTests(
  hears: string | Recognizer,
  changes: Changes,
  then: (tests: { readonly simulator: ProviderSimulator; readonly gateway: TestGateway }) => void,
): void {
  let simulator: ProviderSimulator;
  let gateway: TestGateway;
  before(async () => {
    simulator = await ProviderSimulator.start(
      typeof hears === 'string' ? new FixedRecognizer(hears, 0) : hears,
    );
    gateway = await TestGateway.start(simulator, changes);
    then({ simulator, gateway });
  });
  beforeEach(() => simulator.heal());
  after(async () => {
    const problems = await gateway?.problems();
    await gateway?.close();
    await simulator?.close();
    assert.deepEqual(problems, []);
  });
}

/** A gateway over the vendors' simulator, with an account of credit. */
export class TestGateway {
  readonly address: string;
  readonly admin: AdminClient;
  readonly database: Database;
  /** Everything that was logged, as text. */
  readonly log: string[];
  readonly metricsToken = metricsToken;
  readonly adminKey = adminKey;
  accountId = '';
  token = '';
  readonly #running: RunningGateway;
  readonly #folder: string;

  private constructor(running: RunningGateway, folder: string, database: Database, log: string[]) {
    this.#running = running;
    this.#folder = folder;
    this.address = running.address;
    this.database = database;
    this.log = log;
    this.admin = new AdminClient(running.address, adminKey);
  }

  static async start(simulator: ProviderSimulator, changes: Changes = {}): Promise<TestGateway> {
    const folder = mkdtempSync(join(tmpdir(), 'quoth-gateway-'));
    const database = changes.database ?? (await testDatabase(undefined));
    const log: string[] = [];
    const write = (facts: object, message: string) => void log.push(JSON.stringify({ ...facts, message }));
    const config = testConfig(simulator, folder, changes);
    const running = await startGateway(config, { info: write, warn: write, error: write }, database);
    const gateway = new TestGateway(running, folder, database, log);
    for (const { id, speech, language } of vendorList) {
      if (speech)
        await gateway.admin.ask('POST', '/prices', { kind: 'speech', vendor: id, per_minute_micro: 6_000 });
      if (language)
        await gateway.admin.ask('POST', '/prices', {
          kind: 'text',
          vendor: id,
          per_million_input_tokens_micro: 1_000_000,
          per_million_output_tokens_micro: 2_000_000,
        });
    }
    ({ accountId: gateway.accountId, token: gateway.token } = await gateway.account(10_000_000));
    return gateway;
  }

  /** A new account with a token. */
  async account(credit: number, settings: object = {}): Promise<{ accountId: string; token: string }> {
    const { id } = await this.admin.ask<{ id: string }>('POST', '/accounts', { name: 'Test account' });
    if (credit > 0)
      await this.admin.ask(
        'POST',
        `/accounts/${id}/grants`,
        { amount_micro: credit },
        { 'idempotency-key': randomUUID() },
      );
    const { token } = await this.admin.ask<{ token: string }>('POST', `/accounts/${id}/tokens`, {
      name: 'laptop',
      ...settings,
    });
    return { accountId: id, token };
  }

  async balance(accountId = this.accountId): Promise<{ balance: number; held: number }> {
    return this.admin.ask('GET', `/accounts/${accountId}`);
  }

  /** Uploads audio as OpenAI's clients do. */
  transcribe(
    audio: Uint8Array<ArrayBuffer>,
    fields: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new File([audio], 'speech.wav'));
    return fetch(`${this.address}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, ...headers },
      body: form,
      ...(signal ? { signal } : {}),
    });
  }

  get(path: string, token = this.token): Promise<Response> {
    return fetch(`${this.address}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual',
    });
  }

  problems(): Promise<string[]> {
    return checkBooks(this.database);
  }

  async close(): Promise<void> {
    await this.#running.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function testConfig(
  simulator: ProviderSimulator,
  folder: string,
  { limits = {}, file = {}, vendors }: Changes,
): GatewayConfig {
  const written = parseConfig({ limits: { drainSeconds: 0, ...limits }, ...file });
  const all = vendorList.map((vendor) => [
    vendor.id,
    { key: simulator.key(vendor.id), baseUrl: simulator.baseUrl(vendor), keepNothing: true },
  ]);
  return {
    ...written,
    port: 0,
    database: { folder },
    dataFolder: folder,
    tls: undefined,
    tiers: withDefaultTiers(written.tiers),
    vendors: vendors ?? Object.fromEntries(all),
    adminKey,
    metricsToken,
    searchPath: '/usr/local/bin:/usr/bin:/bin',
    tracing: false,
  };
}

/** A second of a tone, as wav: the simulator recognises what it is asked to. */
export function toneWav(seconds = 1, hertz = 440): Buffer<ArrayBuffer> {
  const rate = 16_000;
  const samples = Int16Array.from({ length: Math.round(seconds * rate) }, (_, at) =>
    Math.round(Math.sin((at / rate) * hertz * 2 * Math.PI) * 8_000),
  );
  return wavBytes(new Uint8Array(samples.buffer));
}
