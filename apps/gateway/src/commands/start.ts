import { join } from 'node:path';
import { destination, pino } from 'pino';
import { startGateway } from '../create-gateway.ts';
import { type CommandLine, readConfig } from '../read-config.ts';

/** Starts the gateway and stays until it is told to end. Prints one line of JSON when it listens, then its log. */
export async function start(line: CommandLine): Promise<void> {
  const config = readConfig(line);
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination(2));
  const gateway = await startGateway(config, logger);
  const vendors = Object.keys(config.vendors);
  logger.info({ address: gateway.address, database: gateway.databaseKind, vendors }, 'listening');
  if (gateway.databaseKind === 'embedded')
    logger.info(
      { folder: 'folder' in config.database ? config.database.folder : undefined },
      'on the embedded database: one process on one machine; several nodes need QUOTH_GATEWAY_DATABASE_URL',
    );
  if (vendors.length === 0) logger.warn({}, 'no vendor has a key: nothing can be transcribed yet');
  process.stdout.write(
    `${JSON.stringify({ address: gateway.address, database: gateway.databaseKind, adminKeyFile: join(config.dataFolder, 'admin-key') })}\n`,
  );
  let ending = false;
  const hurry = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      // Somebody at a terminal, or whoever asks twice, does not wait for others to send their requests elsewhere.
      if (ending || signal === 'SIGINT') hurry.abort();
      if (ending) return;
      ending = true;
      logger.info({ signal }, 'ending: what is at work is finished first');
      gateway.close(hurry.signal).then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
}
