import { median, quantile, type Result } from '../result.ts';
import { askGateway, askVendor, load } from './ask.ts';
import { withGateway } from './measured-gateway.ts';

const ALONE = 150;
const WARM = 100;
const CLIENTS = 50;

/** What a gateway adds to a vendor's own time: with one client, and with fifty at half of what it could do. */
export async function benchAddedTime(): Promise<Result[]> {
  const { alone, capacity } = await withGateway({}, async ({ nodes: [node], vendor, proxy, token }) => {
    const address = node?.address ?? '';
    await load(4, WARM, () => askGateway(address, token));
    const ours: number[] = [];
    const hop: number[] = [];
    const direct: number[] = [];
    // In turns, so that all meet the same machine.
    for (let round = 0; round < ALONE; round++) {
      ours.push(...(await load(1, 1, () => askGateway(address, token))).times);
      hop.push(...(await load(1, 1, () => askVendor(proxy.address))).times);
      direct.push(...(await load(1, 1, () => askVendor(vendor.address))).times);
    }
    const { perSecond } = await load(16, 600, () => askGateway(address, token));
    return { alone: [added('one client', ours, direct, hop, 15)], capacity: perSecond };
  });
  // Fifty clients that wait for their vendor ask half as often as the node could answer.
  const vendorMs = Math.round((CLIENTS / (capacity / 2)) * 1_000);
  const together = await withGateway({ vendorMs }, async ({ nodes: [node], vendor, proxy, token }) => {
    const address = node?.address ?? '';
    await load(CLIENTS, WARM, () => askGateway(address, token), vendorMs);
    const { times: ours } = await load(CLIENTS, CLIENTS * 12, () => askGateway(address, token), vendorMs);
    const { times: hop } = await load(CLIENTS, CLIENTS * 4, () => askVendor(proxy.address), vendorMs);
    const { times: direct } = await load(CLIENTS, CLIENTS * 4, () => askVendor(vendor.address), vendorMs);
    return added(`${CLIENTS} clients at half of its capacity`, ours, direct, hop, 25);
  });
  return [...alone, together];
}

function added(
  who: string,
  ours: readonly number[],
  direct: readonly number[],
  hop: readonly number[],
  most: number,
): Result {
  const beyond = (times: readonly number[], share: number) =>
    quantile(times, share) - quantile(direct, share);
  const p50 = median(ours) - median(direct);
  return {
    what: `gateway on Postgres, 3.6 s of wav, ${who}: added to the vendor's own time`,
    measured: `p50 ${p50.toFixed(1)} ms, p99 ${beyond(ours, 0.99).toFixed(1)} ms (a plain proxy: ${(median(hop) - median(direct)).toFixed(1)} and ${beyond(hop, 0.99).toFixed(1)} ms)`,
    target: `p50 at most ${most} ms`,
    met: p50 <= most,
  };
}
