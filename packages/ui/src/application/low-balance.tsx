import type { Provider } from '@quoth/contract';
import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Banner } from '../design/banner.tsx';
import { useAccount, useAccountWords } from './use-account.ts';

/** Says that a prepaid provider's balance reaches for less than ten minutes more; nothing while it does not. */
export function LowBalance({
  provider,
  tier = null,
  isLinked = false,
}: {
  readonly provider: Provider;
  /** The tier in use; the dearest one when nobody says. */
  readonly tier?: string | null;
  /** With the way to where it is set up. */
  readonly isLinked?: boolean;
}) {
  const t = useTranslations('account');
  const account = useAccount(provider);
  const words = useAccountWords();
  if (!account) return null;
  const known = account.tiers.filter(({ id }) => tier === null || id === tier);
  const left = known.flatMap(({ minutes_left }) => minutes_left ?? []).sort((a, b) => a - b)[0];
  if (left === undefined || left >= LOW_MINUTES) return null;
  return (
    <Banner
      tone="warning"
      icon={Wallet}
      {...(isLinked && { action: <Link to="/settings/api-keys">{t('show')}</Link> })}
    >
      {t(left === 0 ? 'empty' : 'low', {
        provider: provider.displayName,
        left: words.minutesLeft(left) ?? '',
      })}
    </Banner>
  );
}

const LOW_MINUTES = 10;
