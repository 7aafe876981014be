import { CircleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConnection } from '../application/application-provider.tsx';
import { Banner } from '../design/banner.tsx';
import { Button } from '../design/button.tsx';

const StartAgainDialog = lazy(async () => ({
  default: (await import('./start-again-dialog.tsx')).StartAgainDialog,
}));

/** One banner over every page while the application cannot be reached; what was typed stays. */
export function ConnectionBanner() {
  const t = useTranslations();
  const connection = useConnection();
  const [isAsking, setAsking] = useState(false);
  if (connection === 'ended') {
    return (
      <div className="p-3">
        <Banner tone="danger" icon={CircleAlert} isAlert>
          <p className="m-0 font-medium">{t('session.ended')}</p>
          <p className="m-0 text-quiet">{t('session.noneHint')}</p>
        </Banner>
      </div>
    );
  }
  if (connection !== 'lost') return null;
  return (
    <div className="p-3">
      <Banner
        tone="danger"
        icon={CircleAlert}
        isAlert
        action={<Button onClick={() => setAsking(true)}>{t('connection.startAgain')}</Button>}
      >
        <p className="m-0 font-medium">{t('connection.lost')}</p>
        <p className="m-0 text-quiet">{t('connection.lostHint')}</p>
      </Banner>
      <Suspense>{isAsking && <StartAgainDialog onClose={() => setAsking(false)} />}</Suspense>
    </div>
  );
}
