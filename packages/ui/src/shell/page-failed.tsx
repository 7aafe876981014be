import { useTranslations } from 'use-intl';
import { ErrorState } from '../design/states.tsx';

/** A page that threw: the rest of the window goes on. */
export function PageFailed() {
  const t = useTranslations('app');
  return (
    <ErrorState
      title={t('pageFailed')}
      message={t('pageFailedHint')}
      retryLabel={t('reload')}
      onRetry={() => window.location.reload()}
    />
  );
}
