import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { SettingRow } from '../../design/setting-rows.tsx';
import { ServerSwitch } from '../local-api/server-switch.tsx';

/** The local API: off, and why. */
export function ProgramsStep() {
  const t = useTranslations('welcome');
  const query = useRead('getApplication');
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-raised">
      <Loaded query={query} rows={1}>
        {({ api_server }) => <ServerSwitch server={api_server} />}
      </Loaded>
      <SettingRow
        title={<Link to="/settings/local-api">{t('connect')}</Link>}
        description={t('connectHelp')}
      />
    </div>
  );
}
