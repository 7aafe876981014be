import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminClient } from '@quoth/gateway';
import { ScratchPostgres } from '@quoth/gateway/fixtures';
import { type ListeningProcess, startListening } from './listening-process.ts';

const main = join(import.meta.dirname, '..', '..', '..', 'apps', 'gateway', 'src', 'main.ts');
const adminKey = 'admin-key-of-the-bench-alone';
const unlimited = {
  tokenRequestsPerMinute: 10_000_000,
  tokenConcurrentRequests: 10_000,
  uploadMegabytes: 1_000,
  drainSeconds: 0,
};

/** Nodes on one durable Postgres, with a bare vendor and a plain proxy before the same vendor beside them. */
export interface MeasuredGateway {
  readonly nodes: readonly ListeningProcess[];
  readonly vendor: ListeningProcess;
  readonly proxy: ListeningProcess;
  readonly token: string;
}

/** Starts all of it for a measurement, and ends it. */
export async function withGateway<Outcome>(
  { nodes: count = 1, vendorMs = 0 },
  measure: (gateway: MeasuredGateway) => Promise<Outcome>,
): Promise<Outcome> {
  const folders: string[] = [];
  const postgres = await ScratchPostgres.start({ durable: true });
  const started: ListeningProcess[] = [];
  const start = async (...options: Parameters<typeof startListening>) => {
    const one = await startListening(...options);
    started.push(one);
    return one;
  };
  try {
    const own = (name: string) => join(import.meta.dirname, name);
    const vendor = await start(own('bare-vendor.ts'), [], { BARE_VENDOR_MS: String(vendorMs) });
    const proxy = await start(own('plain-proxy.ts'), [], { PLAIN_PROXY_TARGET: vendor.address });
    const databaseUrl = postgres.url(await postgres.database());
    const nodes: ListeningProcess[] = [];
    for (let index = 0; index < count; index++) {
      const folder = mkdtempSync(join(tmpdir(), 'quoth-bench-gateway-'));
      folders.push(folder);
      const vendors = { deepgram: { baseUrl: `${vendor.address}/v1` } };
      writeFileSync(join(folder, 'gateway.json'), JSON.stringify({ vendors, limits: unlimited }));
      const env = {
        QUOTH_GATEWAY_HOME: folder,
        QUOTH_GATEWAY_ADMIN_KEY: adminKey,
        QUOTH_GATEWAY_DATABASE_URL: databaseUrl,
        QUOTH_GATEWAY_DEEPGRAM_KEY: 'bench',
      };
      nodes.push(await start(main, ['start', '--json', '--port', '0'], env));
    }
    const admin = new AdminClient(nodes[0]?.address ?? '', adminKey);
    await admin.ask('POST', '/prices', { kind: 'speech', vendor: 'deepgram', per_minute_micro: 6_000 });
    const { id } = await admin.ask<{ id: string }>('POST', '/accounts', { name: 'Bench' });
    await admin.ask(
      'POST',
      `/accounts/${id}/grants`,
      { amount_micro: 10 ** 12 },
      { 'idempotency-key': randomUUID() },
    );
    const { token } = await admin.ask<{ token: string }>('POST', `/accounts/${id}/tokens`, { name: 'bench' });
    // What a node has read of prices may be a second old.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return await measure({ nodes, vendor, proxy, token });
  } finally {
    await Promise.all(started.map((each) => each.end()));
    await postgres.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}
