import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { vendorList } from '@quoth/providers';
import {
  checkListening,
  type GatewayConfig,
  parseConfig,
  type VendorAccess,
  withDefaultTiers,
} from './config/gateway-config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The command and its options. */
export interface CommandLine {
  readonly command: string;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      config: { type: 'string' },
      'data-folder': { type: 'string' },
      host: { type: 'string' },
      port: { type: 'string' },
      'behind-proxy': { type: 'boolean' },
      url: { type: 'string' },
      'per-minute': { type: 'string' },
      'minimum-seconds': { type: 'string' },
      'rounding-seconds': { type: 'string' },
      'per-million-input': { type: 'string' },
      'per-million-output': { type: 'string' },
      'daily-budget': { type: 'string' },
      'total-budget': { type: 'string' },
      key: { type: 'string' },
      note: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command = 'help', ...words] = positionals;
  return { command: values.help ? 'help' : command, words, options: values };
}

/** The environment of a program that the gateway starts: its own, with these added. */
export function environmentWith(variables: Readonly<Record<string, string>>): Environment {
  return { ...process.env, ...variables };
}

/** The gateway's own data folder. */
export function dataFolderOf(options: CommandLine['options'], env: Environment = process.env): string {
  const written = options['data-folder'] ?? env.QUOTH_GATEWAY_HOME;
  if (typeof written === 'string') return resolve(written);
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'quoth-gateway');
}

/**
 * Reads environment, configuration file and the files they name. Keys come from files and the environment and never from arguments, which
 * everybody on the machine can see. Throws an Error that says what to change.
 */
export function readConfig({ options }: CommandLine, env: Environment = process.env): GatewayConfig {
  const dataFolder = dataFolderOf(options, env);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const written = readWritten(options, env);
  const url =
    secretOf(env, 'QUOTH_GATEWAY_DATABASE_URL') ?? written.database.url ?? fileOf(written.database.urlFile);
  const { tls } = written;
  const config: GatewayConfig = {
    ...written,
    host: textOf(options.host) ?? env.QUOTH_GATEWAY_HOST ?? written.host,
    port: portOf(textOf(options.port) ?? env.QUOTH_GATEWAY_PORT) ?? written.port,
    behindProxy:
      options['behind-proxy'] === true || env.QUOTH_GATEWAY_BEHIND_PROXY === '1' || written.behindProxy,
    dataFolder,
    database:
      url === undefined ? { folder: written.database.folder ?? join(dataFolder, 'database') } : { url },
    tls: tls && { certificate: readText(tls.certificateFile), key: readText(tls.keyFile) },
    tiers: withDefaultTiers(written.tiers),
    vendors: vendorsOf(written.vendors, env),
    adminKey:
      secretOf(env, 'QUOTH_GATEWAY_ADMIN_KEY') ?? fileOf(written.adminKeyFile) ?? ownAdminKey(dataFolder),
    metricsToken: secretOf(env, 'QUOTH_GATEWAY_METRICS_TOKEN') ?? fileOf(written.metricsTokenFile),
    memoryFolder: existsSync(written.memoryFolder) ? written.memoryFolder : dataFolder,
    searchPath: env.PATH ?? '',
    tracing:
      env.OTEL_SDK_DISABLED !== 'true' &&
      (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined,
  };
  if (config.adminKey.length < 20) throw new Error('The admin key is too short: 20 characters at least.');
  checkListening(config);
  return config;
}

/** The administrator's key, for commands on the same machine; undefined before the first start. */
export function readAdminKey(
  options: CommandLine['options'],
  env: Environment = process.env,
): string | undefined {
  const path = join(dataFolderOf(options, env), 'admin-key');
  // Empty for a moment while it is being written.
  return (
    secretOf(env, 'QUOTH_GATEWAY_ADMIN_KEY') ?? (existsSync(path) ? readText(path) || undefined : undefined)
  );
}

/** Where the gateway of this machine listens, for its commands: `--url`, or the port that `start` would read. */
export function addressOf(options: CommandLine['options'], env: Environment = process.env): string {
  if (typeof options.url === 'string') return options.url;
  const { port, tls } = readWritten(options, env);
  const own = portOf(textOf(options.port) ?? env.QUOTH_GATEWAY_PORT) ?? port;
  return `${tls ? 'https' : 'http'}://127.0.0.1:${own}`;
}

/** Holds the id of a gateway's process until it listens. */
export function startingFileOf(dataFolder: string): string {
  return join(dataFolder, 'starting');
}

function readWritten(options: CommandLine['options'], env: Environment): ReturnType<typeof parseConfig> {
  const path = options.config ?? env.QUOTH_GATEWAY_CONFIG;
  const named = typeof path === 'string' ? resolve(path) : join(dataFolderOf(options, env), 'gateway.json');
  return parseConfig(typeof path === 'string' || existsSync(named) ? readJson(named) : {});
}

function vendorsOf(
  written: ReturnType<typeof parseConfig>['vendors'],
  env: Environment,
): Readonly<Record<string, VendorAccess>> {
  const unknown = Object.keys(written).find((id) => !vendorList.some((vendor) => vendor.id === id));
  if (unknown !== undefined)
    throw new Error(
      `There is no vendor "${unknown}". Known are ${vendorList.map(({ id }) => id).join(', ')}.`,
    );
  const entries = vendorList.flatMap(({ id }): [string, VendorAccess][] => {
    const settings = written[id];
    const key = secretOf(env, `QUOTH_GATEWAY_${id.toUpperCase()}_KEY`) ?? fileOf(settings?.keyFile);
    if (key === undefined) return [];
    return [[id, { key, baseUrl: settings?.baseUrl, keepNothing: settings?.keepNothing ?? true }]];
  });
  return Object.fromEntries(entries);
}

/** `NAME`, or the content of the file that `NAME_FILE` names. */
function secretOf(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || fileOf(env[`${name}_FILE`]);
}

function fileOf(path: string | undefined): string | undefined {
  return path === undefined || path === '' ? undefined : readText(path).trim();
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new Error(`The file ${path} cannot be read.`);
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readText(path));
  } catch (error) {
    throw error instanceof SyntaxError ? new Error(`The file ${path} is no JSON.`) : error;
  }
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function portOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const port = Number(written);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`"${written}" is no port.`);
  return port;
}

/** Created at the first start, in a file that only its user can read. */
function ownAdminKey(dataFolder: string): string {
  const path = join(dataFolder, 'admin-key');
  if (!existsSync(path))
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  return readText(path);
}
