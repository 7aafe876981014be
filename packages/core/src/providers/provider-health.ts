import {
  AppError,
  type ProviderHealth as HealthEntry,
  healthLabel,
  type Message,
  type Provider as ProviderView,
  say,
  withAdvice,
} from '@quoth/contract';
import { isoTime } from '../base/index.ts';
import type { CoreContext } from '../database/index.ts';
import type { CheckOutcome, HealthCheck, HealthState } from './health-machine.ts';
import { outOfReach, probeProvider } from './probe-provider.ts';
import type { ProviderKeys } from './provider-keys.ts';
import type { KnownProvider, ProviderList } from './provider-list.ts';
import { ProviderMonitor, type Timers } from './provider-monitor.ts';

interface ProviderHealthOptions extends Omit<CoreContext, 'database'> {
  readonly list: ProviderList;
  readonly keys: ProviderKeys;
  readonly timers: Timers;
  readonly fetch: typeof fetch;
}

/** Permission to send audio to a provider: the key that was found to be good. */
export interface Admission {
  readonly provider: KnownProvider;
  /** Undefined for a server of the user's that wants none. */
  readonly key: string | undefined;
  /** Of the key; for `report`. */
  readonly version: number;
}

/** The two lists of GET /health. */
export interface HealthSnapshot {
  readonly providers: readonly HealthEntry[];
  readonly post_processing_providers: readonly HealthEntry[];
}

/** What is known of every provider's health (specification, section 3). Reads answer from memory. */
export class ProviderHealth {
  readonly #options: ProviderHealthOptions;
  /** By the provider itself: its id may be another server's tomorrow. */
  readonly #monitors = new Map<KnownProvider, ProviderMonitor>();
  #snapshot: HealthSnapshot | undefined;
  #inUse: () => string | undefined = () => undefined;

  constructor(options: ProviderHealthOptions) {
    this.#options = options;
  }

  /**
   * `inUse` returns the id of the provider that the default mode transcribes with, undefined if it needs none: that one
   * is checked even while no one uses it.
   */
  watch(inUse: () => string | undefined): void {
    this.#inUse = inUse;
  }

  /** The same object until something moves. */
  snapshot(): HealthSnapshot {
    if (this.#snapshot) return this.#snapshot;
    const entries = (job: 'transcription' | 'post-processing') =>
      this.#options.list
        .all()
        .filter(({ jobs }) => jobs.includes(job))
        .map((provider) => this.#entry(provider));
    this.#snapshot = {
      providers: entries('transcription'),
      post_processing_providers: entries('post-processing'),
    };
    return this.#snapshot;
  }

  /** A provider as window and command line see it. */
  view(provider: KnownProvider): ProviderView {
    const { id, displayName, kind, preset, jobs, needsKey, vendor } = provider;
    const { key_present, status, checked_at, latency_ms, error } = this.#entry(provider);
    const view: ProviderView = {
      id,
      displayName,
      kind,
      preset,
      jobs: [...jobs],
      base_url: vendor.baseUrl,
      keys_page: vendor.keysPage || null,
      key_present,
      needs_key: needsKey,
      takes_instructions: vendor.speech?.takesInstructions ?? false,
      status,
      label: healthLabel(status, key_present),
      reason: null,
      checked_at,
      latency_ms,
      error,
    };
    const reason = this.#monitorOf(provider).check()?.reason ?? null;
    return reason === null ? view : withAdvice(view, { reason: [reason] });
  }

  /**
   * Waits for the last probe before audio goes out: a result of at most 60 s counts, else the provider is asked now.
   * Throws MISSING_API_KEY (no key, or a rejected one), ENGINE_UNAVAILABLE (out of reach), or the signal's reason.
   */
  async ready(provider: KnownProvider, signal: AbortSignal): Promise<Admission> {
    for (;;) {
      if (!this.#isCurrent(provider)) throw removed(provider);
      const monitor = this.#monitorOf(provider);
      const version = await monitor.ready(signal);
      const key = await this.#keyOf(provider);
      // A key that changed while it was fetched has not been proved yet.
      if (monitor.version() === version && this.#isCurrent(provider)) return { provider, key, version };
    }
  }

  /** True while the key of a permission is still the user's key for the provider. From memory. */
  holds({ provider, version }: Admission): boolean {
    if (!this.#isCurrent(provider) || this.#credential(provider) === 'none') return false;
    return this.#monitorOf(provider).version() === version;
  }

  /**
   * The key for work that is not held up by health (POST /post-process). Throws MISSING_API_KEY where one is needed and
   * none exists.
   */
  async admitUnchecked(provider: KnownProvider): Promise<Admission> {
    const version = this.#monitorOf(provider).version();
    const key = await this.#keyOf(provider);
    if (key === undefined && provider.needsKey)
      throw healthRefusal(provider, undefined, this.#options.clock.now());
    return { provider, key, version };
  }

  /** Throws MISSING_API_KEY where the provider needs a key and has none. From memory. */
  requireKey(provider: KnownProvider): void {
    if (this.#credential(provider) === 'none')
      throw healthRefusal(provider, undefined, this.#options.clock.now());
  }

  /**
   * Why no audio may go there, where that is known already; one that is being checked, or was not yet, may turn out to
   * be good.
   */
  knownRefusal(provider: KnownProvider): AppError | undefined {
    if (this.#credential(provider) === 'none') return healthRefusal(provider, undefined, undefined);
    const monitor = this.#monitorOf(provider);
    const status = monitor.status();
    const check = monitor.check();
    return check && (status === 'unauthorized' || status === 'unreachable')
      ? healthRefusal(provider, check, undefined)
      : undefined;
  }

  /** When the provider was last looked at, such as `12 s ago`. */
  lastCheck(provider: KnownProvider): Message {
    const check = this.#monitorOf(provider).check();
    return check === undefined ? say('neverMade') : ageOf(this.#options.clock.now() - check.at);
  }

  /** What an outcome that a language model's request met just now means for the caller, in words. */
  refusal(provider: KnownProvider, outcome: CheckOutcome): AppError {
    const now = this.#options.clock.now();
    return healthRefusal(provider, { ...outcome, at: now, by: 'request' }, now, 'text');
  }

  /** What a request met informs health too. */
  report({ provider, version }: Admission, outcome: CheckOutcome): void {
    // The server may have been removed while it answered, and another may have its id now.
    if (this.#isCurrent(provider)) this.#monitorOf(provider).report(version, outcome);
  }

  /**
   * Test connection: checks at once and waits for the result. Throws MISSING_API_KEY where there is nothing to test.
   */
  async test(provider: KnownProvider): Promise<void> {
    this.requireKey(provider);
    await this.#monitorOf(provider).test();
  }

  /** To be said after a key was added, changed or removed. */
  keyChanged(provider: KnownProvider): void {
    this.#monitorOf(provider).keyChanged(this.#credential(provider));
  }

  /** To be said after the user's servers changed. */
  listChanged(): void {
    const current = new Set(this.#options.list.all());
    for (const [provider, monitor] of this.#monitors) {
      if (current.has(provider)) continue;
      monitor.close();
      this.#monitors.delete(provider);
    }
    this.#snapshot = undefined;
  }

  /** The network came back, the machine woke or the window got focus. */
  refresh(): void {
    const id = this.#inUse();
    const provider = id === undefined ? undefined : this.#options.list.find(id);
    if (provider) this.#monitorOf(provider).refresh();
  }

  close(): void {
    for (const monitor of this.#monitors.values()) monitor.close();
  }

  #entry(provider: KnownProvider): HealthEntry {
    const monitor = this.#monitorOf(provider);
    const status = monitor.status();
    const check = monitor.check();
    return {
      id: provider.id,
      displayName: provider.displayName,
      key_present: this.#credential(provider) !== 'none',
      reachable: status === 'healthy',
      status,
      checked_at: check === undefined ? null : isoTime(check.at),
      latency_ms: check?.latencyMs ?? null,
      error:
        check?.errorKind === undefined
          ? null
          : withAdvice({ kind: check.errorKind }, { message: [check.reason ?? say('requestRateLimited')] }),
    };
  }

  #monitorOf(provider: KnownProvider): ProviderMonitor {
    const known = this.#monitors.get(provider);
    if (known) return known;
    const { clock, timers } = this.#options;
    const monitor = new ProviderMonitor({
      credential: this.#credential(provider),
      clock,
      timers,
      probe: (signal) => this.#probe(provider, signal),
      isInUse: () => this.#inUse() === provider.id,
      onMove: () => this.#moved(provider),
      refusal: (check) => healthRefusal(provider, check, clock.now()),
    });
    // A request that is still running may ask for a provider that was removed: it gets a monitor that is not kept.
    if (this.#isCurrent(provider)) this.#monitors.set(provider, monitor);
    return monitor;
  }

  #isCurrent(provider: KnownProvider): boolean {
    return this.#options.list.find(provider.id) === provider;
  }

  #credential({ secretName, needsKey }: KnownProvider): HealthState['credential'] {
    if (this.#options.keys.has(secretName)) return 'key';
    return needsKey ? 'none' : 'not-needed';
  }

  async #probe(provider: KnownProvider, signal: AbortSignal): Promise<CheckOutcome> {
    try {
      const key = await this.#keyOf(provider);
      return await probeProvider({ vendor: provider.vendor, key }, { fetch: this.#options.fetch, signal });
    } catch (error) {
      if (error instanceof AppError) return { status: 'unreachable', reason: error.said, unasked: true };
      this.#options.logger.error({ error }, 'A probe failed.');
      return outOfReach(provider.displayName, say('checkFailed'));
    }
  }

  /** The key from the store. One that somebody took out of it is a key that was removed. */
  async #keyOf(provider: KnownProvider): Promise<string | undefined> {
    const wasThere = this.#options.keys.has(provider.secretName);
    const key = await this.#options.keys.read(provider.secretName);
    if (wasThere && key === undefined) this.keyChanged(provider);
    return key;
  }

  #moved(provider: KnownProvider): void {
    this.#snapshot = undefined;
    this.#options.events.publish({ type: 'provider-health-changed', provider: this.view(provider) });
  }
}

/** A server that the user took away while work for it went on, perhaps to put another one into its place. */
function removed({ displayName }: KnownProvider): AppError {
  return new AppError('ENGINE_UNAVAILABLE', {
    message: say('providerRemovedMeanwhile', { provider: displayName }),
    hint: say('chooseOtherProvider'),
    remedy: say('listsProviders'),
  });
}

/**
 * Why nothing may be sent to a provider (`sent` is what would have been), and what to do about it. `check` is undefined
 * if there is no key. Without `now` the age of the check is left out: a state that is shown for longer would go on
 * giving the age that it had at first.
 */
export function healthRefusal(
  provider: KnownProvider,
  check: HealthCheck | undefined,
  now: number | undefined,
  sent: 'audio' | 'text' = 'audio',
): AppError {
  const { id, kind, displayName, vendor } = provider;
  if (check === undefined) {
    const page = vendor.keysPage === '' ? [] : [say('createKeyAt', { address: vendor.keysPage })];
    return new AppError('MISSING_API_KEY', {
      message: say('noKeyForProvider', { provider: displayName }),
      remedy: [say('setOneKey', { provider: id }), ...page],
    });
  }
  const when = now === undefined ? undefined : ageOf(now - check.at);
  if (check.status === 'unauthorized') {
    const why = check.reason ?? say('providerRefusesKey', { provider: displayName });
    return new AppError('MISSING_API_KEY', {
      message: when === undefined ? why : say('checkedWhen', { why, when }),
      remedy: say('setValidKey', { provider: id }),
    });
  }
  if (check.unasked) {
    return new AppError('MISSING_API_KEY', {
      message: check.reason ?? say('keyUnreadable', { provider: displayName }),
      hint: say('unlockStore'),
    });
  }
  const { method, paths } = vendor.probe;
  const why = check.reason ?? say('providerUnreachable', { provider: displayName });
  const tried = { why, method, address: `${vendor.baseUrl}${paths[0]}` };
  return new AppError('ENGINE_UNAVAILABLE', {
    message:
      when === undefined
        ? say(sent === 'audio' ? 'triedForAudio' : 'triedForText', tried)
        : say(sent === 'audio' ? 'triedForAudioWhen' : 'triedForTextWhen', { ...tried, when }),
    remedy: [
      say(kind === 'endpoint' ? 'startServerOrTest' : 'checkNetworkOrTest', { provider: id }),
      say('localModelWorks'),
    ],
  });
}

/** `just now`, `12 s ago`, `3 min ago`. */
function ageOf(milliseconds: number): Message {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 1) return say('justNow');
  return seconds < 120
    ? say('secondsAgo', { seconds })
    : say('minutesAgo', { minutes: Math.round(seconds / 60) });
}
