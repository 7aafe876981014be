import { runGatewayChaos } from './run-gateway-chaos.ts';

export interface BreakGatewaysOptions {
  readonly requests: number;
  readonly clients: number;
  readonly seed: number;
  /** Both where nothing is said. */
  readonly database: string | undefined;
  readonly log: (line: string) => void;
}

/** The long run, told in words. Gives true where nothing was found that must never be. */
export async function breakGateways(options: BreakGatewaysOptions): Promise<boolean> {
  const { requests, clients, seed, database: wanted, log } = options;
  const databases = (['postgres', 'embedded'] as const).filter(
    (each) => wanted === undefined || wanted === each,
  );
  let isSound = true;
  for (const database of databases) {
    const startedAt = performance.now();
    const killEvery = database === 'postgres' ? 20 : 100;
    const { problems, ...counts } = await runGatewayChaos({
      database,
      requests,
      clients,
      seed,
      killEvery,
      log,
    });
    const minutes = (performance.now() - startedAt) / 60_000;
    log(`${database}, ${minutes.toFixed(1)} minutes: ${JSON.stringify(counts)}`);
    if (problems.length === 0)
      log(
        'Every answer has exactly its one charge, every charge an answer that can be fetched, and the books balance.',
      );
    for (const problem of problems) log(problem);
    isSound &&= problems.length === 0;
  }
  return isSound;
}
