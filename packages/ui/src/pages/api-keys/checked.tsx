import { useFormatter, useNow, useTranslations } from 'use-intl';

/** When a provider was checked. Updated every few seconds while it is on the screen, without any request. */
export function Checked({ at }: { readonly at: string }) {
  const t = useTranslations('apiKeys');
  const format = useFormatter();
  const now = useNow({ updateInterval: 5_000 });
  return t('checked', { when: format.relativeTime(new Date(at), now) });
}
