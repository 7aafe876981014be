import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';

/** A language tag in words. */
export function useLanguageName(): (tag: string) => string {
  const t = useTranslations('modes');
  const locale = useLocale();
  const names = useMemo(() => new Intl.DisplayNames([locale], { type: 'language' }), [locale]);
  return (tag) => {
    if (tag === 'auto') return t('anyLanguage');
    try {
      return names.of(tag.replaceAll('_', '-')) ?? tag;
    } catch {
      return tag;
    }
  };
}
