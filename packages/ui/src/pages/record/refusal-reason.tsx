import type { ErrorBody } from '@quoth/contract';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useRead } from '../../application/use-read.ts';
import { buttonClasses } from '../../design/button.tsx';
import { Checked } from '../api-keys/checked.tsx';

/** Why nothing can be recorded, under the button, and where to change it: the settings stay usable. */
export function RefusalReason({ refusal: { code, message } }: { readonly refusal: ErrorBody }) {
  const t = useTranslations('record');
  const way = wayOut(code);
  return (
    <div className="flex flex-col items-center gap-3">
      <p className="m-0 max-w-120">{message}</p>
      {isOfProvider(code) && <LastCheck />}
      {way && (
        <Link to={way.to} className={`${buttonClasses.secondary} no-underline`}>
          {t(way.label)}
        </Link>
      )}
    </div>
  );
}

/** When the provider of the current mode was checked; it goes on counting. */
function LastCheck() {
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const providers = useRead('listProviders').data?.providers ?? [];
  const provider = providers.find(({ id }) => id === mode?.cloudProvider);
  if (mode?.model !== 'cloud' || !provider?.checked_at) return null;
  return (
    <p className="m-0 text-secondary text-quiet">
      <Checked at={provider.checked_at} />
    </p>
  );
}

function isOfProvider(code: ErrorBody['code']): boolean {
  return code === 'MISSING_API_KEY' || code === 'ENGINE_UNAVAILABLE';
}

function wayOut(code: ErrorBody['code']) {
  if (isOfProvider(code)) return { to: '/settings/api-keys', label: 'toApiKeys' } as const;
  if (code === 'MODEL_NOT_INSTALLED' || code === 'MODEL_NOT_FOUND')
    return { to: '/models', label: 'toModels' } as const;
  return code === 'MICROPHONE_UNAVAILABLE'
    ? ({ to: '/settings', label: 'toMicrophone' } as const)
    : undefined;
}
