import { useFormatter, useNow, useTranslations } from 'use-intl';
import { secondsLeft, type Upload } from './upload-list.ts';

/** How long the work will still take; nothing while there is too little progress for an estimate. */
export function TimeLeft({ work }: { readonly work: Pick<Upload, 'progress' | 'startedAt' | 'phase'> }) {
  const t = useTranslations('uploads');
  const format = useFormatter();
  const now = useNow({ updateInterval: 1_000 });
  const seconds = secondsLeft(work, now.getTime());
  if (seconds === undefined) return null;
  return t('left', {
    time: format.number(seconds < 90 ? seconds : Math.round(seconds / 60)),
    unit: seconds < 90 ? 'seconds' : 'minutes',
  });
}
