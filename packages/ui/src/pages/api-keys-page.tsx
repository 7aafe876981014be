import { Popover } from '@base-ui/react/popover';
import type { HealthLabel, Provider } from '@quoth/contract';
import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  KeyRound,
  Loader2,
  type LucideIcon,
  Plus,
  TriangleAlert,
  WifiOff,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { SettingGroup, SettingRow } from '../design/settings.tsx';
import { Pill, type PillTone } from '../design/states.tsx';
import { Checked, isPrepaid, LowBalance, useAccount, useAccountWords } from '../session/account.tsx';
import { Loaded, useRead } from '../session/application.tsx';
import { EndpointSheet, GatewaySheet, KeySheet } from './key-sheets.tsx';
import { RewritingOffer } from './rewriting-offer.tsx';
import { SettingsLayout } from './settings/settings-layout.tsx';

/** API keys: one row per provider, with its live status. */
export function ApiKeysPage() {
  const t = useTranslations('apiKeys');
  const query = useRead('listProviders');
  const [editedId, setEditedId] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [isAddingGateway, setAddingGateway] = useState(false);
  const row = (provider: Provider) => (
    <ProviderRow key={provider.id} provider={provider} onEdit={() => setEditedId(provider.id)} />
  );
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
              <SettingGroup title={t('vendors')}>{vendors.map(row)}</SettingGroup>
              <SettingGroup title={t('gateway')} description={t('gatewayHelp')}>
                {gateways.map(row)}
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
                {servers.map(row)}
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

const looks: Readonly<Record<HealthLabel, { readonly tone: PillTone; readonly icon: LucideIcon }>> = {
  Valid: { tone: 'success', icon: CircleCheck },
  'Checking…': { tone: 'accent', icon: Loader2 },
  Invalid: { tone: 'warning', icon: TriangleAlert },
  Unreachable: { tone: 'warning', icon: WifiOff },
  Untested: { tone: 'neutral', icon: CircleHelp },
  'No key': { tone: 'neutral', icon: KeyRound },
  'Not installed': { tone: 'neutral', icon: CircleDashed },
};

/** The pill, which opens when the provider was checked and the reason for its status. */
function HealthDetails({ provider }: { readonly provider: Provider }) {
  const t = useTranslations('apiKeys');
  const { label, displayName, checked_at, latency_ms, error, reason } = provider;
  const said = error?.message ?? reason;
  const { tone, icon } = looks[label];
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={t('healthOf', { provider: displayName, label })}
        className="rounded-full pointer-coarse:py-2"
      >
        <Pill tone={tone} icon={icon} isWorking={label === 'Checking…'}>
          {label}
        </Pill>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-50">
          <Popover.Popup className="floating flex max-w-80 flex-col gap-1 p-3 outline-none">
            <Popover.Title className="m-0 text-body font-medium">{displayName}</Popover.Title>
            <p className="m-0 text-secondary text-quiet">
              {checked_at === null ? t('neverChecked') : <Checked at={checked_at} />}
            </p>
            {latency_ms !== null && (
              <p className="m-0 text-secondary text-quiet">{t('latency', { milliseconds: latency_ms })}</p>
            )}
            {error !== null && <p className="m-0 text-secondary font-medium">{t(`kind_${error.kind}`)}</p>}
            {said !== null && <p className="m-0 text-secondary">{said}</p>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
