import { useTranslations } from 'use-intl';
import { ErrorState } from '../design/states.tsx';

/** Shown for a page that threw; the rest of the window keeps working. */
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
