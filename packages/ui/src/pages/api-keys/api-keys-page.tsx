import type { Provider } from '@quoth/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { LowBalance } from '../../application/low-balance.tsx';
import { isPrepaid, useAccount, useAccountWords } from '../../application/use-account.ts';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { RewritingOffer } from '../rewriting-offer.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { EndpointSheet } from './endpoint-sheet.tsx';
import { GatewaySheet } from './gateway-sheet.tsx';
import { HealthDetails } from './health-details.tsx';
import { KeySheet } from './key-sheet.tsx';

/** API keys: one row per provider, with its live status. */
export function ApiKeysPage() {
  const t = useTranslations('apiKeys');
  const query = useRead('listProviders');
  const [editedId, setEditedId] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [isAddingGateway, setAddingGateway] = useState(false);
  return (
    <SettingsLayout title={t('title')} description={t('description')}>
      <RewritingOffer />
      <Loaded query={query} rows={10}>
        {({ providers }) => {
          const vendors = providers.filter(({ kind }) => kind === 'vendor');
          const gateways = providers.filter(isPrepaid);
          const servers = providers.filter(
            (provider) => provider.kind === 'endpoint' && !isPrepaid(provider),
          );
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
              <SettingGroup title={t('gateway')} description={t('gatewayHelp')}>
                {gateways.map((provider) => (
                  <ProviderRow
                    key={provider.id}
                    provider={provider}
                    onEdit={() => setEditedId(provider.id)}
                  />
                ))}
                {gateways.length === 0 && (
                  <SettingRow
                    title={<span className="font-normal text-quiet">{t('noGateway')}</span>}
                    control={
                      <Button icon={Plus} onClick={() => setAddingGateway(true)}>
                        {t('addGateway')}
                      </Button>
                    }
                  />
                )}
              </SettingGroup>
              <SettingGroup title={t('servers')} description={t('serversHelp')}>
                {servers.map((provider) => (
                  <ProviderRow
                    key={provider.id}
                    provider={provider}
                    onEdit={() => setEditedId(provider.id)}
                  />
                ))}
                <SettingRow
                  title={
                    <span className="font-normal text-quiet">
                      {t(servers.length === 0 ? 'noServers' : 'anotherServer')}
                    </span>
                  }
                  control={
                    <Button icon={Plus} onClick={() => setAdding(true)}>
                      {t('addServer')}
                    </Button>
                  }
                />
              </SettingGroup>
              {edited && (
                <KeySheet key={edited.id} provider={edited} onClose={() => setEditedId(undefined)} />
              )}
              {isAdding && <EndpointSheet onClose={() => setAdding(false)} />}
              {isAddingGateway && <GatewaySheet onClose={() => setAddingGateway(false)} />}
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
  const account = useAccount(provider);
  const words = useAccountWords();
  const does = jobs.map((job) => t(job === 'transcription' ? 'transcribes' : 'rewrites')).join(' · ');
  return (
    <SettingRow
      title={displayName}
      description={
        kind === 'endpoint' ? (
          <>
            <code className="font-mono break-all">{base_url}</code>
            {account && <span className="tabular block">{words.balance(account)}</span>}
          </>
        ) : (
          does
        )
      }
      below={
        isPrepaid(provider) && (
          <div className="mt-2 empty:hidden">
            <LowBalance provider={provider} />
          </div>
        )
      }
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
