import type { Settings } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { Select } from '../../design/select.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { Switch } from '../../design/switch.tsx';
import { RetentionRow } from './retention-row.tsx';
import type { SectionProps } from './section.ts';

/** What is kept, and what programs may see. */
export function HistoryAndPrivacy({ settings, change }: SectionProps) {
  const t = useTranslations('settings');
  return (
    <SettingGroup id="history" title={t('history')}>
      <SettingRow
        title={t('saveApi')}
        description={t('saveApiHelp')}
        control={
          <Switch
            name={t('saveApi')}
            isOn={settings.saveApiTranscriptions}
            onChange={(saveApiTranscriptions) => change({ saveApiTranscriptions })}
          />
        }
      />
      <RetentionRow settings={settings} change={change} />
      <SettingRow
        title={t('liveText')}
        description={t('liveTextHelp')}
        control={
          <Switch
            name={t('liveText')}
            isOn={settings.liveTextForPrograms}
            onChange={(liveTextForPrograms) => change({ liveTextForPrograms })}
          />
        }
      />
      <SettingRow
        title={t('mayPurge')}
        description={t('mayPurgeHelp')}
        control={
          <Switch
            name={t('mayPurge')}
            isOn={settings.programsMayPurge}
            onChange={(programsMayPurge) => change({ programsMayPurge })}
          />
        }
      />
      <SettingRow
        title={t('readTitles')}
        description={t('readTitlesHelp')}
        control={
          <Switch
            name={t('readTitles')}
            isOn={settings.readWindowTitles}
            onChange={(readWindowTitles) => change({ readWindowTitles })}
          />
        }
      />
      <SettingRow
        title={t('keyStorage')}
        description={t(settings.keyStorage === 'file' ? 'keyStorageFileHelp' : 'keyStorageHelp')}
        control={
          <Select<Settings['keyStorage']>
            name={t('keyStorage')}
            value={settings.keyStorage}
            choices={[
              { value: 'secure-store', label: t('keyStorageStore') },
              { value: 'file', label: t('keyStorageFile'), detail: t('keyStorageFileDetail') },
            ]}
            onChange={(keyStorage) => change({ keyStorage })}
            className="w-56"
          />
        }
      />
    </SettingGroup>
  );
}
