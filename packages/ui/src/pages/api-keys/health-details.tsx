import { Popover } from '@base-ui/react/popover';
import type { Provider } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { Checked } from './checked.tsx';
import { HealthPill } from './health-pill.tsx';

/** The pill, which opens when the provider was checked and the reason for its status. */
export function HealthDetails({ provider }: { readonly provider: Provider }) {
  const t = useTranslations('apiKeys');
  const { label, displayName, checked_at, latency_ms, error, reason } = provider;
  const said = error?.message ?? reason;
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={t('healthOf', { provider: displayName, label })}
        className="rounded-full pointer-coarse:py-2"
      >
        <HealthPill label={label} />
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
