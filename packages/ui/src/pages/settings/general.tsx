import type { Settings } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { Select } from '../../design/select.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { Switch } from '../../design/switch.tsx';
import { AutostartRow } from './autostart-row.tsx';
import type { SectionProps } from './section.ts';

/** How the window looks and behaves. */
export function General({ settings, change }: SectionProps) {
  const t = useTranslations('settings');
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({
    value,
    label: t(`theme_${value}`),
  }));
  return (
    <SettingGroup id="general" title={t('general')}>
      <SettingRow
        title={t('theme')}
        description={t('themeHelp')}
        control={
          <Select<Settings['appearance']>
            name={t('theme')}
            value={settings.appearance}
            choices={themes}
            onChange={(appearance) => change({ appearance })}
            className="w-40"
          />
        }
      />
      <SettingRow
        title={t('singleKeys')}
        description={t('singleKeysHelp')}
        control={
          <Switch
            name={t('singleKeys')}
            isOn={settings.singleKeyShortcuts}
            onChange={(singleKeyShortcuts) => change({ singleKeyShortcuts })}
          />
        }
      />
      <SettingRow
        title={t('endWithWindow')}
        description={t('endWithWindowHelp')}
        control={
          <Switch
            name={t('endWithWindow')}
            isOn={settings.endWithLastWindow}
            onChange={(endWithLastWindow) => change({ endWithLastWindow })}
          />
        }
      />
      <AutostartRow />
    </SettingGroup>
  );
}
