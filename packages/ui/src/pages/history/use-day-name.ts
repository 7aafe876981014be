import { useFormatter, useTranslations } from 'use-intl';
import { dayOf } from './times.ts';

/** Today, yesterday, or the date. */
export function useDayName(): (date: string) => string {
  const t = useTranslations('history');
  const format = useFormatter();
  const now = new Date();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return (date) => {
    if (dayOf(date) === dayOf(now.toISOString())) return t('today');
    if (dayOf(date) === dayOf(yesterday.toISOString())) return t('yesterday');
    const isThisYear = new Date(date).getFullYear() === now.getFullYear();
    return format.dateTime(new Date(date), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(!isThisYear && { year: 'numeric' }),
    });
  };
}
