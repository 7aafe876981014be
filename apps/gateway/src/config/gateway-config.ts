import * as z from 'zod';
import { defaultTiers, type Member, type Tier } from '../chain/chains.ts';

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
  /** Asks the vendor to keep nothing, if it has an option for that. ElevenLabs offers it to enterprise accounts only. */
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
  /** Wrong tokens and keys from one address, on one node; beyond it, only tokens that were valid before are looked up. */
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
  /** After this time, another node may take over the request of a dead node. If the database is away for longer, work in progress ends. */
  leaseSeconds: z.number().min(1).max(600).default(30),
  /** Time between the signal to end and the end of listening, in which a load balancer can notice that this node is not ready. */
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
export type WrittenConfig = z.output<typeof written>;
export type GatewayLimits = z.output<typeof limits>;

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
