import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AdminClient } from '@quoth/gateway';
import { ScratchPostgres } from '@quoth/gateway/fixtures';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { post } from '../application.ts';
import { type Server, startServer } from '../processes.ts';
import { root, sentences } from '../speech-files.ts';
import { formAround, multipart } from '../upload.ts';

const adminKey = 'admin-key-of-the-bench-alone';
const unlimited = {
  tokenRequestsPerMinute: 10_000_000,
  tokenConcurrentRequests: 10_000,
  uploadMegabytes: 1_000,
  drainSeconds: 0,
};

/** A server of the measurement; `said.address` is where it listens. */
export type Listening = Server<{ readonly address: string }>;

/** Nodes on one durable Postgres, with a bare vendor and a plain proxy before the same vendor beside them. */
export interface MeasuredGateway {
  readonly nodes: readonly [Listening, ...Listening[]];
  readonly vendor: Listening;
  readonly proxy: Listening;
  readonly token: string;
}

/** Starts all of it for a measurement, and ends it. */
export async function withGateway<Outcome>(
  { nodes: count = 1, vendorMs = 0 },
  measure: (gateway: MeasuredGateway) => Promise<Outcome>,
): Promise<Outcome> {
  const postgres = await ScratchPostgres.start({ durable: true });
  const started: Listening[] = [];
  // As `quoth gateway` and apps/gateway/deploy run it.
  const start = async (words: readonly string[], env: Readonly<Record<string, string>>) => {
    const one = await startServer(['--max-semi-space-size=4', ...words], env);
    started.push(one);
    return one;
  };
  try {
    const own = (name: string) => [join(import.meta.dirname, name)];
    const vendor = await start(own('bare-vendor.ts'), { BARE_VENDOR_MS: String(vendorMs) });
    const proxy = await start(own('plain-proxy.ts'), { PLAIN_PROXY_TARGET: vendor.said.address });
    const databaseUrl = postgres.url(await postgres.database());
    const node = () => {
      const folder = temporaryFolder();
      const vendors = { deepgram: { baseUrl: `${vendor.said.address}/v1` } };
      writeFileSync(join(folder, 'gateway.json'), JSON.stringify({ vendors, limits: unlimited }));
      return start([join(root, 'apps/gateway/src/main.ts'), 'start', '--json', '--port', '0'], {
        QUOTH_GATEWAY_HOME: folder,
        QUOTH_GATEWAY_ADMIN_KEY: adminKey,
        QUOTH_GATEWAY_DATABASE_URL: databaseUrl,
        QUOTH_GATEWAY_DEEPGRAM_KEY: 'bench',
      });
    };
    const nodes: [Listening, ...Listening[]] = [await node()];
    while (nodes.length < count) nodes.push(await node());
    const token = await newToken(nodes[0].said.address);
    return await measure({ nodes, vendor, proxy, token });
  } finally {
    await Promise.all(started.map((each) => each.end()));
    await postgres.close();
  }
}

/** A price, and an account that can pay everything. */
async function newToken(address: string): Promise<string> {
  const admin = new AdminClient(address, adminKey);
  await admin.ask('POST', '/prices', { kind: 'speech', vendor: 'deepgram', per_minute_micro: 6_000 });
  const { id } = await admin.ask<{ id: string }>('POST', '/accounts', { name: 'Bench' });
  const once = { 'idempotency-key': randomUUID() };
  await admin.ask('POST', `/accounts/${id}/grants`, { amount_micro: 10 ** 12 }, once);
  const { token } = await admin.ask<{ token: string }>('POST', `/accounts/${id}/tokens`, { name: 'bench' });
  // What a node has read of prices may be a second old.
  await sleep(1_500);
  return token;
}

const wav = readFileSync(join(sentences, '02-please-send-the-email.wav'));
const [before, after] = formAround({ model: 'deepgram' });
const form = Buffer.concat([before, wav, after]);
const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** 3.6 s of speech through a gateway, as a new request with a key of its own. */
export function askGateway({ said }: Listening, token: string): Promise<void> {
  return ask(`${said.address}/v1/audio/transcriptions`, form, {
    authorization: `Bearer ${token}`,
    'idempotency-key': randomUUID(),
    ...multipart,
  });
}

/** The same speech to the vendor itself, or through a plain proxy before it. */
export function askVendor({ said }: Listening): Promise<void> {
  return ask(`${said.address}/v1/listen?model=nova-3`, wav, {
    authorization: 'Token bench',
    'content-type': 'audio/wav',
  });
}

async function ask(url: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<void> {
  const { status, answer } = await post(url, { headers, body, agent });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(answer)}`);
}

/**
 * Times of so many requests by so many clients at once, in milliseconds, and how many were answered a second. `overMs`:
 * the clients begin one after another in this time, as people do who don't know of each other; who begin together go on
 * asking together.
 */
export async function load(
  clients: number,
  requests: number,
  work: (number: number) => Promise<void>,
  overMs = 0,
): Promise<{ readonly times: readonly number[]; readonly perSecond: number }> {
  const times: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      if (overMs > 0) await sleep((client * overMs) / clients);
      while (next < requests) {
        const number = next++;
        const begun = performance.now();
        await work(number);
        times.push(performance.now() - begun);
      }
    }),
  );
  return { times, perSecond: requests / ((performance.now() - startedAt) / 1_000) };
}
