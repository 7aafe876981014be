import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { SettingGroup } from '../../design/setting-rows.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { ChangesByPrograms } from './changes-by-programs.tsx';
import { ConnectionTab } from './connection-tab.tsx';
import { CurlTab } from './curl-tab.tsx';
import { readTab } from './local-api-tab.ts';
import { McpTab } from './mcp-tab.tsx';
import { RecentCalls } from './recent-calls.tsx';
import { ServerSwitch } from './server-switch.tsx';

/** The local API: off until it is switched on here (specification, section 1). */
export function LocalApiPage() {
  const t = useTranslations('localApi');
  const query = useRead('getApplication');
  const { tab = 'connection' } = useSearch({ from: '/settings/local-api' });
  const navigate = useNavigate();
  return (
    <SettingsLayout title={t('title')} description={t('description')}>
      <Loaded query={query} rows={6}>
        {({ api_server: server }) => (
          <>
            <SettingGroup title={t('server')}>
              <ServerSwitch server={server} />
            </SettingGroup>
            <Tabs
              name={t('tabs')}
              chosen={tab}
              onChoose={(id) =>
                void navigate({ to: '/settings/local-api', search: readTab({ tab: id }), replace: true })
              }
              tabs={[
                { id: 'connection', label: t('connection'), content: <ConnectionTab server={server} /> },
                { id: 'mcp', label: t('mcp'), content: <McpTab /> },
                { id: 'curl', label: t('curl'), content: <CurlTab server={server} /> },
              ]}
            />
            <RecentCalls />
            <ChangesByPrograms />
          </>
        )}
      </Loaded>
    </SettingsLayout>
  );
}
