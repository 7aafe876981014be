import autocannon from 'autocannon';
import { type MeasuredProcess, startApplication, startBare } from './measured-process.ts';
import { median, type Result } from './result.ts';

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 20;
const measured = [
  { path: '/health', least: 0.9 },
  { path: '/modes', least: 0.85 },
] as const;

/** Requests a second and the slowest hundredth, side by side with a bare Hono handler that sends the same bytes. */
export async function benchThroughput(): Promise<Result[]> {
  const application = await startApplication();
  const results: Result[] = [];
  try {
    for (const [index, { path, least }] of measured.entries()) {
      const bytes = await (
        await fetch(`${application.baseUrl}${path}`, { headers: application.headers })
      ).text();
      const bare = await startBare(bytes, 39_410 + index);
      const rates: number[] = [];
      const tails: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const ours = await load(application, path);
        const theirs = await load(bare, path);
        if (round === 0) continue;
        rates.push(ours.rate / theirs.rate);
        tails.push(ours.p99 / theirs.p99);
      }
      await bare.end();
      results.push(
        {
          what: `\`${path}\`: throughput against a bare Hono handler`,
          measured: median(rates).toFixed(2),
          target: `at least ${least}`,
          met: median(rates) >= least,
        },
        {
          what: `\`${path}\`: p99 against a bare Hono handler`,
          measured: `${median(tails).toFixed(2)} times`,
          target: 'at most 1.5 times',
          met: median(tails) <= 1.5,
        },
      );
    }
  } finally {
    await application.end();
  }
  return results;
}

async function load(
  { baseUrl, headers }: MeasuredProcess,
  path: string,
): Promise<{ rate: number; p99: number }> {
  const { requests, latency, non2xx } = await autocannon({
    url: `${baseUrl}${path}`,
    headers: { ...headers },
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (non2xx > 0) throw new Error(`${non2xx} answers were no success`);
  return { rate: requests.average, p99: Math.max(1, latency.p99) };
}
