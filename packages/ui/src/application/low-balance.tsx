import type { Provider } from '@quoth/contract';
import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Banner } from '../design/banner.tsx';
import { useAccount, useAccountWords } from './use-account.ts';

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
