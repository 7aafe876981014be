import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../shell/page.tsx';

const places = [
  ['general', '/settings'],
  ['shortcuts', '/settings/shortcuts'],
  ['apiKeys', '/settings/api-keys'],
  ['localApi', '/settings/local-api'],
  ['programs', '/settings/programs'],
  ['actions', '/settings/actions'],
] as const;

/** A page of the settings, with links to the others. */
export function SettingsLayout({
  title,
  description,
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useTranslations('settings');
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // On narrow windows the bar scrolls; where one is must be in sight.
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <Page title={title} description={description}>
      <nav
        ref={bar}
        aria-label={t('places')}
        className="scrollbar-none -mt-2 flex gap-1 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--line)]"
      >
        {places.map(([id, path]) => (
          <Link
            key={id}
            to={path}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            className="flex h-9 shrink-0 items-center border-b-2 border-transparent px-3 text-quiet no-underline transition-colors hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:border-accent-text aria-[current=page]:font-medium aria-[current=page]:text-text pointer-coarse:h-11"
          >
            {t(id)}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
