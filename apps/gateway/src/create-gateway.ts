import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFfmpeg } from '@quoth/audio';
import { closeWhenIdle, listen } from '@quoth/http';
import { systemIo, vendorList } from '@quoth/vendors';
import { AudioTools } from './audio/audio-tools.ts';
import { AudioKeeper } from './audio/kept-audio.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { FairQueue } from './fair-queue.ts';
import type { Gateway } from './gateway.ts';
import { Callers, Refusals } from './http/callers.ts';
import { RateLimiter, TokenLimits } from './http/limits.ts';
import { createApp, createServer } from './http/server.ts';
import { Ledger } from './ledger/ledger.ts';
import { PriceBook } from './ledger/prices.ts';
import type { GatewayConfig } from './read-config.ts';
import { Circuits } from './relay/circuits.ts';
import { LeaseKeeper } from './relay/relay.ts';
import type { GatewayLogger } from './reporting.ts';
import { Metrics, openTracing, reportTo } from './reporting.ts';
import { Readiness, Upkeep } from './upkeep.ts';

export interface RunningGateway {
  /** `http://127.0.0.1:39300`. */
  readonly address: string;
  readonly databaseKind: 'postgres' | 'embedded';
  /**
   * Reports that it is not ready and still accepts requests for `drainSeconds`, or until `hurry` aborts; then accepts
   * nothing new, finishes the work in progress, and ends.
   */
  close(hurry?: AbortSignal): Promise<void>;
}

/**
 * Assembles a gateway and starts listening. The only place where its parts meet. `given`: a database that is already
 * open; it is closed with the gateway.
 */
export async function startGateway(
  config: GatewayConfig,
  logger: GatewayLogger,
  given?: Database,
): Promise<RunningGateway> {
  const database = given ?? (await openDatabase(config.database));
  const monotonic = () => performance.now();
  const pause = (milliseconds: number) => sleep(milliseconds);
  const { limits } = config;
  const ledger = new Ledger({ database, sleep: pause, monotonic, leaseSeconds: limits.leaseSeconds });
  const leases = new LeaseKeeper({ ledger, monotonic });
  const circuits = new Circuits(database, monotonic);
  const metrics = new Metrics();
  const tracing = await openTracing(config.tracing);
  const observer = reportTo(logger, metrics, tracing);
  const uploads = join(config.dataFolder, 'uploads');
  mkdirSync(uploads, { recursive: true, mode: 0o700 });
  const background = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>) => {
    const tracked: Promise<unknown> = work.catch(() => undefined).finally(() => background.delete(tracked));
    background.add(tracked);
  };
  const report = (code: string) => logger.error({ code }, 'uploads cannot be kept: is the disk full?');
  const keeper = new AudioKeeper({
    folder: uploads,
    maxBytes: limits.uploadMegabytes * 1_000_000,
    memoryBytes: limits.memoryMegabytes * 1_000_000,
    totalMemoryBytes: limits.totalMemoryMegabytes * 1_000_000,
    totalFileBytes: limits.totalUploadMegabytes * 1_000_000,
    report,
  });
  const upkeep = new Upkeep({ database, ledger, logger, metrics, nodeId: randomUUID() });
  const tokenLimits = new TokenLimits({ monotonic, nodes: () => upkeep.nodes });
  let isDraining = false;
  let isClosing = false;
  const limiter = (perMinute: number) => new RateLimiter({ perMinute, monotonic });
  const refusals = new Refusals(limiter(limits.addressRefusalsPerMinute), config.behindProxy);
  const gateway: Gateway = {
    config,
    vendors: vendorList,
    database,
    ledger,
    circuits,
    prices: new PriceBook(database, monotonic),
    leases,
    observer,
    queue: new FairQueue({ width: limits.concurrentRequests, waiting: limits.tokenQueue }),
    limits: tokenLimits,
    callers: new Callers({ database, refusals }),
    refusals,
    reads: limiter(limits.tokenReadsPerMinute),
    pages: limiter(limits.addressPagesPerMinute),
    readiness: new Readiness(database, monotonic),
    keeper,
    tools: new AudioTools({
      ffmpeg: () => findFfmpeg(config.searchPath, process.platform),
      memoryFolder: config.memoryFolder,
      maxSeconds: limits.audioMinutes * 60,
      slots: Math.max(2, availableParallelism()),
      keeper,
      report,
    }),
    metrics,
    logger,
    io: systemIo(),
    monotonic,
    isDraining: () => isDraining,
    isClosing: () => isClosing,
    track,
  };
  await upkeep.start(() => tokenLimits.tidy());
  const server = createServer(createApp(gateway), config);
  const end = async () => {
    leases.close();
    await upkeep.stop();
    await tracing.close().catch(() => undefined);
    await database.close();
  };
  const address = await listenAt(server, config).catch(async (error: NodeJS.ErrnoException) => {
    await end();
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${config.port} is taken by another program. Choose another with --port.`);
  });
  return {
    address,
    databaseKind: database.kind,
    close: async (hurry) => {
      isDraining = true;
      await sleep(limits.drainSeconds * 1_000, undefined, hurry ? { signal: hurry } : {}).catch(
        () => undefined,
      );
      isClosing = true;
      await closeWhenIdle(server);
      // Also the work for clients that have gone. Leases are extended until all of it is settled.
      while (background.size > 0) await Promise.all(background);
      await end();
    },
  };
}

async function listenAt(server: Server, { host, port, tls }: GatewayConfig): Promise<string> {
  await listen(server, { host, port });
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `${tls ? 'https' : 'http'}://${name}:${bound.port}`;
}
