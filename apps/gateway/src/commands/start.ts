import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { destination, pino } from 'pino';
import type { RunningGateway } from '../create-gateway.ts';
import type { GatewayConfig } from '../read-config.ts';
import { type CommandLine, ownCommand, readConfig, startingFileOf } from '../read-config.ts';

/**
 * Starts the gateway and stays until it is asked to end. Says what it does meanwhile; with `--json`, only one line when
 * it listens. Logs to standard error.
 */
export async function start(line: CommandLine): Promise<void> {
  const say = line.options.json ? () => {} : (words: string) => void process.stdout.write(`${words}\n`);
  const config = readConfig(line);
  const starting = startingFileOf(config.dataFolder);
  // The other commands wait while this process lives and the file is there.
  writeFileSync(starting, String(process.pid), { mode: 0o600 });
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination(2));
  const isNew = 'folder' in config.database && !existsSync(join(config.database.folder, 'pgdata'));
  let gateway: RunningGateway;
  try {
    say(
      isNew
        ? `Preparing the database in ${config.dataFolder}. The first time this takes a few seconds …`
        : 'Opening the database …',
    );
    // After the line above, because loading it takes a while.
    const { startGateway } = await import('../create-gateway.ts');
    gateway = await startGateway(config, logger);
  } finally {
    rmSync(starting, { force: true });
  }
  const { address, databaseKind } = gateway;
  const vendors = Object.keys(config.vendors);
  logger.info({ address, database: databaseKind, vendors }, 'listening');
  const adminKeyFile = join(config.dataFolder, 'admin-key');
  if (line.options.json)
    process.stdout.write(`${JSON.stringify({ address, database: databaseKind, adminKeyFile })}\n`);
  else say(startMessage(address, config, isNew));
  let ending = false;
  const hurry = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      // At a terminal, or on a second signal, it does not wait for load balancers to send requests elsewhere.
      if (ending || signal === 'SIGINT') hurry.abort();
      if (ending) return;
      ending = true;
      logger.info({ signal }, 'ending: what is in progress is finished first');
      gateway.close(hurry.signal).then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
}

function startMessage(
  address: string,
  { vendors, database, currency }: GatewayConfig,
  isNew: boolean,
): string {
  const [vendor] = Object.keys(vendors);
  const lines = [`The gateway is ready at ${address}. Ctrl-C stops it.`];
  if ('folder' in database)
    lines.push('It uses the embedded database: one process. Several need QUOTH_GATEWAY_DATABASE_URL.');
  if (vendor === undefined)
    lines.push(
      'No vendor has a key, so nothing can be transcribed yet. Start it again with a key, such as QUOTH_GATEWAY_DEEPGRAM_KEY_FILE=FILE.',
    );
  else if (isNew)
    lines.push(
      `Next, in another terminal, set a price (in ${currency}): ${ownCommand} set-price ${vendor} '*' --per-minute 0.006`,
      `Then add an account: ${ownCommand} add-account NAME. All steps: apps/gateway/README.md`,
    );
  return lines.join('\n');
}
