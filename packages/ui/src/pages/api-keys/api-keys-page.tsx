import type { Provider } from '@quoth/contract';
import { Plus, Server } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { EmptyState } from '../../design/states.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { EndpointSheet } from './endpoint-sheet.tsx';
import { HealthDetails } from './health-details.tsx';
import { KeySheet } from './key-sheet.tsx';

/** API keys: a row a provider, with what is known of it, live. */
export function ApiKeysPage() {
  const t = useTranslations('apiKeys');
  const query = useRead('listProviders');
  const [editedId, setEditedId] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsLayout title={t('title')} description={t('description')}>
      <Loaded query={query} rows={10}>
        {({ providers }) => {
          const vendors = providers.filter(({ kind }) => kind === 'vendor');
          const servers = providers.filter(({ kind }) => kind === 'endpoint');
          const edited = providers.find(({ id }) => id === editedId);
          return (
            <>
              <SettingGroup title={t('vendors')}>
                {vendors.map((provider) => (
                  <ProviderRow
                    key={provider.id}
                    provider={provider}
                    onEdit={() => setEditedId(provider.id)}
                  />
                ))}
              </SettingGroup>
              <SettingGroup title={t('servers')} description={t('serversHelp')}>
                {servers.length === 0 ? (
                  <EmptyState
                    icon={Server}
                    action={
                      <Button icon={Plus} onClick={() => setAdding(true)}>
                        {t('addServer')}
                      </Button>
                    }
                  >
                    {t('noServers')}
                  </EmptyState>
                ) : (
                  <>
                    {servers.map((provider) => (
                      <ProviderRow
                        key={provider.id}
                        provider={provider}
                        onEdit={() => setEditedId(provider.id)}
                      />
                    ))}
                    <SettingRow
                      title={
                        <Button kind="quiet" icon={Plus} onClick={() => setAdding(true)}>
                          {t('addServer')}
                        </Button>
                      }
                    />
                  </>
                )}
              </SettingGroup>
              {edited && (
                <KeySheet key={edited.id} provider={edited} onClose={() => setEditedId(undefined)} />
              )}
              {isAdding && <EndpointSheet onClose={() => setAdding(false)} />}
            </>
          );
        }}
      </Loaded>
    </SettingsLayout>
  );
}

function ProviderRow({ provider, onEdit }: { readonly provider: Provider; readonly onEdit: () => void }) {
  const t = useTranslations('apiKeys');
  const { displayName, jobs, key_present, kind, base_url } = provider;
  const does = jobs.map((job) => t(job === 'transcription' ? 'transcribes' : 'rewrites')).join(' · ');
  return (
    <SettingRow
      title={displayName}
      description={kind === 'endpoint' ? <code className="font-mono">{base_url}</code> : does}
      control={
        <>
          <HealthDetails provider={provider} />
          <Button
            className="min-w-16"
            aria-label={t(key_present ? 'editNamed' : 'addNamed', { provider: displayName })}
            onClick={onEdit}
          >
            {t(key_present ? 'edit' : 'add')}
          </Button>
        </>
      }
    />
  );
}
