import type { Settings } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../application/use-error-text.ts';
import { useRead } from '../../application/use-read.ts';
import { Select } from '../../design/select.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { Switch } from '../../design/switch.tsx';
import type { SectionProps } from './section.ts';

const preRolls = [0, 250, 500, 1_000] as const;

/** Which microphone records, and how. */
export function MicrophoneSettings({ settings, change }: SectionProps) {
  const t = useTranslations('settings');
  return (
    <SettingGroup id="microphone" title={t('microphone')}>
      <MicrophoneChoice settings={settings} change={change} />
      <SettingRow
        title={t('preRoll')}
        description={t('preRollHelp')}
        control={
          <Select<number>
            name={t('preRoll')}
            value={settings.microphonePreRollMs}
            choices={[...new Set([...preRolls, settings.microphonePreRollMs])]
              .sort((a, b) => a - b)
              .map((value) => ({ value, label: value === 0 ? t('off') : t('milliseconds', { value }) }))}
            onChange={(microphonePreRollMs) => change({ microphonePreRollMs })}
            className="w-40"
          />
        }
      />
      <SettingRow
        title={t('indicator')}
        description={t('indicatorHelp')}
        control={
          <Select<Settings['indicatorSize']>
            name={t('indicator')}
            value={settings.indicatorSize}
            choices={[
              { value: 'full', label: t('indicator_full') },
              { value: 'small', label: t('indicator_small') },
            ]}
            onChange={(indicatorSize) => change({ indicatorSize })}
            className="w-40"
          />
        }
      />
      <SettingRow
        title={t('trayIcon')}
        description={t('trayIconHelp')}
        control={
          <Switch
            name={t('trayIcon')}
            isOn={settings.trayIcon}
            onChange={(trayIcon) => change({ trayIcon })}
          />
        }
      />
      <SettingRow
        title={t('muteOtherSound')}
        description={t('muteOtherSoundHelp')}
        control={
          <Switch
            name={t('muteOtherSound')}
            isOn={settings.muteOtherSound}
            onChange={(muteOtherSound) => change({ muteOtherSound })}
          />
        }
      />
      <SettingRow
        title={t('soundCues')}
        description={t('soundCuesHelp')}
        control={
          <Switch
            name={t('soundCues')}
            isOn={settings.soundCues}
            onChange={(soundCues) => change({ soundCues })}
          />
        }
      />
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
    <SettingRow
      title={t('microphone')}
      description={query.isError ? textOf(query.error).message : t('microphoneHelp')}
      control={
        <Select<string | null>
          name={t('microphone')}
          value={settings.microphone}
          choices={choices}
          onChange={(microphone) => change({ microphone })}
          className="w-64"
        />
      }
    />
  );
}
