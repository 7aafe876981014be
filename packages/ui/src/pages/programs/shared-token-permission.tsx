import { sharedTokenPermissions } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { useSetting } from '../../shell/use-setting.ts';
import { useChangeSettings } from '../settings/use-change-settings.ts';
import { RecordPermissionSelect } from './record-permission-select.tsx';

/** How far programs with the token of the discovery file may record. */
export function SharedTokenPermission() {
  const t = useTranslations('programs');
  const permission = useSetting('sharedTokenRecord');
  const change = useChangeSettings();
  if (permission === undefined) return null;
  return (
    <SettingGroup title={t('sharedTitle')}>
      <SettingRow
        title={t('recording')}
        description={t('sharedHelp')}
        control={
          <RecordPermissionSelect
            name={t('sharedRecording')}
            value={permission}
            choices={sharedTokenPermissions}
            onChange={(sharedTokenRecord) => change({ sharedTokenRecord })}
          />
        }
      />
    </SettingGroup>
  );
}
