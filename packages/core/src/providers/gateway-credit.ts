import {
  AppError,
  lowMinutes,
  type Notice,
  type ProviderAccount,
  type Said,
  say,
  withAdvice,
} from '@quoth/contract';
import { readGatewayAccount, type Vendor, VendorError, type VendorIo } from '@quoth/vendors';
import type { CoreContext } from '../database/index.ts';
import type { KnownProvider } from './provider-list.ts';

/**
 * What is left with a gateway, and for how long. Throws MISSING_API_KEY (a refused token), ENGINE_UNAVAILABLE, or the
 * signal's reason.
 */
export async function accountOf(
  asked: { readonly vendor: Vendor; readonly key: string | undefined; readonly signal: AbortSignal },
  io: VendorIo,
): Promise<ProviderAccount> {
  try {
    const { currency, availableMicro, tiers } = await readGatewayAccount(asked, io);
    const known = tiers.map(({ id, perMinuteMicro }) => ({
      id,
      per_minute_micro: perMinuteMicro,
      minutes_left: perMinuteMicro === 0 ? null : Math.max(0, Math.floor(availableMicro / perMinuteMicro)),
    }));
    const low = known.some(({ minutes_left: left }) => left !== null && left < lowMinutes);
    return { currency, available_micro: availableMicro, tiers: known, low };
  } catch (error) {
    asked.signal.throwIfAborted();
    if (!(error instanceof VendorError)) throw error;
    throw new AppError(error.kind === 'unauthorized' ? 'MISSING_API_KEY' : 'ENGINE_UNAVAILABLE', {
      message: error.why,
      hint: say('checkAddressAndToken'),
      remedy: say('showsProviderStatus'),
    });
  }
}

interface GatewayCreditOptions extends Omit<CoreContext, 'database'> {
  /** Asks a gateway what is left. */
  readonly read: (id: string, signal: AbortSignal) => Promise<ProviderAccount>;
  /** False once the gateway has been removed. */
  readonly isKnown: (id: string) => boolean;
}

/** A gateway is asked so often at most, however much is dictated. */
const MIN_PAUSE_MS = 60_000;

/** Watches what is left with gateways while they are used, and warns before it is used up. */
export class GatewayCredit {
  readonly #options: GatewayCreditOptions;
  readonly #askedAt = new Map<string, number>();
  readonly #low = new Map<string, Said<Notice>>();
  readonly #reading = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();

  constructor(options: GatewayCreditOptions) {
    this.#options = options;
  }

  /** A gateway was used, or refused because the credit was used up: checks the balance soon, in the background. */
  used({ id }: KnownProvider): void {
    const now = this.#options.clock.monotonic();
    if (now - (this.#askedAt.get(id) ?? -Infinity) < MIN_PAUSE_MS) return;
    this.#askedAt.set(id, now);
    const reading: Promise<unknown> = this.#options
      .read(id, this.#stop.signal)
      // A gateway that cannot be reached is reported by its health.
      .catch((error: unknown) => this.#options.logger.debug({ error, provider: id }, 'No balance.'))
      .finally(() => this.#reading.delete(reading));
    this.#reading.add(reading);
  }

  /** What a gateway has said, no matter who asked it. */
  learned({ id, displayName }: KnownProvider, account: ProviderAccount): void {
    const { events } = this.#options;
    const wasLow = this.#low.has(id);
    if (account.low) this.#low.set(id, lowNotice(id, displayName, account));
    else this.#low.delete(id);
    events.publish({ type: 'provider-account-changed', id, account });
    const notice = this.#low.get(id);
    if (notice && !wasLow) events.publish({ type: 'notice-raised', notice });
  }

  notices(): Said<Notice>[] {
    return [...this.#low].flatMap(([id, notice]) => (this.#options.isKnown(id) ? [notice] : []));
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('the application ends'));
    await Promise.all(this.#reading);
  }
}

function lowNotice(id: string, provider: string, { tiers }: ProviderAccount): Said<Notice> {
  const left = tiers.flatMap(({ minutes_left }) => minutes_left ?? []);
  const minutes = left.length === 0 ? 0 : Math.min(...left);
  const message = minutes === 0 ? say('creditRunOut', { provider }) : say('creditLow', { provider, minutes });
  return withAdvice(
    { id: `gateway-credit-low-${id}`, level: 'warning' },
    { message: [message], hint: [say('askForCreditOrLocal')] },
  );
}
