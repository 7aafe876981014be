import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '../application.ts';
import { residentMb } from '../processes.ts';
import { aim, figure, inTurns, ms, quantile, type Result, timed } from '../result.ts';
import { formAround, largeWav, memoryOfUpload, multipart } from '../upload.ts';
import { askGateway, askVendor, load, withGateway } from './measured-gateway.ts';

const CLIENTS = 50;
const WARM = 100;

/** What a gateway adds to a vendor's own time: with one client, and with fifty at half of what it could do. */
export async function benchAddedTime(): Promise<Result[]> {
  const { alone, capacity } = await withGateway({}, async ({ nodes: [node], vendor, proxy, token }) => {
    await load(4, WARM, () => askGateway(node, token));
    const ways = [
      () => timed(() => askGateway(node, token)),
      () => timed(() => askVendor(proxy)),
      () => timed(() => askVendor(vendor)),
    ] as const;
    const times = await inTurns(150, ways, 0);
    const { perSecond } = await load(16, 600, () => askGateway(node, token));
    return { alone: added('one client', times, 15), capacity: perSecond };
  });
  // Fifty clients that wait for their vendor ask half as often as the node could answer.
  const vendorMs = Math.round((CLIENTS / (capacity / 2)) * 1_000);
  const together = await withGateway({ vendorMs }, async ({ nodes: [node], vendor, proxy, token }) => {
    const asked = async (each: number, ask: () => Promise<void>) =>
      (await load(CLIENTS, CLIENTS * each, ask, vendorMs)).times;
    await asked(2, () => askGateway(node, token));
    const ours = await asked(12, () => askGateway(node, token));
    const hop = await asked(4, () => askVendor(proxy));
    const direct = await asked(4, () => askVendor(vendor));
    return added(`${CLIENTS} clients at half of its capacity`, [ours, hop, direct], 25);
  });
  return [alone, together];
}

function added(
  who: string,
  [ours, hop, direct]: readonly [readonly number[], readonly number[], readonly number[]],
  most: number,
): Result {
  const beyond = (times: readonly number[], share: number) =>
    quantile(times, share) - quantile(direct, share);
  const p50 = beyond(ours, 0.5);
  return figure(
    `gateway on Postgres, 3.6 s of wav, ${who}: added to the vendor's own time`,
    `p50 ${ms(p50, 1)}, p99 ${ms(beyond(ours, 0.99), 1)} (a plain proxy: ${beyond(hop, 0.5).toFixed(1)} and ${ms(beyond(hop, 0.99), 1)})`,
    aim(`p50 at most ${most} ms`, p50 <= most),
  );
}

/** Requests a second of one, two and three nodes whose vendor answers at once. */
export async function benchNodes(): Promise<Result[]> {
  const [clients, requests] = [16, 800];
  const rates: number[] = [];
  let plain = 0;
  for (const count of [1, 2, 3]) {
    await withGateway({ nodes: count }, async ({ nodes, proxy, token }) => {
      const ask = (number: number) => askGateway(nodes[number % count] ?? nodes[0], token);
      await load(clients, 150 * count, ask);
      rates.push((await load(clients, requests, ask)).perSecond);
      if (count === 1) plain = (await load(clients, requests, () => askVendor(proxy))).perSecond;
    });
  }
  const [one = 0, two = 0, three = 0] = rates;
  const cores = availableParallelism();
  // Two nodes, their database, the vendor and the load generator want a core each.
  const hasRoom = cores >= 5;
  return [
    figure(
      `requests a second of one node, vendor answering at once, ${clients} clients, all on one account`,
      `${one.toFixed(0)} (a plain proxy: ${plain.toFixed(0)})`,
    ),
    figure(
      'requests a second of two and of three nodes, against one',
      `${(two / one).toFixed(2)} and ${(three / one).toFixed(2)} times (${two.toFixed(0)}, ${three.toFixed(0)})`,
      aim(
        hasRoom
          ? 'two: at least 1.6 times'
          : `reported: nodes, Postgres, vendor and load share ${cores} cores, which are the limit`,
        !hasRoom || two / one >= 1.6,
      ),
    ),
  ];
}

/** Memory of a large upload: received, kept in its encrypted file, and sent on to the vendor. */
export function benchGatewayUpload(): Promise<Result[]> {
  return withGateway({}, async ({ nodes: [node], token }) => {
    // Code that the first request loads is not the upload's.
    for (let index = 0; index < 20; index++) await askGateway(node, token);
    await sleep(1_000);
    const before = residentMb(node.pid);
    // The peak counts from now on: Node's own, while it reads our source, is past.
    writeFileSync(`/proc/${node.pid}/clear_refs`, '5');
    const { status, answer } = await post(`${node.said.address}/v1/audio/transcriptions`, {
      headers: { authorization: `Bearer ${token}`, ...multipart },
      // At 96 kHz in stereo, so much is a little under an hour.
      body: largeWav({ channels: 2, rate: 96_000 }, formAround({ model: 'deepgram' })),
    });
    if (status !== 200) throw new Error(JSON.stringify(answer));
    const grown = residentMb(node.pid, 'VmHWM') - before;
    return [memoryOfUpload('gateway: a 500 MB upload, received and sent on', grown)];
  });
}
