import { ShieldAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Icon } from '../design/icon.tsx';

/** Tells why a window has no access, and how to open one that has. */
export function ClosedWindow({ reason }: { readonly reason: 'none' | 'revoked' }) {
  const t = useTranslations('session');
  return (
    <main className="mx-auto flex min-h-dvh max-w-112 flex-col items-center justify-center gap-3 p-6 text-center">
      <Icon of={ShieldAlert} size={32} className={reason === 'revoked' ? 'text-danger' : 'text-quiet'} />
      <h1 className="m-0 text-title font-semibold">{t(reason)}</h1>
      <p className="m-0 text-quiet">{t(reason === 'revoked' ? 'revokedHint' : 'noneHint')}</p>
    </main>
  );
}
