import type { Provider } from '@quoth/contract';
import { CircleCheck, Loader2, TriangleAlert, WifiOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Banner } from '../../design/banner.tsx';

/** One banner of fixed height, so that nothing jumps: the state of the key (specification, section 3, rule 3). */
export function KeyBanner({
  provider,
  isAboutTyped,
  isTesting,
}: {
  readonly provider: Provider;
  /** Otherwise nothing is shown, because the known status is about another key. */
  readonly isAboutTyped: boolean;
  readonly isTesting: boolean;
}) {
  const t = useTranslations('apiKeys');
  const { label, displayName, reason } = provider;
  return (
    <div className="min-h-15">
      {!isAboutTyped ? null : isTesting || label === 'Checking…' ? (
        <Banner icon={Loader2}>
          <span className="text-quiet">{t('checking')}</span>
        </Banner>
      ) : label === 'Valid' ? (
        <Banner tone="success" icon={CircleCheck}>
          {t('valid')}
        </Banner>
      ) : label === 'Invalid' ? (
        <Banner tone="warning" icon={TriangleAlert}>
          {t('invalid')}
        </Banner>
      ) : label === 'Unreachable' ? (
        <Banner tone="warning" icon={WifiOff}>
          {t('unreachable', { provider: displayName })}
          {reason !== null && <span className="block text-secondary text-quiet">{reason}</span>}
        </Banner>
      ) : null}
    </div>
  );
}
