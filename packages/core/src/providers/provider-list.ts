import { createHash } from 'node:crypto';
import {
  type AddEndpointBody,
  AppError,
  type AppErrorDetails,
  addEndpointBody,
  comparableName,
  type EndpointPreset,
  endpointPresets,
  endpointProblem,
  isLoopback,
  type ProviderJob,
  providerJobs,
  say,
} from '@quoth/contract';
import {
  compatibleEndpoint,
  openAiCompatible,
  type Probe,
  quothGateway,
  type Vendor,
  vendorAt,
} from '@quoth/vendors';
import { Mutex } from '../base/index.ts';
import type { Database, ProviderEndpointsTable } from '../database/index.ts';

/** Somebody whose service a key opens: a vendor that we know, or an OpenAI-compatible server that the user named. */
export interface KnownProvider {
  readonly id: string;
  readonly kind: 'vendor' | 'endpoint';
  /** What an endpoint was added as; null for vendors and for servers without a preset. */
  readonly preset: EndpointPreset | null;
  readonly displayName: string;
  readonly jobs: readonly ProviderJob[];
  /** False for a server of the user's: it may want a key or not. */
  readonly needsKey: boolean;
  /** Its address and protocol; created on the fly for an endpoint. */
  readonly vendor: Vendor;
  /**
   * Name under which its key is kept. An address of the user's is part of it, so that no other address ever gets the
   * key.
   */
  readonly secretName: string;
}

/**
 * True if what this provider receives stays on this computer: a server of the user's at a loopback address. A gateway
 * passes it on to others, and a vendor's stand-in is no local model.
 */
export function staysHere({
  kind,
  preset,
  vendor,
}: Pick<KnownProvider, 'kind' | 'preset' | 'vendor'>): boolean {
  return kind === 'endpoint' && preset !== 'quoth-gateway' && isLoopback(new URL(vendor.baseUrl).hostname);
}

/** What is known of a server that many people have. */
interface EndpointFacts {
  readonly displayName: string;
  readonly baseUrl: string | undefined;
  readonly jobs: readonly ProviderJob[];
  readonly probe: Probe;
  readonly keysPage: string;
}

/** Asking for the models proves that the server is there, and where it wants a key, that it takes ours. */
const modelsProbe: Probe = { method: 'GET', paths: ['/models'] };

/** OpenAI-compatible servers by the name that chooses them. */
export const presetFacts: Readonly<Record<EndpointPreset, EndpointFacts>> = {
  ollama: {
    displayName: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    jobs: ['post-processing'],
    probe: modelsProbe,
    keysPage: '',
  },
  'lm-studio': {
    displayName: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    jobs: ['post-processing'],
    probe: modelsProbe,
    keysPage: '',
  },
  openrouter: {
    displayName: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    jobs: ['post-processing'],
    // Its list of models is public and proves nothing.
    probe: { method: 'GET', paths: ['/key'] },
    keysPage: 'https://openrouter.ai/settings/keys',
  },
  'quoth-gateway': {
    displayName: 'Quoth cloud',
    // It has no fixed address: the user names it.
    baseUrl: undefined,
    jobs: ['transcription', 'post-processing'],
    probe: modelsProbe,
    keysPage: '',
  },
};

interface ProviderListOptions {
  readonly database: Database;
  readonly vendors: readonly Vendor[];
  /** Names that a server of the user's may not take, such as engines'. */
  readonly taken: readonly string[];
  /** Origin of a stand-in for every vendor, on this machine; their keys are then others than the real ones. */
  readonly standIn: string | undefined;
  /** Name of this machine, sent only to gateways. */
  readonly device?: string | undefined;
}

/** The maximum number of servers that a user can add. */
export const MAX_ENDPOINTS = 50;

/** Every provider: the vendors that we know, then the servers that the user named. Reads answer from memory. */
export class ProviderList {
  readonly #database: Database;
  readonly #vendors: readonly KnownProvider[];
  readonly #taken: ReadonlySet<string>;
  readonly #device: string | undefined;
  readonly #writes = new Mutex();
  #endpoints: readonly KnownProvider[];
  #all: readonly KnownProvider[];

  private constructor(options: ProviderListOptions, endpoints: readonly KnownProvider[]) {
    this.#database = options.database;
    this.#vendors = options.vendors.map((vendor) => ofVendor(vendor, options.standIn));
    this.#taken = new Set([...options.taken, ...options.vendors.map(({ id }) => id)].map(comparableName));
    this.#device = options.device;
    this.#endpoints = endpoints;
    this.#all = [...this.#vendors, ...endpoints];
  }

  /** Loads the user's servers; what no route would have let in is left out rather than asked. */
  static async open(options: ProviderListOptions): Promise<ProviderList> {
    const rows = await storedEndpoints(options.database);
    return new ProviderList(
      options,
      rows.map((row) => ofEndpoint(row, options.device)),
    );
  }

  all(): readonly KnownProvider[] {
    return this.#all;
  }

  /** The provider of this id, compared without case; undefined for an unknown one. */
  find(id: string): KnownProvider | undefined {
    const wanted = id.trim().toLowerCase();
    return this.#all.find((provider) => provider.id === wanted);
  }

  /** Throws INVALID_REQUEST for an unknown one. */
  get(id: string): KnownProvider {
    const found = this.find(id);
    if (found) return found;
    throw new AppError('INVALID_REQUEST', {
      message: say('providerNotFound'),
      hint: say('knownProviders', { names: { list: this.#all.map(({ id }) => id) } }),
    });
  }

  /** The user's server of this id. Throws INVALID_REQUEST, for a vendor with these details. */
  endpoint(id: string, refusalOf: (vendor: KnownProvider) => AppErrorDetails): KnownProvider {
    const found = this.get(id);
    if (found.kind === 'endpoint') return found;
    throw new AppError('INVALID_REQUEST', refusalOf(found));
  }

  /**
   * Adds a server. Its address never changes: another address is another server, with a key of its own. Throws
   * INVALID_REQUEST, ALREADY_EXISTS, LIMIT_REACHED.
   */
  add(body: AddEndpointBody): Promise<KnownProvider> {
    return this.#writes.run(async () => {
      const facts = body.preset === undefined ? undefined : presetFacts[body.preset];
      const baseUrl = body.baseUrl ?? facts?.baseUrl;
      if (baseUrl === undefined) {
        throw new AppError('INVALID_REQUEST', {
          message: say('serverNeedsAddress'),
          hint: say('giveServerAddress', { names: { list: endpointPresets } }),
        });
      }
      const problem = endpointProblem(baseUrl, body.allowUnencrypted);
      if (problem !== undefined) throw new AppError('INVALID_REQUEST', { message: problem });
      if (this.#endpoints.length >= MAX_ENDPOINTS) {
        throw new AppError('LIMIT_REACHED', {
          message: say('tooManyServers', { count: MAX_ENDPOINTS }),
          hint: say('removeUnusedServer'),
        });
      }
      const displayName = body.displayName ?? facts?.displayName ?? new URL(baseUrl).host;
      const row: ProviderEndpointsTable = {
        id: this.#freeId(body, displayName),
        display_name: displayName,
        base_url: baseUrl,
        preset: body.preset ?? null,
        place: Date.now(),
      };
      await this.#database.insertInto('provider_endpoints').values(row).execute();
      const added = ofEndpoint(row, this.#device);
      this.#keep([...this.#endpoints, added]);
      return added;
    });
  }

  /** Removes a server of the user's; its key is the caller's to remove. */
  remove(id: string): Promise<void> {
    return this.#writes.run(async () => {
      await this.#database.deleteFrom('provider_endpoints').where('id', '=', id).execute();
      this.#keep(this.#endpoints.filter((endpoint) => endpoint.id !== id));
    });
  }

  #keep(endpoints: readonly KnownProvider[]): void {
    this.#endpoints = endpoints;
    this.#all = [...this.#vendors, ...endpoints];
  }

  #freeId({ id, preset }: AddEndpointBody, displayName: string): string {
    const wanted = id ?? preset ?? slugOf(displayName);
    const isTaken = (candidate: string) =>
      this.#taken.has(comparableName(candidate)) ||
      this.#endpoints.some((endpoint) => comparableName(endpoint.id) === comparableName(candidate));
    if (!isTaken(wanted)) return wanted;
    if (id !== undefined) {
      throw new AppError('ALREADY_EXISTS', {
        message: say('providerNameTaken', { name: id }),
        hint: say('chooseOtherId'),
      });
    }
    for (let number = 2; ; number++) if (!isTaken(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }
}

/** The user's servers that are stored and that a route would have let in: a server's id names a file with its key. */
export async function storedEndpoints(database: Database): Promise<readonly ProviderEndpointsTable[]> {
  const rows = await database.selectFrom('provider_endpoints').selectAll().orderBy('place').execute();
  return rows.filter(isEndpoint).slice(0, MAX_ENDPOINTS);
}

/** One of the local network is there only because the user has allowed it: an address never changes. */
function isEndpoint({ id, base_url }: ProviderEndpointsTable): boolean {
  const body = { id, baseUrl: base_url, allowUnencrypted: true };
  return addEndpointBody.safeParse(body).data?.id === id;
}

function ofVendor(vendor: Vendor, standIn: string | undefined): KnownProvider {
  const { id, displayName } = vendor;
  const moved = standIn === undefined ? vendor : atStandIn(vendor, standIn);
  return {
    id,
    kind: 'vendor',
    preset: null,
    displayName,
    jobs: jobsOf(vendor),
    needsKey: true,
    vendor: moved,
    secretName: standIn === undefined ? `provider-key-${id}` : `simulated-key-${id}`,
  };
}

/** `https://api.example.com/v1` becomes `<origin>/<vendor's id>/v1`. */
function atStandIn(vendor: Vendor, origin: string): Vendor {
  const path = new URL(vendor.baseUrl).pathname.replace(/\/+$/, '');
  return vendorAt(vendor, `${origin}/${vendor.id}${path}`);
}

function jobsOf({ speech, language }: Vendor): ProviderJob[] {
  return [...(speech ? ['transcription' as const] : []), ...(language ? ['post-processing' as const] : [])];
}

function ofEndpoint(row: ProviderEndpointsTable, device: string | undefined): KnownProvider {
  const preset = endpointPresets.find((each) => each === row.preset) ?? null;
  const facts: EndpointFacts | undefined = preset === null ? undefined : presetFacts[preset];
  const { id, display_name: displayName, base_url: baseUrl } = row;
  const jobs = facts?.jobs ?? providerJobs;
  const isGateway = preset === 'quoth-gateway';
  const vendor: Vendor = {
    ...(isGateway
      ? quothGateway({ id, displayName, baseUrl, device })
      : { ...openAiCompatible({ id, displayName, baseUrl }), language: compatibleEndpoint }),
    // A preset's own probe is for its own address.
    ...(facts?.baseUrl === baseUrl && { probe: facts.probe }),
    keysPage: facts?.keysPage ?? '',
  };
  const address = createHash('sha256').update(baseUrl).digest('hex').slice(0, 12);
  return {
    id,
    kind: 'endpoint',
    preset,
    displayName,
    jobs,
    needsKey: isGateway || preset === 'openrouter',
    vendor,
    secretName: `endpoint-key-${id}-${address}`,
  };
}

function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 36);
  return slug === '' ? 'server' : slug;
}
