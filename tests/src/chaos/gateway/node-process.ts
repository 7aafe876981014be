import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fillEmbeddedDatabase } from '@quoth/gateway/fixtures';
import { vendorList } from '@quoth/vendors';
import type { ProviderSimulator } from '../../provider-simulator/simulator.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
/** The whole check names the built program, as it does for the application. */
const main = process.env.QUOTH_TEST_GATEWAY ?? join(root, 'apps', 'gateway', 'src', 'main.ts');
/**
 * How Node starts the gateway. Its embedded Postgres, compiled a second time by V8's slow compiler, would cost each
 * process two seconds that it never gains.
 */
export const gatewayCommand = ['--disable-warning=ExperimentalWarning', '--liftoff-only', main] as const;

export interface NodeProcessOptions {
  readonly simulator: ProviderSimulator;
  readonly adminKey: string;
  /** Undefined: the embedded database in the node's own folder. */
  readonly databaseUrl?: string;
  /** Further variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further lines of its configuration. */
  readonly config?: object;
  /** Further limits. */
  readonly limits?: object;
}

/** A gateway in a process of its own, killed and started again. */
export class NodeProcess {
  readonly #options: NodeProcessOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'quoth-node-'));
  #child: ChildProcess | undefined;
  /** Where it listens; undefined while it does not. */
  address: string | undefined;

  constructor(options: NodeProcessOptions) {
    this.#options = options;
    const { simulator } = options;
    const vendors = Object.fromEntries(
      vendorList.map((vendor) => [vendor.id, { baseUrl: simulator.baseUrl(vendor) }]),
    );
    const limits = {
      deadlineSeconds: 10,
      vendorSeconds: 2,
      tokenRequestsPerMinute: 1_000_000,
      tokenConcurrentRequests: 1_000,
      waitSeconds: 5,
      // Each kill leaves a third of all requests behind, and their clients wait for the lease: 30 s of it would be most
      // of the run.
      leaseSeconds: 3,
      drainSeconds: 0,
      ...options.limits,
    };
    writeFileSync(join(this.#folder, 'gateway.json'), JSON.stringify({ vendors, limits, ...options.config }));
  }

  /** Resolves when it listens; false where it ended before that. */
  async start(): Promise<boolean> {
    const { simulator, adminKey, databaseUrl, env = {} } = this.#options;
    if (databaseUrl === undefined) await fillEmbeddedDatabase(join(this.#folder, 'database'));
    const keys = vendorList.map(({ id }) => [`QUOTH_GATEWAY_${id.toUpperCase()}_KEY`, simulator.key(id)]);
    const child = spawn(process.execPath, [...gatewayCommand, 'start', '--json', '--port', '0'], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        QUOTH_GATEWAY_HOME: this.#folder,
        QUOTH_GATEWAY_ADMIN_KEY: adminKey,
        ...(databaseUrl === undefined ? {} : { QUOTH_GATEWAY_DATABASE_URL: databaseUrl }),
        ...Object.fromEntries(keys),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      this.address = (JSON.parse(line) as { address: string }).address;
      return true;
    }
    return false;
  }

  /** Gives its exit code; null where the signal ended it, or it was not there. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    this.address = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    child.kill(signal);
    return ended;
  }

  async close(): Promise<void> {
    await this.kill('SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
