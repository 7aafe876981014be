import type { Settings } from '@quoth/contract';
import { settingFields } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { Select } from '../../design/select.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import type { SectionProps } from './section.ts';
import { NumberSetting, TextSetting } from './typed-setting.tsx';

/** What few people change. */
export function Advanced({ settings, change }: SectionProps) {
  const t = useTranslations('settings');
  return (
    <SettingGroup id="advanced" title={t('advanced')} description={t('advancedHelp')}>
      <SettingRow
        title={t('device')}
        description={t('deviceHelp')}
        control={
          <Select<Settings['engineDevice']>
            name={t('device')}
            value={settings.engineDevice}
            choices={(['auto', 'cpu', 'metal', 'vulkan', 'cuda', 'rocm'] as const).map((value) => ({
              value,
              label: t(`device_${value}`),
            }))}
            onChange={(engineDevice) => change({ engineDevice })}
            className="w-40"
          />
        }
      />
      <SettingRow
        title={t('idle')}
        description={t('idleHelp')}
        control={
          <NumberSetting
            name={t('idle')}
            unit={t('seconds')}
            value={settings.engineIdleSeconds}
            schema={settingFields.engineIdleSeconds}
            onChange={(engineIdleSeconds) => change({ engineIdleSeconds })}
          />
        }
      />
      <SettingRow
        title={t('memory')}
        description={t('memoryHelp')}
        control={
          <NumberSetting
            name={t('memory')}
            unit={t('megabytes')}
            value={settings.engineMemoryMb}
            schema={settingFields.engineMemoryMb}
            onChange={(engineMemoryMb) => change({ engineMemoryMb })}
          />
        }
      />
      <SettingRow
        title={t('queue')}
        description={t('queueHelp')}
        control={
          <NumberSetting
            name={t('queue')}
            value={settings.queueWaiting}
            schema={settingFields.queueWaiting}
            onChange={(queueWaiting) => change({ queueWaiting })}
          />
        }
      />
      <SettingRow
        title={t('mirror')}
        description={t('mirrorHelp')}
        control={
          <TextSetting
            name={t('mirror')}
            value={settings.modelMirror}
            placeholder="https://huggingface.co"
            schema={settingFields.modelMirror}
            onChange={(modelMirror) => change({ modelMirror })}
          />
        }
      />
    </SettingGroup>
  );
}
