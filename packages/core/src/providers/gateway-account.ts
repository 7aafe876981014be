import { AppError, type ProviderAccount } from '@quoth/contract';
import { ProviderError, type ProviderIo, readGatewayAccount, type Vendor } from '@quoth/providers';

/** Whoever has less than this left is warned. */
const LOW_MINUTES = 10;

/** What is left with a gateway, and for how long. Throws MISSING_API_KEY (a refused token), ENGINE_UNAVAILABLE, or the signal's reason. */
export async function accountOf(
  asked: { readonly vendor: Vendor; readonly key: string | undefined; readonly signal: AbortSignal },
  io: ProviderIo,
): Promise<ProviderAccount> {
  try {
    const { currency, availableMicro, tiers } = await readGatewayAccount(asked, io);
    const known = tiers.map(({ id, perMinuteMicro }) => ({
      id,
      per_minute_micro: perMinuteMicro,
      minutes_left: perMinuteMicro === 0 ? null : Math.max(0, Math.floor(availableMicro / perMinuteMicro)),
    }));
    const low = known.some(({ minutes_left: left }) => left !== null && left < LOW_MINUTES);
    return { currency, available_micro: availableMicro, tiers: known, low };
  } catch (error) {
    asked.signal.throwIfAborted();
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError(error.kind === 'unauthorized' ? 'MISSING_API_KEY' : 'ENGINE_UNAVAILABLE', {
      message: error.message,
      hint: 'Check the address and the token: "quoth providers list" shows its status.',
    });
  }
}
