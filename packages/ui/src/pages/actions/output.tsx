import { useTranslations } from 'use-intl';
import { ScrollRegion } from '../../design/scroll-region.tsx';

/** What a program printed or an address answered; collapsed at first. */
export function Output({ of, text }: { readonly of: string; readonly text: string }) {
  const t = useTranslations('actions');
  if (text === '') return null;
  return (
    <details className="text-secondary">
      <summary className="w-fit cursor-pointer rounded-control text-quiet">{t('output')}</summary>
      <div className="mt-1.5 max-h-64 overflow-y-auto rounded-control bg-sunken">
        <ScrollRegion name={t('outputOf', { name: of })}>
          <pre className="m-0 w-max px-3 py-2 font-mono text-secondary">{text}</pre>
        </ScrollRegion>
      </div>
    </details>
  );
}
