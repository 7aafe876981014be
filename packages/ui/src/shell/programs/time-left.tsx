import { useNow, useTranslations } from 'use-intl';
import { clock } from '../../pages/record/recorder-view.ts';

const SECOND_MS = 1_000;

/** How long the question stays; counted for the eye alone, since a screen reader would say it every second. */
export function TimeLeft({ until }: { readonly until: number }) {
  const t = useTranslations('asking');
  const now = useNow({ updateInterval: SECOND_MS });
  const left = clock(Math.max(0, until - now.getTime()));
  return (
    <span role="timer" aria-label={t('timeLeft')} className="shrink-0 text-secondary text-quiet tabular">
      {left}
    </span>
  );
}
