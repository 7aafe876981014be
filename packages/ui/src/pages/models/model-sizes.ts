import { useTranslations } from 'use-intl';

/** Bytes in words: megabytes, from a thousand on gigabytes with one place. */
export function useSizeText(): (bytes: number) => string {
  const t = useTranslations('models');
  return (bytes) =>
    bytes < 1_000_000_000
      ? t('megabytes', { size: Math.max(1, Math.round(bytes / 1_000_000)) })
      : t('gigabytes', { size: Math.round(bytes / 100_000_000) / 10 });
}
