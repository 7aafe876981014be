import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { buttonClasses, classes, Icon } from '../design/button.tsx';
import { ErrorState } from '../design/states.tsx';
import { useIsAway } from '../session/application.tsx';

/** A page: its title, at most one sentence, at most one primary action, and its content. */
export function Page({
  title,
  description,
  back,
  action,
  children,
  width = 'column',
  isTitleUnseen = false,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  /** A link to the parent page. */
  readonly back?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
  /** `column`: 760 px at most, for what is read from top to bottom; `full`: the whole window. */
  readonly width?: 'column' | 'full';
  /** True where the content says by itself which page it is: the title is for screen readers alone. */
  readonly isTitleUnseen?: boolean;
}) {
  const t = useTranslations('app');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t('name')}`;
    // Users of a keyboard or screen reader start at the page's title.
    if (document.activeElement === document.body || document.activeElement?.closest('nav'))
      heading.current?.focus({ preventScroll: true });
  }, [title, t]);
  return (
    <div
      className={classes(
        'flex min-h-full flex-col px-4 pt-5 pb-8 rail:px-8 rail:pt-7',
        width === 'column' && 'w-full max-w-[824px]',
      )}
    >
      <header
        className={classes(
          'flex flex-wrap items-start justify-between gap-x-6 gap-y-2',
          isTitleUnseen ? 'unseen' : 'mb-5',
        )}
      >
        {back !== undefined && <div className="-ms-2 -me-4">{back}</div>}
        <div className="min-w-0 flex-1 basis-44">
          <h1 ref={heading} tabIndex={-1} className="m-0 text-title leading-8 font-semibold outline-none">
            {title}
          </h1>
          {description !== undefined && <p className="m-0 text-quiet">{description}</p>}
        </div>
        {action}
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-8">{children}</div>
    </div>
  );
}

/** Shown for a page that threw; the rest of the window keeps working. While Quoth is away the page waits for it. */
export function PageError() {
  const t = useTranslations('app');
  const isAway = useIsAway();
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (isAway) wasAway.current = true;
    else if (wasAway.current) window.location.reload();
  }, [isAway]);
  // What failed is then that a part of the page could not be loaded, and a banner tells why.
  if (isAway) return null;
  return (
    <ErrorState
      title={t('pageFailed')}
      message={t('pageFailedHint')}
      retryLabel={t('reload')}
      onRetry={() => window.location.reload()}
    />
  );
}

/** The page for an unknown address. */
export function NotFoundPage() {
  const t = useTranslations('app');
  return (
    <Page title={t('notFound')}>
      <p className="m-0">
        <Link to="/" className={`${buttonClasses.secondary} no-underline`}>
          {t('toRecord')}
        </Link>
      </p>
    </Page>
  );
}

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
