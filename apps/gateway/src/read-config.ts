import { randomBytes } from 'node:crypto';
import { closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endpointProblem, englishText } from '@quoth/contract';
import { installation } from '@quoth/processes/places';
import { vendorList } from '@quoth/vendors';
import * as z from 'zod';
import { defaultTiers, type Member, type Tier } from './relay/chains.ts';

const member = z
  .string()
  .regex(/^[a-z]+\/.+$/, 'Write vendor/model, such as deepgram/nova-3.')
  .transform((written): Member => {
    const slash = written.indexOf('/');
    return { vendor: written.slice(0, slash), model: written.slice(slash + 1) };
  });

const vendorSettings = z.strictObject({
  /** A file that holds the operator's key and nothing else. */
  keyFile: z.string().optional(),
  /** Used instead of the vendor's own address. */
  baseUrl: z.string().optional(),
  /**
   * Asks the vendor to keep nothing, if it has an option for that. ElevenLabs offers it to enterprise accounts only.
   */
  keepNothing: z.boolean().default(true),
});

const limits = z.strictObject({
  uploadMegabytes: z.int().min(1).max(5_000).default(2_000),
  audioMinutes: z.int().min(1).max(600).default(360),
  /** Of one upload; a larger one goes into an encrypted file. */
  memoryMegabytes: z.int().min(1).max(1_000).default(8),
  totalMemoryMegabytes: z.int().min(1).max(100_000).default(256),
  /** Of all uploads together in files, on one node; further uploads are refused until there is room. */
  totalUploadMegabytes: z.int().min(1).max(10_000_000).default(20_000),
  /** Requests in progress on one node; others wait in order. */
  concurrentRequests: z.int().min(1).max(10_000).default(128),
  /** For a token without limits of its own. */
  tokenConcurrentRequests: z.int().min(1).default(16),
  tokenRequestsPerMinute: z.int().min(1).default(600),
  /** Open connections of one node; further ones are closed at once. */
  connections: z.int().min(1).max(1_000_000).default(4_096),
  /** GETs of one token on one node. */
  tokenReadsPerMinute: z.int().min(1).default(240),
  /**
   * Wrong tokens and keys from one address, on one node; beyond it, only tokens that were valid before are looked up.
   */
  addressRefusalsPerMinute: z.int().min(1).default(60),
  /** Pages for people to one address, on one node. */
  addressPagesPerMinute: z.int().min(1).default(240),
  /** Requests of one token that may wait. */
  tokenQueue: z.int().min(0).default(64),
  /** From the first try to the last. Each second of audio adds half a second. */
  deadlineSeconds: z.number().min(1).max(3_600).default(240),
  /** How long to wait for one vendor at most; the vendor's own limit if that is shorter. */
  vendorSeconds: z.number().min(0.1).max(3_600).default(3_600),
  /** Seconds without data after which a client is disconnected. */
  idleSeconds: z.number().min(1).max(600).default(30),
  /**
   * After this time, another node may take over the request of a dead node. If the database is away for longer, work in
   * progress ends.
   */
  leaseSeconds: z.number().min(1).max(600).default(30),
  /**
   * Time between the signal to end and the end of listening, in which a load balancer can notice that this node is not
   * ready.
   */
  drainSeconds: z.number().min(0).max(600).default(5),
  /** Seconds that a repeated request waits for the first one. */
  waitSeconds: z.number().min(0).max(300).default(25),
});

const written = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(39_300),
  /** A proxy in front speaks TLS. */
  behindProxy: z.boolean().default(false),
  tls: z.strictObject({ certificateFile: z.string(), keyFile: z.string() }).optional(),
  database: z
    .strictObject({
      url: z.string().optional(),
      urlFile: z.string().optional(),
      folder: z.string().optional(),
    })
    .default({}),
  adminKeyFile: z.string().optional(),
  metricsTokenFile: z.string().optional(),
  /** Three letters, shown next to amounts. The books use whole millionths of it. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
  vendors: z.record(z.string(), vendorSettings).default({}),
  tiers: z.partialRecord(z.enum(['highest', 'high', 'medium', 'fast']), member).default({}),
  /** Names that stand for language models, tried in this order. */
  textChains: z.record(z.string().regex(/^[a-z0-9-]{1,40}$/), z.array(member).min(1).max(8)).default({}),
  /** A folder in memory. */
  memoryFolder: z.string().default('/dev/shm'),
  limits: limits.default(limits.parse({})),
});

/** What the configuration file may say, its defaults filled in. */
type WrittenConfig = z.output<typeof written>;

/** The gateway's whole configuration, with its secrets read. */
export interface GatewayConfig extends Omit<WrittenConfig, 'tiers' | 'database' | 'tls' | 'vendors'> {
  readonly database: { readonly url: string } | { readonly folder: string };
  readonly dataFolder: string;
  readonly tls: { readonly certificate: string; readonly key: string } | undefined;
  readonly tiers: Readonly<Record<Tier, Member>>;
  readonly vendors: Readonly<Record<string, VendorAccess>>;
  readonly adminKey: string;
  readonly metricsToken: string | undefined;
  /** Where programs are searched for. */
  readonly searchPath: string;
  readonly tracing: boolean;
}

/** How the operator reaches a vendor. */
export interface VendorAccess {
  readonly key: string;
  readonly baseUrl: string | undefined;
  readonly keepNothing: boolean;
}

/** Reads the configuration file's JSON. Throws an Error that says which field is wrong. */
export function parseConfig(value: unknown): WrittenConfig {
  const result = written.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`The configuration file is wrong at "${issue?.path.join('.')}": ${issue?.message}`);
}

export function withDefaultTiers(tiers: WrittenConfig['tiers']): Readonly<Record<Tier, Member>> {
  return {
    highest: tiers.highest ?? defaultTiers.highest,
    high: tiers.high ?? defaultTiers.high,
    medium: tiers.medium ?? defaultTiers.medium,
    fast: tiers.fast ?? defaultTiers.fast,
  };
}

/** Throws if the gateway would be reachable from elsewhere without encryption. */
export function checkListening({
  host,
  tls,
  behindProxy,
}: Pick<GatewayConfig, 'host' | 'tls' | 'behindProxy'>): void {
  const isLoopback = host === '127.0.0.1' || host === '::1' || host === 'localhost';
  if (isLoopback || tls || behindProxy) return;
  throw new Error(
    `The gateway would listen on ${host} without encryption. Give it certificates ("tls" in the configuration), or say --behind-proxy where a proxy in front speaks TLS.`,
  );
}

type Environment = Readonly<Record<string, string | undefined>>;

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

export function dataFolderOf(options: CommandLine['options'], env: Environment = process.env): string {
  const written = options['data-folder'] ?? env.QUOTH_GATEWAY_HOME;
  if (typeof written === 'string' && written !== '') return resolve(written);
  // As its specification has it: empty is unset, and a path from here means nothing.
  const data = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(homedir(), '.local', 'share');
  return join(data, 'quoth-gateway');
}

/**
 * Reads environment, configuration file and the files they name. Keys come from files and the environment and never
 * from arguments, which everybody on the machine can see. Throws an Error that says what to change.
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
    secretOf(env, 'QUOTH_GATEWAY_ADMIN_KEY') ??
    (existsSync(path) ? readOwnText(path) || undefined : undefined)
  );
}

/** Where the gateway of this machine listens, for its commands: `--url`, or the port that `start` would read. */
export function addressOf(options: CommandLine['options'], env: Environment = process.env): string {
  if (typeof options.url === 'string') return options.url;
  const { port, tls } = readWritten(options, env);
  const own = portOf(textOf(options.port) ?? env.QUOTH_GATEWAY_PORT) ?? port;
  return `${tls ? 'https' : 'http'}://127.0.0.1:${own}`;
}

/** What its operator types: in a package it is a program of its own. */
export const ownCommand = installation() === 'clone' ? 'quoth gateway' : 'quoth-gateway';

/** How its operator starts it. */
export const howToStart = ['deb', 'rpm'].includes(installation())
  ? 'with "sudo systemctl start quoth-gateway"'
  : `in another terminal with "${ownCommand} start"`;

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
    const problem = settings?.baseUrl === undefined ? undefined : endpointProblem(settings.baseUrl);
    if (problem) throw new Error(`The base URL of ${id} cannot be used. ${englishText(problem)}`);
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

/**
 * Of a file in the service's folder that root reads too: a link there could lead root to a file of its own, which would
 * then be sent as the key.
 */
function readOwnText(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new Error(`The file ${path} cannot be read.`);
  } finally {
    if (file !== undefined) closeSync(file);
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
