import type { Settings } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { ChoiceRow, SettingGroup } from '../../design/settings.tsx';
import { useErrorText, useRead } from '../../session/application.tsx';
import { type SectionProps, SettingSwitch } from './settings-layout.tsx';

const preRolls = [0, 250, 500, 1_000] as const;

/** Which microphone records, and how. */
export function MicrophoneSettings(section: SectionProps) {
  const { settings, change } = section;
  const t = useTranslations('settings');
  return (
    <SettingGroup id="microphone" title={t('microphone')}>
      <MicrophoneChoice {...section} />
      <ChoiceRow<number>
        title={t('preRoll')}
        description={t('preRollHelp')}
        value={settings.microphonePreRollMs}
        choices={[...new Set([...preRolls, settings.microphonePreRollMs])]
          .sort((a, b) => a - b)
          .map((value) => ({ value, label: value === 0 ? t('off') : t('milliseconds', { value }) }))}
        onChange={(microphonePreRollMs) => change({ microphonePreRollMs })}
        className="w-40"
      />
      <ChoiceRow<Settings['indicatorSize']>
        title={t('indicator')}
        description={t('indicatorHelp')}
        value={settings.indicatorSize}
        choices={[
          { value: 'full', label: t('indicator_full') },
          { value: 'small', label: t('indicator_small') },
        ]}
        onChange={(indicatorSize) => change({ indicatorSize })}
        className="w-40"
      />
      <SettingSwitch {...section} of="trayIcon" />
      <SettingSwitch {...section} of="muteOtherSound" />
      <SettingSwitch {...section} of="soundCues" />
    </SettingGroup>
  );
}

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
      title={t('microphone')}
      description={query.isError ? textOf(query.error).message : t('microphoneHelp')}
      value={settings.microphone}
      choices={choices}
      onChange={(microphone) => change({ microphone })}
      className="w-64"
    />
  );
}
