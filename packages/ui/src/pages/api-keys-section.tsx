import { Popover } from '@base-ui/react/popover';
import type { HealthLabel, Provider, Settings } from '@quoth/contract';
import {
  ChevronUp,
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
import {
  ChoiceRow,
  FoundBy,
  SettingGroup,
  SettingRow,
  SettingSection,
  useIsFiltering,
} from '../design/settings.tsx';
import { Banner, Pill, type PillTone } from '../design/states.tsx';
import { Checked, isPrepaid, useAccount, useAccountText } from '../session/account.tsx';
import { Loaded, useAction, useRead } from '../session/application.tsx';
import { LowBalance } from '../session/balance.tsx';
import { EndpointSheet, GatewaySheet, KeySheet } from './key-sheets.tsx';
import { RewritingOffer } from './rewriting-offer.tsx';
import type { SectionProps } from './settings/setting-rows.tsx';

/** API keys: the providers in use with their live status, and behind a button all others; and where keys are kept. */
export function ApiKeysSection({ settings, change }: SectionProps) {
  const t = useTranslations('apiKeys');
  const own = useTranslations('settings');
  const query = useRead('listProviders');
  return (
    <SettingSection id="api-keys" title={t('title')} description={t('description')}>
      <FoundBy>
        <RewritingOffer />
      </FoundBy>
      <Loaded query={query} rows={4}>
        {({ providers }) => <Providers providers={providers} />}
      </Loaded>
      <SettingGroup>
        <ChoiceRow<Settings['keyStorage']>
          id="settings.keyStorage"
          title={own('keyStorage')}
          description={own(settings.keyStorage === 'file' ? 'keyStorageFileHelp' : 'keyStorageHelp')}
          value={settings.keyStorage}
          choices={[
            { value: 'secure-store', label: own('keyStorageStore') },
            { value: 'file', label: own('keyStorageFile'), detail: own('keyStorageFileDetail') },
          ]}
          onChange={(keyStorage) => change({ keyStorage })}
        />
      </SettingGroup>
    </SettingSection>
  );
}

function Providers({ providers }: { readonly providers: readonly Provider[] }) {
  const t = useTranslations('apiKeys');
  const isUsed = ({ key_present, kind }: Provider) => key_present || kind === 'endpoint';
  const used = providers.filter(isUsed);
  const [isWide, setAll] = useState(used.length === 0);
  const isFiltering = useIsFiltering();
  const isAll = isWide || isFiltering;
  const [editedId, setEditedId] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [isAddingGateway, setAddingGateway] = useState(false);
  const edited = providers.find(({ id }) => id === editedId);
  const hasServer = used.some((provider) => provider.kind === 'endpoint' && !isPrepaid(provider));
  const row = (provider: Provider) => (
    <ProviderRow key={provider.id} provider={provider} onEdit={() => setEditedId(provider.id)} />
  );
  // In one list, so that a row whose key was just added is moved, and the focus finds it again.
  const rows = [
    ...used.map(row),
    used.length > 0 && (
      <SettingRow
        key="all"
        title={<span className="font-normal text-quiet">{t('others')}</span>}
        control={
          <Button icon={isAll ? ChevronUp : Plus} aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {t(isAll ? 'showLess' : 'addProvider')}
          </Button>
        }
      />
    ),
    ...(isAll ? providers.filter((provider) => !isUsed(provider)).map(row) : []),
    isAll && !used.some(isPrepaid) && (
      <SettingRow
        key="gateway"
        title={t('gateway')}
        description={t('gatewayHelp')}
        control={
          <Button icon={Plus} onClick={() => setAddingGateway(true)}>
            {t('addGateway')}
          </Button>
        }
      />
    ),
    isAll && (
      <SettingRow
        key="server"
        title={t('servers')}
        description={t(hasServer ? 'serversHelp' : 'noServers')}
        control={
          <Button icon={Plus} onClick={() => setAdding(true)}>
            {t('addServer')}
          </Button>
        }
      />
    ),
  ];
  return (
    <>
      <SettingGroup title={t('vendors')}>{rows}</SettingGroup>
      {edited && <KeySheet key={edited.id} provider={edited} onClose={() => setEditedId(undefined)} />}
      {isAdding && <EndpointSheet onClose={() => setAdding(false)} />}
      {isAddingGateway && <GatewaySheet onClose={() => setAddingGateway(false)} />}
    </>
  );
}

function ProviderRow({ provider, onEdit }: { readonly provider: Provider; readonly onEdit: () => void }) {
  const t = useTranslations('apiKeys');
  const app = useTranslations('app');
  const { displayName, jobs, key_present, kind, base_url } = provider;
  const account = useAccount(provider);
  const words = useAccountText();
  const does = jobs.map((job) => t(job === 'transcription' ? 'transcribes' : 'rewrites')).join(' · ');
  return (
    <SettingRow
      isShort
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
        <>
          {isPrepaid(provider) && (
            <div className="mt-2 empty:hidden">
              <LowBalance provider={provider} />
            </div>
          )}
          <Trouble provider={provider} onEdit={onEdit} />
        </>
      }
      control={
        <>
          <HealthDetails provider={provider} />
          <Button
            className="min-w-16"
            aria-label={t(key_present ? 'editNamed' : 'addNamed', { provider: displayName })}
            onClick={onEdit}
          >
            {key_present ? app('edit') : app('add')}
          </Button>
        </>
      }
    />
  );
}

/** Why a provider cannot be used now, and the button that mends it. */
function Trouble({ provider, onEdit }: { readonly provider: Provider; readonly onEdit: () => void }) {
  const t = useTranslations('apiKeys');
  const { id, displayName, label, error, reason } = provider;
  const test = useAction((client) => client.testProvider({ params: { id } }));
  if (label !== 'Invalid' && label !== 'Unreachable') return null;
  const isInvalid = label === 'Invalid';
  return (
    <div className="mt-2">
      <Banner
        tone="warning"
        icon={looks[label].icon}
        action={
          <Button busy={test.isPending} onClick={() => (isInvalid ? onEdit() : test.mutate())}>
            {t(isInvalid ? 'replaceKey' : 'testAgain')}
          </Button>
        }
      >
        {isInvalid ? t('invalid') : (error?.message ?? reason ?? t('unreachable', { provider: displayName }))}
      </Banner>
    </div>
  );
}

const looks: Readonly<Record<HealthLabel, { readonly tone: PillTone; readonly icon: LucideIcon }>> = {
  Valid: { tone: 'success', icon: CircleCheck },
  'Checking…': { tone: 'neutral', icon: Loader2 },
  Invalid: { tone: 'warning', icon: TriangleAlert },
  Unreachable: { tone: 'warning', icon: WifiOff },
  Untested: { tone: 'neutral', icon: CircleHelp },
  'No key': { tone: 'neutral', icon: KeyRound },
  'Not installed': { tone: 'neutral', icon: CircleDashed },
};

/** The pill, which opens when the provider was checked and the reason for its status. */
function HealthDetails({ provider }: { readonly provider: Provider }) {
  const t = useTranslations('apiKeys');
  const health = useTranslations('health');
  const { label, displayName, checked_at, latency_ms, error, reason } = provider;
  const said = error?.message ?? reason;
  const { tone, icon } = looks[label];
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={t('healthOf', { provider: displayName, label: health(label) })}
        className="rounded-full pointer-coarse:py-2"
      >
        <Pill tone={tone} icon={icon} isWorking={label === 'Checking…'}>
          {health(label)}
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
