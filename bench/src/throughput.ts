import autocannon from 'autocannon';
import { type Measured, startBare, withApplication } from './application.ts';
import { atLeast, atMost, figure, median, type Result } from './result.ts';

const ROUNDS = 3;
const asked = [
  { path: '/health', least: 0.9 },
  { path: '/modes', least: 0.85 },
] as const;

/** Requests a second and the slowest hundredth, side by side with a bare Hono handler that sends the same bytes. */
export function benchThroughput(): Promise<Result[]> {
  return withApplication(async (application) => {
    const results: Result[] = [];
    for (const { path, least } of asked) {
      const { baseUrl, headers } = application;
      const bare = await startBare(await (await fetch(`${baseUrl}${path}`, { headers })).text());
      const rates: number[] = [];
      const tails: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const [ours, theirs] = [await load(application, path), await load(bare, path)];
        if (round === 0) continue;
        rates.push(ours.rate / theirs.rate);
        tails.push(ours.p99 / theirs.p99);
      }
      await bare.end();
      const [rate, tail] = [median(rates), median(tails)];
      results.push(
        figure(`\`${path}\`: throughput against a bare Hono handler`, rate.toFixed(2), atLeast(rate, least)),
        figure(
          `\`${path}\`: p99 against a bare Hono handler`,
          `${tail.toFixed(2)} times`,
          atMost(tail, 1.5, 'times'),
        ),
      );
    }
    return results;
  });
}

async function load({ baseUrl, headers }: Measured, path: string): Promise<{ rate: number; p99: number }> {
  const url = `${baseUrl}${path}`;
  const { requests, latency, non2xx } = await autocannon({
    url,
    headers: { ...headers },
    connections: 20,
    duration: 3,
  });
  if (non2xx > 0) throw new Error(`${non2xx} answers were no success`);
  return { rate: requests.average, p99: Math.max(1, latency.p99) };
}
