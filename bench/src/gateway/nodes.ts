import { availableParallelism } from 'node:os';
import type { Result } from '../result.ts';
import { askGateway, askVendor, load } from './ask.ts';
import { withGateway } from './measured-gateway.ts';

const CLIENTS = 16;
const REQUESTS = 800;
const WARM = 150;

/** Requests a second of one, two and three nodes whose vendor answers at once. */
export async function benchNodes(): Promise<Result[]> {
  const rates: number[] = [];
  let plain = 0;
  for (const nodes of [1, 2, 3]) {
    await withGateway({ nodes }, async (gateway) => {
      const ask = (number: number) => askGateway(gateway.nodes[number % nodes]?.address ?? '', gateway.token);
      await load(CLIENTS, WARM * nodes, ask);
      rates.push((await load(CLIENTS, REQUESTS, ask)).perSecond);
      if (nodes === 1)
        plain = (await load(CLIENTS, REQUESTS, () => askVendor(gateway.proxy.address))).perSecond;
    });
  }
  const [one = 0, two = 0, three = 0] = rates;
  const cores = availableParallelism();
  // Two nodes, their database, the vendor and the load generator want a core each.
  const hasRoom = cores >= 5;
  return [
    {
      what: `requests a second of one node, vendor answering at once, ${CLIENTS} clients, all on one account`,
      measured: `${one.toFixed(0)} (a plain proxy: ${plain.toFixed(0)})`,
      target: 'reported',
      met: true,
    },
    {
      what: 'requests a second of two and of three nodes, against one',
      measured: `${(two / one).toFixed(2)} and ${(three / one).toFixed(2)} times (${two.toFixed(0)}, ${three.toFixed(0)})`,
      target: hasRoom
        ? 'two: at least 1.6 times'
        : `reported: nodes, Postgres, vendor and load share ${cores} cores, which are the limit`,
      met: !hasRoom || two / one >= 1.6,
    },
  ];
}
