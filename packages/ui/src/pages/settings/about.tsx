import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { CopyButton } from '../../design/copy-button.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { RevealButton } from '../reveal-button.tsx';
import { MachineCheck } from './machine-check.tsx';

/** Version, paths, and whether anything is missing. */
export function About() {
  const t = useTranslations();
  const query = useRead('getApplication');
  return (
    <SettingGroup id="about" title={t('settings.about')}>
      <Loaded query={query} rows={2}>
        {({ app_version, data_folder, pid }) => (
          <>
            <SettingRow
              title={t('settings.version', { version: app_version })}
              description={t('settings.processHelp', { pid: String(pid) })}
            />
            <SettingRow
              title={t('settings.dataFolder')}
              description={<code className="font-mono">{data_folder}</code>}
              control={
                <>
                  <CopyButton
                    text={data_folder}
                    name={t('settings.copyDataFolder')}
                    doneName={t('app.copied')}
                  />
                  <RevealButton what="data-folder" name={t('settings.showDataFolder')} />
                </>
              }
            />
            <MachineCheck />
            <SettingRow
              title={<Link to="/welcome">{t('settings.firstSteps')}</Link>}
              description={t('settings.firstStepsHelp')}
            />
          </>
        )}
      </Loaded>
    </SettingGroup>
  );
}
