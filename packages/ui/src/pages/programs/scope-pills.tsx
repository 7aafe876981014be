import type { Scope } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { Pill } from '../../design/pill.tsx';

/** What a token allows, at a glance. */
export function ScopePills({ scopes }: { readonly scopes: readonly Scope[] }) {
  const t = useTranslations('programs');
  return (
    <ul aria-label={t('scopes')} className="m-0 flex list-none flex-wrap gap-1.5 p-0">
      {scopes.map((scope) => (
        <li key={scope} className="flex">
          <Pill isSmall>
            <code className="font-mono">{scope}</code>
          </Pill>
        </li>
      ))}
    </ul>
  );
}
