import { sharedTokenLeaves } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { useSetting } from '../../shell/use-setting.ts';
import { useChangeSettings } from '../settings/use-change-settings.ts';
import { RecordLeaveSelect } from './record-leave-select.tsx';

/** How far programs with the token of the discovery file may record. */
export function SharedTokenLeave() {
  const t = useTranslations('programs');
  const leave = useSetting('sharedTokenRecord');
  const change = useChangeSettings();
  if (leave === undefined) return null;
  return (
    <SettingGroup title={t('sharedTitle')}>
      <SettingRow
        title={t('recording')}
        description={t('sharedHelp')}
        control={
          <RecordLeaveSelect
            name={t('sharedRecording')}
            value={leave}
            choices={sharedTokenLeaves}
            onChange={(sharedTokenRecord) => change({ sharedTokenRecord })}
          />
        }
      />
    </SettingGroup>
  );
}
