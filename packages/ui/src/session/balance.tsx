import { accuracyTier, lowMinutes, type Provider } from '@quoth/contract';
import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Banner } from '../design/states.tsx';
import { prepaidOf, useAccount, useAccountText } from './account.tsx';
import { useRead } from './application.tsx';

/** Warns if a prepaid provider's balance lasts for less than ten minutes; otherwise nothing. */
export function LowBalance({
  provider,
  tier = null,
  isLinked = false,
}: {
  readonly provider: Provider;
  /** The tier in use; the most expensive one if absent. */
  readonly tier?: string | null;
  /** With a link to its settings. */
  readonly isLinked?: boolean;
}) {
  const t = useTranslations('account');
  const account = useAccount(provider);
  const words = useAccountText();
  if (!account) return null;
  const known = account.tiers.filter(({ id }) => tier === null || id === tier);
  const left = known.flatMap(({ minutes_left }) => minutes_left ?? []).sort((a, b) => a - b)[0];
  if (left === undefined || left >= lowMinutes) return null;
  return (
    <Banner
      tone="warning"
      icon={Wallet}
      {...(isLinked && {
        action: (
          <Link to="/settings" search={{ at: 'api-keys' }}>
            {t('show')}
          </Link>
        ),
      })}
    >
      {t(left === 0 ? 'empty' : 'low', {
        provider: provider.displayName,
        left: words.minutesLeft(left) ?? '',
      })}
    </Banner>
  );
}

/** The balance of the prepaid provider to which the current mode sends its audio. */
export function Balance() {
  const providers = useRead('listProviders').data?.providers ?? [];
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const provider = mode && prepaidOf(mode, providers);
  return provider ? (
    <LowBalance
      provider={provider}
      tier={mode.cloudAccuracyTier && accuracyTier(mode.cloudAccuracyTier)}
      isLinked
    />
  ) : null;
}
