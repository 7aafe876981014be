import { useTranslations } from 'use-intl';

/** A number of bytes for display: whole megabytes, above a thousand gigabytes with one decimal. Only zero bytes are 0. */
export function shownSize(bytes: number): {
  readonly unit: 'megabytes' | 'gigabytes';
  readonly size: number;
} {
  if (bytes >= 1_000_000_000) return { unit: 'gigabytes', size: Math.round(bytes / 100_000_000) / 10 };
  return { unit: 'megabytes', size: bytes === 0 ? 0 : Math.max(1, Math.round(bytes / 1_000_000)) };
}

/** The same in words. */
export function useSizeText(): (bytes: number) => string {
  const t = useTranslations('models');
  return (bytes) => {
    const { unit, size } = shownSize(bytes);
    return t(unit, { size });
  };
}
