import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { programOf, root } from '@quoth/processes/places';
import { spawn } from '@quoth/processes/programs';
import { vendorList } from '@quoth/vendors';
import { startGateway } from '../create-gateway.ts';
import { inUnits } from '../ledger/prices.ts';
import { environmentWith, parseConfig, withDefaultTiers } from '../read-config.ts';
import { tiers } from '../relay/chains.ts';
import { AdminClient } from './administer.ts';

const recording = join(root, 'apps', 'cli', 'samples', 'weather.wav');
const adminKey = 'the-admin-key-of-the-demo';

/** What the gateway logged about a request that it charged. */
interface Charged {
  readonly tries: readonly string[];
  readonly chargeMicro: string;
}

/**
 * Shows a running gateway on a machine without keys: a desktop application that transcribes through every tier, a
 * vendor that breaks in the middle, a repeated request, and the books. Nothing leaves this machine.
 */
export async function demo(): Promise<void> {
  if (!existsSync(recording)) throw new Error('The demo runs from a checkout: its recording is missing.');
  const folder = mkdtempSync(join(tmpdir(), 'quoth-gateway-demo-'));
  console.log('Starting a gateway on its embedded database, and stand-ins for the vendors …');
  const vendors = await startSimulatedVendors(root);
  try {
    const written = parseConfig({ limits: { vendorSeconds: 5, drainSeconds: 0 } });
    const access = vendorList.map(({ id, baseUrl }) => [
      id,
      {
        key: vendors.keys[id] ?? '',
        baseUrl: `${vendors.origin}/${id}${new URL(baseUrl).pathname}`.replace(/\/$/, ''),
        keepNothing: true,
      },
    ]);
    const charged: Charged[] = [];
    const logger = {
      info: (facts: object, message?: string) => {
        if (message === 'completed') charged.push(facts as Charged);
      },
      warn: () => {},
      error: () => {},
    };
    const gateway = await startGateway(
      {
        ...written,
        port: 0,
        dataFolder: folder,
        database: { folder: join(folder, 'database') },
        tls: undefined,
        tiers: withDefaultTiers({}),
        vendors: Object.fromEntries(access),
        adminKey,
        metricsToken: undefined,
        searchPath: '/usr/local/bin:/usr/bin:/bin',
        tracing: false,
      },
      logger,
    );
    const desktop = new DemoDesktop(join(folder, 'desktop'));
    try {
      await show(gateway.address, desktop, charged, vendors.breakVendor);
    } finally {
      await desktop.end();
      await gateway.close();
    }
  } finally {
    await vendors.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function show(
  address: string,
  desktop: DemoDesktop,
  charged: readonly Charged[],
  breakVendor: (id: string) => void,
): Promise<void> {
  const admin = new AdminClient(address, adminKey);
  const prices: readonly [string, number][] = [
    ['elevenlabs', 6_700],
    ['deepgram', 4_300],
    ['xai', 5_000],
    ['groq', 1_900],
  ];
  for (const [vendor, per_minute_micro] of prices)
    await admin.ask('POST', '/prices', { kind: 'speech', vendor, per_minute_micro, minimum_seconds: 10 });
  const { id } = await admin.ask<{ id: string }>('POST', '/accounts', { name: 'Ada' });
  const credit = { amount_micro: 1_000_000 };
  await admin.ask('POST', `/accounts/${id}/grants`, credit, { 'idempotency-key': 'first-credit' });
  const { token } = await admin.ask<{ token: string }>('POST', `/accounts/${id}/tokens`, { name: 'laptop' });
  console.log(
    `An account with ${inUnits(1_000_000n)} USD of credit, and a token for it. The gateway is at ${address}.\n`,
  );
  console.log('A desktop application, with the gateway added and a mode for each tier:');
  await desktop.join(address, token, tiers);
  const byDesktop = async (tier: string) => {
    const text = await desktop.transcribe(recording, tier);
    const { tries, chargeMicro } = charged.at(-1) ?? { tries: [], chargeMicro: '0' };
    print(tier, tries.join(', '), `charged ${inUnits(BigInt(chargeMicro))} USD`, text);
  };
  for (const tier of tiers) await byDesktop(tier);
  console.log('\nNow Deepgram breaks off in the middle of its reply:');
  breakVendor('deepgram');
  await byDesktop('high');
  console.log(
    '\nAnother program, in the dialect of OpenAI, loses its answer and sends the same request again:',
  );
  const key = randomUUID();
  for (const attempt of ['high', 'again']) {
    const { header, text } = await ask(address, token, 'high', key);
    const money = `charged ${inUnits(BigInt(header('charge-micro')))} USD`;
    const isKept = header('replayed') !== '';
    print(
      attempt,
      header('tries'),
      isKept ? `${money} (kept answer, no vendor asked, not charged again)` : money,
      text,
    );
  }
  const account = await admin.ask<{ balance: number; held: number; usage: { requests: number }[] }>(
    'GET',
    `/accounts/${id}`,
  );
  const { balanced, problems } = await admin.ask<{ balanced: boolean; problems: string[] }>('GET', '/books');
  const requests = account.usage.reduce((sum, each) => sum + each.requests, 0);
  console.log(
    `\n${requests} requests, each charged once; ${inUnits(BigInt(account.balance))} USD left, ${inUnits(BigInt(account.held))} held.`,
  );
  console.log(balanced ? 'The books balance.' : `The books do not balance: ${problems.join('; ')}`);
  if (!balanced) process.exitCode = 1;
}

function print(title: string, tries: string, charge: string, text: string): void {
  console.log(`${title.padEnd(9)} ${tries}\n          ${charge}: "${text}"`);
}

async function ask(address: string, token: string, model: string, key: string) {
  const form = new FormData();
  form.append('model', model);
  form.append('file', new File([new Uint8Array(readFileSync(recording))], 'weather.wav'));
  const response = await fetch(`${address}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: form,
  });
  const body = (await response.json()) as { text?: string; error?: { message: string } };
  if (!response.ok) throw new Error(body.error?.message);
  const header = (name: string) => response.headers.get(`x-quoth-${name}`) ?? '';
  return { header, text: body.text ?? '' };
}

/** A desktop application with a data folder of its own, driven by its command line as a person would. */
class DemoDesktop {
  readonly #main: string;
  readonly #env: ReturnType<typeof environmentWith>;

  /** Throws where there is no checkout: the desktop application is not part of the gateway. */
  constructor(folder: string) {
    this.#main = programOf('quoth');
    if (!existsSync(this.#main))
      throw new Error('The demo runs from a checkout: the desktop application is missing.');
    this.#env = environmentWith({ QUOTH_HOME: folder, QUOTH_DEVICE_NAME: 'laptop' });
  }

  /**
   * Adds the gateway, and a mode for each tier. The token goes through standard input: arguments can be read in the
   * process list.
   */
  async join(address: string, token: string, tiers: readonly string[]): Promise<void> {
    // A demo machine may have no keyring; this token is worth nothing anywhere else.
    await this.#run(['settings', 'set', 'keyStorage', 'file']);
    await this.#run(['providers', 'add-gateway', address], token);
    for (const tier of tiers)
      await this.#run(['modes', 'create', tier, '--model', 'cloud', '--cloud-accuracy-tier', tier]);
  }

  /** The text of a recording, by the mode of that tier. */
  async transcribe(recording: string, tier: string): Promise<string> {
    return (await this.#run(['transcribe', recording, '--mode', tier, '--language', 'en'])).trim();
  }

  async end(): Promise<void> {
    await this.#run(['stop']);
  }

  /** What the command printed on standard output. Throws what it printed on standard error. */
  #run(words: readonly string[], input = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', this.#main, ...words], {
        env: this.#env,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let printed = '';
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
      child.once('error', reject);
      child.once('close', (code) => {
        if (code === 0) resolve(printed);
        else reject(new Error(`quoth ${words.join(' ')} failed: ${said.trim()}`));
      });
      // A command that reads nothing may have ended by now.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  }
}

/** The vendors' stand-ins, running. */
interface SimulatedVendors {
  readonly origin: string;
  readonly keys: Readonly<Record<string, string>>;
  /** Its next reply breaks off in the middle. */
  breakVendor(id: string): void;
  end(): Promise<void>;
}

/** Starts the stand-ins in a separate process: they belong to the tests, never to the gateway. */
async function startSimulatedVendors(root: string): Promise<SimulatedVendors> {
  const main = join(root, 'tests', 'src', 'provider-simulator', 'main.ts');
  if (!existsSync(main))
    throw new Error('The stand-ins for the vendors come with the repository: run the demo from a checkout.');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const { origin, keys } = JSON.parse(line) as Pick<SimulatedVendors, 'origin' | 'keys'>;
    return {
      origin,
      keys,
      breakVendor: (vendor) =>
        void child.stdin.write(`${JSON.stringify({ vendor, fault: { kind: 'reset' }, times: 1 })}\n`),
      end: async () => {
        child.stdin.end();
        await ended;
      },
    };
  }
  throw new Error('The stand-ins could not start. Run "sh scripts/set-up.sh --for-tests" first.');
}
