import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vendorList } from '@quoth/providers';
import { tiers } from '../chain/chains.ts';
import { parseConfig, withDefaultTiers } from '../config/gateway-config.ts';
import { startGateway } from '../create-gateway.ts';
import { inUnits } from '../ledger/micro.ts';
import { AdminClient } from './admin-client.ts';
import { startSimulatedVendors } from './simulated-vendors.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const recording = join(root, 'apps', 'cli', 'samples', 'weather.wav');
const adminKey = 'the-admin-key-of-the-demo';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Shows a gateway at work on a machine without keys: every tier, a vendor that breaks in the middle, a client that repeats itself, and the
 * books. Nothing leaves this machine.
 */
export async function demo(): Promise<void> {
  if (!existsSync(recording)) throw new Error('The demo runs from a checkout: its recording is missing.');
  const folder = mkdtempSync(join(tmpdir(), 'quoth-gateway-demo-'));
  console.log('Starting a gateway on its embedded database, and stand-ins for the vendors …');
  const vendors = await startSimulatedVendors(root);
  try {
    const written = parseConfig({ limits: { vendorSeconds: 5 } });
    const access = vendorList.map(({ id, baseUrl }) => [
      id,
      {
        key: vendors.keys[id] ?? '',
        baseUrl: `${vendors.origin}/${id}${new URL(baseUrl).pathname}`.replace(/\/$/, ''),
        keepNothing: true,
      },
    ]);
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
      quiet,
    );
    try {
      await show(gateway.address, vendors.breakVendor);
    } finally {
      await gateway.close();
    }
  } finally {
    await vendors.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function show(address: string, breakVendor: (id: string) => void): Promise<void> {
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
  const audio = new Uint8Array(readFileSync(recording));
  const ask = async (model: string, key = randomUUID()) => {
    const form = new FormData();
    form.append('model', model);
    form.append('file', new File([audio], 'weather.wav'));
    const response = await fetch(`${address}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: form,
    });
    const body = (await response.json()) as { text?: string; error?: { message: string } };
    if (!response.ok) throw new Error(body.error?.message);
    return { response, text: body.text ?? '' };
  };
  const told = (title: string, { response, text }: Awaited<ReturnType<typeof ask>>) => {
    const header = (name: string) => response.headers.get(`x-quoth-${name}`) ?? '';
    const money = inUnits(BigInt(header('charge-micro')));
    const repeated = header('replayed') === '' ? '' : ' (kept answer, no vendor asked, not charged again)';
    console.log(
      `${title.padEnd(9)} ${header('tries')}\n          charged ${money} USD${repeated}: "${text}"`,
    );
  };
  for (const tier of tiers) told(tier, await ask(tier));
  console.log('\nNow Deepgram breaks off in the middle of its reply:');
  breakVendor('deepgram');
  const key = randomUUID();
  told('high', await ask('high', key));
  console.log('\nThe client did not get that and sends the same request again:');
  told('high', await ask('high', key));
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
