import type { ErrorBody } from '@quoth/contract';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { buttonClasses } from '../../design/button.tsx';

/** Why nothing can be recorded, under the button, and where to change it: the settings stay usable. */
export function RefusalReason({ refusal: { code, message } }: { readonly refusal: ErrorBody }) {
  const t = useTranslations('record');
  const way = wayOut(code);
  return (
    <div className="flex flex-col items-center gap-3">
      <p className="m-0 max-w-120">{message}</p>
      {way && (
        <Link to={way.to} className={`${buttonClasses.secondary} no-underline`}>
          {t(way.label)}
        </Link>
      )}
    </div>
  );
}

function wayOut(code: ErrorBody['code']) {
  if (code === 'MISSING_API_KEY' || code === 'ENGINE_UNAVAILABLE')
    return { to: '/settings/api-keys', label: 'toApiKeys' } as const;
  if (code === 'MODEL_NOT_INSTALLED' || code === 'MODEL_NOT_FOUND')
    return { to: '/models', label: 'toModels' } as const;
  return code === 'MICROPHONE_UNAVAILABLE'
    ? ({ to: '/settings', label: 'toMicrophone' } as const)
    : undefined;
}
