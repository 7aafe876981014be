import type { Mode, Provider, ProviderAccount } from '@quoth/contract';
import { useFormatter, useTranslations } from 'use-intl';
import { useRead } from './use-read.ts';

/** True for a gateway, which has an account with a balance. */
export function isPrepaid({ preset }: Provider): boolean {
  return preset === 'quoth-gateway';
}

/** The account with a prepaid provider; undefined while it is unknown, or if its token is refused. */
export function useAccount(provider: Provider | undefined): ProviderAccount | undefined {
  const isWanted =
    provider !== undefined &&
    isPrepaid(provider) &&
    provider.key_present &&
    provider.status !== 'unauthorized';
  const query = useRead('getProviderAccount', { params: { id: provider?.id ?? '' } }, { isWanted });
  return isWanted ? query.data?.account : undefined;
}

/** The prepaid provider that a mode's audio is sent to, if any. */
export function prepaidOf(
  { model, cloudProvider, cloudAccuracyTier }: Pick<Mode, 'model' | 'cloudProvider' | 'cloudAccuracyTier'>,
  providers: readonly Provider[],
): Provider | undefined {
  if (model !== 'cloud') return undefined;
  if (cloudProvider === null && cloudAccuracyTier === null) return undefined;
  return providers.find(
    (provider) => isPrepaid(provider) && (cloudProvider === null || provider.id === cloudProvider),
  );
}

/** Money and minutes of an account, in words. */
export function useAccountWords() {
  const t = useTranslations('account');
  const format = useFormatter();
  const minutes = (left: number) =>
    left < 120 ? t('minutes', { count: left }) : t('hours', { count: Math.floor(left / 60) });
  return {
    balance: ({ available_micro, currency }: ProviderAccount) =>
      t('left', { amount: format.number(available_micro / 1_000_000, { style: 'currency', currency }) }),
    /** The price of a minute, with more decimal places than usual because it is small. */
    price: ({ currency }: ProviderAccount, perMinuteMicro: number) =>
      perMinuteMicro === 0
        ? t('free')
        : t('perMinute', {
            amount: format.number(perMinuteMicro / 1_000_000, {
              style: 'currency',
              currency,
              minimumFractionDigits: 2,
              maximumFractionDigits: 4,
            }),
          }),
    minutesLeft: (left: number | null) =>
      left === null ? undefined : t('minutesLeft', { time: minutes(left) }),
  };
}
