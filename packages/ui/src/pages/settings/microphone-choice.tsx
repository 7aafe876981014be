import { useTranslations } from 'use-intl';
import { ChoiceRow } from '../../design/settings.tsx';
import { useErrorText, useRead } from '../../session/application.tsx';
import type { SectionProps } from './setting-rows.tsx';

/** The connected microphones; a chosen one that is missing is still listed. */
export function MicrophoneChoice({ settings, change }: SectionProps) {
  const t = useTranslations('settings');
  const textOf = useErrorText();
  const query = useRead('listMicrophones');
  const found = query.data?.microphones ?? [];
  const isMissing =
    settings.microphone !== null &&
    query.isSuccess &&
    !found.some(({ name }) => name === settings.microphone);
  const choices = [
    { value: null, label: t('microphoneDefault') },
    ...found.map(({ name, is_monitor }) => ({
      value: name,
      label: name,
      ...(is_monitor && { detail: t('microphoneMonitor') }),
    })),
    ...(isMissing && settings.microphone !== null
      ? [{ value: settings.microphone, label: settings.microphone, detail: t('microphoneMissing') }]
      : []),
  ];
  return (
    <ChoiceRow<string | null>
      id="settings.microphone"
      title={t('microphone')}
      description={query.isError ? textOf(query.error).message : t('microphoneHelp')}
      value={settings.microphone}
      choices={choices}
      onChange={(microphone) => change({ microphone })}
    />
  );
}
